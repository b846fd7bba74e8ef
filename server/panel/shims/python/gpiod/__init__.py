"""gpiod, as far as Inky's drivers call it; gpiodevice finds the chip."""

from esl_panel import panel

from .line import Value


class LineSettings:
    def __init__(self, output_value=None, **_):
        self.output_value = output_value


class Lines:
    def set_value(self, pin, value):
        panel.set_pin(pin, value is Value.ACTIVE)

    def get_value(self, pin):
        return Value.ACTIVE if panel.get_pin(pin) else Value.INACTIVE

    def wait_edge_events(self, _timeout=None):
        panel.wait_for_idle()
        return True

    def read_edge_events(self):
        return []


class Chip:
    def line_offset_from_id(self, pin):
        return int(pin)

    def request_lines(self, config, **_):
        lines = Lines()
        for pin, settings in config.items():
            if settings.output_value is not None:
                lines.set_value(pin, settings.output_value)
        return lines
