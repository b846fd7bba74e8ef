// Adafruit's SPI device, as Adafruit_EPD calls it: bytes go to the panel. Drivers set chip select themselves.
#pragma once
#include "SPI.h"

enum BusIOBitOrder { SPI_BITORDER_MSBFIRST, SPI_BITORDER_LSBFIRST };

class Adafruit_SPIDevice {
 public:
  Adafruit_SPIDevice(int8_t, int8_t, int8_t, int8_t, uint32_t = 1000000, BusIOBitOrder = SPI_BITORDER_MSBFIRST,
                     uint8_t = SPI_MODE0) {}
  Adafruit_SPIDevice(int8_t, uint32_t = 1000000, BusIOBitOrder = SPI_BITORDER_MSBFIRST, uint8_t = SPI_MODE0,
                     SPIClass * = &SPI) {}
  bool begin() { return true; }
  void beginTransaction() {}
  void endTransaction() {}
  uint8_t transfer(uint8_t octet) { return SPI.transfer(octet); }
};
