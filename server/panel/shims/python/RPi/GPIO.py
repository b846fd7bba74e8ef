"""RPi.GPIO, as far as drivers of e-paper call it. Pins have BCM numbers."""

from esl_panel import ignore, panel

BCM, BOARD = 11, 10
OUT, IN = 0, 1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33

setwarnings = cleanup = ignore


def _each(pins):
    return pins if isinstance(pins, (list, tuple)) else [pins]


def setmode(mode):
    if mode != BCM:
        raise ValueError("Expected GPIO.BCM but received GPIO.BOARD")


def setup(pins, direction, initial=None, pull_up_down=PUD_OFF):
    if direction == OUT and initial is not None:
        output(pins, initial)


def output(pins, values):
    for at, pin in enumerate(_each(pins)):
        panel.set_pin(pin, values[at] if isinstance(values, (list, tuple)) else values)


def input(pin):
    return panel.get_pin(pin)


def wait_for_edge(pin, _edge, timeout=None):
    panel.wait_for_idle()
    return pin
