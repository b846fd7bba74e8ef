// Arduino's SPI: bytes go to the panel.
#pragma once
#include "Arduino.h"

enum { SPI_MODE0, SPI_MODE1, SPI_MODE2, SPI_MODE3 };

struct SPISettings {
  SPISettings(uint32_t = 4000000, uint8_t = MSBFIRST, uint8_t = SPI_MODE0) {}
};

class SPIClass {
 public:
  void begin(int = -1, int = -1, int = -1, int = -1) {}
  void end() {}
  void beginTransaction(SPISettings) {}
  void endTransaction() {}
  void setFrequency(uint32_t) {}
  void setClockDivider(uint32_t) {}
  uint8_t transfer(uint8_t octet) {
    esl::Panel::instance().write(octet);
    return 0;
  }
  uint16_t transfer16(uint16_t value) {
    transfer(value >> 8);
    transfer(value & 255);
    return 0;
  }
  void transfer(void *octets, size_t length) { writeBytes(static_cast<const uint8_t *>(octets), length); }
  void writeBytes(const uint8_t *octets, size_t length) {
    for (size_t i = 0; i < length; i++) transfer(octets[i]);
  }
};
inline SPIClass SPI;
