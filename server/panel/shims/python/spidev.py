"""spidev, as far as drivers of e-paper call it."""

from esl_panel import ignore, panel


class SpiDev:
    def __init__(self, *_):
        self.max_speed_hz = 0
        self.mode = 0
        self.no_cs = False
        self.lsbfirst = False

    open = close = ignore

    def writebytes(self, values):
        panel.write(values)

    writebytes2 = writebytes

    def xfer(self, values, *_):
        panel.write(values)
        return [0] * len(values)

    xfer2 = xfer
    xfer3 = xfer

    def readbytes(self, length):
        return panel.read(length)
