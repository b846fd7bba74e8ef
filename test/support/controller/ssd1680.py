"""A driver of our own for a SSD1680 of 122 x 250: a black picture, then a white window."""

import sys
import time

PINS = {"rst": 17, "dc": 25, "cs": 8, "busy": 24}


class Spidev:
    """Pins by RPi.GPIO, bytes by spidev."""

    def __init__(self):
        import spidev
        from RPi import GPIO

        self.gpio, self.spi = GPIO, spidev.SpiDev()
        GPIO.setmode(GPIO.BCM)
        GPIO.setup([PINS["rst"], PINS["dc"], PINS["cs"]], GPIO.OUT)
        GPIO.setup(PINS["busy"], GPIO.IN)
        self.spi.open(0, 0)
        self.set, self.get, self.write = GPIO.output, GPIO.input, self.spi.writebytes2


class Gpiozero:
    """Pins by gpiozero."""

    def __init__(self):
        import gpiozero
        import spidev

        self.leds = {PINS[name]: gpiozero.LED(PINS[name]) for name in ("rst", "dc", "cs")}
        self.button = gpiozero.Button(PINS["busy"], pull_up=False)
        self.write = spidev.SpiDev().xfer3

    def set(self, pin, level):
        self.leds[pin].on() if level else self.leds[pin].off()

    def get(self, _pin):
        return self.button.value


class Lgpio:
    """Pins and bytes by lgpio."""

    def __init__(self):
        import lgpio

        chip, spi = lgpio.gpiochip_open(0), lgpio.spi_open(0, 0, 4_000_000)
        for name in ("rst", "dc", "cs"):
            lgpio.gpio_claim_output(chip, PINS[name], 1)
        lgpio.gpio_claim_input(chip, PINS["busy"])
        self.set = lambda pin, level: lgpio.gpio_write(chip, pin, level)
        self.get = lambda pin: lgpio.gpio_read(chip, pin)
        self.write = lambda values: lgpio.spi_write(spi, values)


io = {"spidev": Spidev, "gpiozero": Gpiozero, "lgpio": Lgpio}[sys.argv[1]]()


def send(command, *data):
    for is_data, values in ((0, [command]), (1, list(data))):
        if values:
            io.set(PINS["dc"], is_data)
            io.set(PINS["cs"], 0)
            io.write(values)
            io.set(PINS["cs"], 1)


def wait():
    while io.get(PINS["busy"]) == 1:
        time.sleep(0.01)


def show(mode):
    send(0x22, mode)
    send(0x20)
    wait()


for level in (1, 0, 1):
    io.set(PINS["rst"], level)
    time.sleep(0.01)
wait()
send(0x12)
wait()
send(0x11, 3)
send(0x44, 0, 15)
send(0x45, 0, 0, 249, 0)
for plane in (0x24, 0x26):
    send(0x4E, 0)
    send(0x4F, 0, 0)
    send(plane, *([0x00] * 4000))
show(0xF7)
send(0x44, 2, 5)
send(0x45, 100, 0, 131, 0)
send(0x4E, 2)
send(0x4F, 100, 0)
send(0x24, *([0xFF] * 128))
show(0xFF)
if len(sys.argv) > 2:
    sys.exit("The driver stops in the middle") if sys.argv[2] == "fail" else None
send(0x10, 1)
