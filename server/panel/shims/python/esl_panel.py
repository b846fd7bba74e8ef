"""A driver's pins and SPI as events of a panel trace, sent to `esl-sim panel listen`: see docs/firmware-ci.md.

ESL_PANEL is the address of the panel, a Unix socket or host:port. ESL_PANEL_PINS has other pins (BCM) than Waveshare's HAT,
such as "rst=27,dc=22,busy=17,cs=8" for Inky; a panel with two chips has two cs. Time is virtual: time.sleep returns immediately.
"""

import atexit
import json
import os
import socket
import sys
import time

_CHUNK = 16384


def _read_pins(text):
    pins, last = {}, None
    for part in text.split(","):
        name, equals, number = part.strip().rpartition("=")
        last = name if equals else last
        pins[int(number)] = (last, sum(1 for known, _ in pins.values() if known == last))
    return pins


class Panel:
    def __init__(self):
        self._pins = _read_pins(os.environ.get("ESL_PANEL_PINS") or "rst=17,dc=25,cs=8,busy=24,pwr=18")
        self._chips = sum(1 for name, _ in self._pins.values() if name == "cs")
        self._levels = {}
        self._stream = None

    def _connect(self):
        address = os.environ.get("ESL_PANEL")
        if not address:
            raise SystemExit("Expected the address of `esl-sim panel listen` in ESL_PANEL but received none")
        host, colon, port = address.rpartition(":")
        if colon and port.isdigit():
            connection = socket.create_connection((host or "127.0.0.1", int(port)))
        else:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(address)
        self._stream = connection.makefile("rw", encoding="ascii", newline="\n")
        atexit.register(self._end)

    def _end(self):
        try:
            # The last answer shows that the panel has taken everything. A driver that failed has stopped in the middle.
            if not hasattr(sys, "last_type"):
                self.ask("level")
            self._stream.close()
        except OSError:
            pass

    def send(self, *event):
        if self._stream is None:
            self._connect()
        self._stream.write(json.dumps(event) + "\n")

    def ask(self, *event):
        self.send(*event)
        self._stream.flush()
        line = self._stream.readline()
        answer = json.loads(line) if line else {"error": "the panel closed the connection"}
        if "error" in answer:
            raise OSError(answer["error"])
        return answer

    def set_pin(self, pin, value):
        name, chip = self._pins.get(int(pin), (None, 0))
        level = 1 if value else 0
        if name in (None, "busy") or self._levels.get(pin) == level:
            return
        self._levels[pin] = level
        if name == "cs" and self._chips > 1:
            self.send(name, level, chip)
        else:
            self.send(name, level)

    def get_pin(self, pin):
        name, _ = self._pins.get(int(pin), (None, 0))
        return self.ask("level")["level"] if name == "busy" else self._levels.get(pin, 0)

    def wait_for_idle(self):
        self.ask("busy")

    def _is_command(self):
        return any(self._levels.get(pin) == 0 for pin, (name, _) in self._pins.items() if name == "dc")

    def write(self, values):
        # As spidev does: drivers send ~pixels.
        octets = bytes(value & 255 for value in values)
        if self._is_command():
            for octet in octets:
                self.send("c", octet)
            return
        for start in range(0, len(octets), _CHUNK):
            self.send("d", octets[start : start + _CHUNK].hex())

    def read(self, length):
        return list(bytes.fromhex(self.ask("read", length)["read"]))


panel = Panel()


def ignore(*_, **__):
    """What an emulated panel does not need."""
    return 0


def sleep(seconds):
    panel.send("wait_us", int(seconds * 1_000_000))


time.sleep = sleep
