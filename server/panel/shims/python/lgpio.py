"""lgpio, as far as drivers of e-paper call it."""

from esl_panel import ignore, panel

gpiochip_open = gpiochip_close = gpio_claim_input = gpio_free = spi_open = spi_close = ignore


def gpio_claim_output(handle, pin, level=None, _flags=0):
    return 0 if level is None else gpio_write(handle, pin, level)


def gpio_write(_handle, pin, level):
    panel.set_pin(pin, level)
    return 0


def gpio_read(_handle, pin):
    return panel.get_pin(pin)


def spi_write(_handle, data):
    panel.write(data)
    return len(data)


def spi_xfer(_handle, data):
    panel.write(data)
    return len(data), bytearray(len(data))


def spi_read(_handle, length):
    return length, bytearray(panel.read(length))
