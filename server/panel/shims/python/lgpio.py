"""lgpio, as far as drivers of e-paper call it."""

from esl_panel import panel


def gpiochip_open(_chip):
    return 0


def gpiochip_close(_handle):
    return 0


def gpio_claim_output(_handle, pin, level=None, _flags=0):
    if level is not None:
        panel.set_pin(pin, level)
    return 0


def gpio_claim_input(_handle, _pin, _flags=0):
    return 0


def gpio_free(_handle, _pin):
    return 0


def gpio_write(_handle, pin, level):
    panel.set_pin(pin, level)
    return 0


def gpio_read(_handle, pin):
    return panel.get_pin(pin)


def spi_open(_device, _channel, _baud, _flags=0):
    return 0


def spi_close(_handle):
    return 0


def spi_write(_handle, data):
    panel.write(data)
    return len(data)


def spi_xfer(_handle, data):
    panel.write(data)
    return len(data), bytearray(len(data))


def spi_read(_handle, length):
    return length, bytearray(panel.read(length))
