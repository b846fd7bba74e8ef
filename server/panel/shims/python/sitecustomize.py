"""Python imports this file when it starts. Waveshare's drivers then find a Raspberry Pi in /proc/cpuinfo."""

import builtins
import io
import subprocess

_BOARD = "Model\t\t: Raspberry Pi 4\n"
_open = builtins.open


def _open_board(file, *more, **options):
    return io.StringIO(_BOARD) if str(file) == "/proc/cpuinfo" else _open(file, *more, **options)


class _Popen(subprocess.Popen):
    def __init__(self, args, *more, **options):
        asks_for_board = isinstance(args, str) and "/proc/cpuinfo" in args and "Raspberry" in args
        super().__init__(f"echo '{_BOARD}'" if asks_for_board else args, *more, **options)


builtins.open = _open_board
subprocess.Popen = _Popen
