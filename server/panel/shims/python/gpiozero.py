"""gpiozero, as far as drivers of e-paper call it."""

from esl_panel import ignore, panel


class OutputDevice:
    def __init__(self, pin, active_high=True, initial_value=None, **_):
        self._pin, self._active_high = pin, active_high
        if initial_value is not None:
            self.value = initial_value

    @property
    def value(self):
        return int(bool(panel.get_pin(self._pin)) == self._active_high)

    @value.setter
    def value(self, value):
        panel.set_pin(self._pin, bool(value) == self._active_high)

    def on(self):
        self.value = 1

    def off(self):
        self.value = 0

    close = ignore


class InputDevice:
    def __init__(self, pin, pull_up=False, active_state=None, **_):
        self._pin = pin
        self._active_level = int(active_state) if active_state is not None else int(not pull_up)

    @property
    def value(self):
        return int(panel.get_pin(self._pin) == self._active_level)

    is_active = is_pressed = property(lambda self: bool(self.value))

    close = ignore


LED = DigitalOutputDevice = OutputDevice
Button = DigitalInputDevice = InputDevice
