// Arduino's functions, as far as drivers of e-paper call them, on Linux. Compile with -DARDUINO=10819.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include "esl_panel.h"
#include "avr/pgmspace.h"

typedef uint8_t byte;
typedef bool boolean;
typedef uint16_t word;

enum { LOW = 0, HIGH = 1, INPUT = 0, OUTPUT = 1, INPUT_PULLUP = 2, LSBFIRST = 0, MSBFIRST = 1 };
enum { BIN = 2, OCT = 8, DEC = 10, HEX = 16 };
static const uint8_t SS = 10, MOSI = 11, MISO = 12, SCK = 13;

#define PI 3.14159265358979323846
#define radians(degrees) ((degrees) * PI / 180)
#define degrees(radians) ((radians) * 180 / PI)
#define _BV(bit) (1 << (bit))
#define bitRead(value, bit) (((value) >> (bit)) & 1)
#define bitSet(value, bit) ((value) |= 1UL << (bit))
#define bitClear(value, bit) ((value) &= ~(1UL << (bit)))
#define constrain(value, low, high) ((value) < (low) ? (low) : (value) > (high) ? (high) : (value))

template <class A, class B>
constexpr std::common_type_t<A, B> min(A a, B b) {
  return a < b ? a : b;
}
template <class A, class B>
constexpr std::common_type_t<A, B> max(A a, B b) {
  return a > b ? a : b;
}

inline void pinMode(int pin, int mode) {
  if (mode == INPUT_PULLUP) esl::Panel::instance().setPin(pin, HIGH);
}
inline void digitalWrite(int pin, int level) { esl::Panel::instance().setPin(pin, level != LOW); }
inline int digitalRead(int pin) { return esl::Panel::instance().getPin(pin); }
inline void delay(unsigned long ms) { esl::Panel::instance().wait(uint64_t(ms) * 1000); }
inline void delayMicroseconds(unsigned us) { esl::Panel::instance().wait(us); }
inline unsigned long micros() { return esl::Panel::instance().micros(); }
inline unsigned long millis() { return esl::Panel::instance().micros() / 1000; }
inline void yield() {}
inline long random(long end) { return end > 0 ? rand() % end : 0; }
inline long random(long start, long end) { return start + random(end - start); }
inline void randomSeed(unsigned long seed) { srand(seed); }

class String : public std::string {
 public:
  using std::string::string;
  String(const std::string &text = "") : std::string(text) {}
  explicit String(int value) : std::string(std::to_string(value)) {}
  void toCharArray(char *to, unsigned length) const { snprintf(to, length, "%s", c_str()); }
  long toInt() const { return atol(c_str()); }
};

class Print {
 public:
  virtual ~Print() {}
  virtual size_t write(uint8_t octet) = 0;
  virtual size_t write(const uint8_t *octets, size_t length) {
    for (size_t i = 0; i < length; i++) write(octets[i]);
    return length;
  }
  size_t write(const char *text) { return write(reinterpret_cast<const uint8_t *>(text), strlen(text)); }

  size_t print(const char *text) { return write(text); }
  size_t print(const __FlashStringHelper *text) { return write(reinterpret_cast<const char *>(text)); }
  size_t print(const String &text) { return write(text.c_str()); }
  size_t print(char character) { return write(static_cast<uint8_t>(character)); }
  size_t print(double value, int digits = 2) { return printf("%.*f", digits, value); }
  template <class Number, class = std::enable_if_t<std::is_integral<Number>::value>>
  size_t print(Number value, int base = DEC) {
    if (base == HEX) return printf("%llX", static_cast<unsigned long long>(value));
    return print(std::to_string(value).c_str());
  }
  size_t println() { return write("\r\n"); }
  template <class... Values>
  size_t println(Values... values) {
    const size_t length = print(values...);
    return length + println();
  }
  int printf(const char *format, ...) {
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return static_cast<int>(write(text));
  }
};

class SerialPort : public Print {
 public:
  void begin(unsigned long) {}
  void end() {}
  int available() { return 0; }
  int read() { return -1; }
  void flush() {}
  operator bool() const { return true; }
  size_t write(uint8_t octet) override { return fputc(octet, stderr) == EOF ? 0 : 1; }
};
inline SerialPort Serial;

void setup();
void loop();
