"""Python imports this file when it starts. Waveshare's drivers then find a Raspberry Pi in /proc/cpuinfo."""

import subprocess


class _Popen(subprocess.Popen):
    def __init__(self, args, *more, **options):
        asks_for_board = isinstance(args, str) and "/proc/cpuinfo" in args and "Raspberry" in args
        super().__init__("echo Raspberry Pi 4" if asks_for_board else args, *more, **options)


subprocess.Popen = _Popen
