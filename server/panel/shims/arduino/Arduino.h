// Arduino's functions, as far as drivers of e-paper call them, on Linux. Compile with -DARDUINO=10819.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <strings.h>
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

namespace esl {
template <class Number>
using IfInteger = std::enable_if_t<std::is_integral<Number>::value && !std::is_same<Number, char>::value>;

/** A whole number with the digits of a base. Only decimal ones have a sign. */
template <class Number>
std::string digitsOf(Number value, int base) {
  if (base == DEC) return std::to_string(value);
  std::string digits;
  for (auto rest = static_cast<std::make_unsigned_t<Number>>(value); rest > 0 || digits.empty(); rest /= base)
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest % base]);
  return digits;
}
inline std::string digitsOf(bool value, int) { return value ? "1" : "0"; }

inline std::string decimalsOf(double value, int digits) {
  char text[400];
  snprintf(text, sizeof text, "%.*f", std::min(std::max(digits, 0), 20), value);
  return text;
}
}  // namespace esl

/** As in Arduino's reference: methods that change a text change it in place. */
class String : public std::string {
 public:
  using std::string::string;
  String(const std::string &text = "") : std::string(text) {}
  explicit String(char character) : std::string(1, character) {}
  template <class Number, class = esl::IfInteger<Number>>
  explicit String(Number value, int base = DEC) : std::string(esl::digitsOf(value, base)) {}
  explicit String(double value, int digits = 2) : std::string(esl::decimalsOf(value, digits)) {}

  template <class Value>
  String &operator+=(const Value &value) {
    append(String(value));
    return *this;
  }
  template <class Value>
  bool concat(const Value &value) {
    *this += value;
    return true;
  }
  char charAt(size_t at) const { return at < size() ? (*this)[at] : 0; }
  void setCharAt(size_t at, char character) {
    if (at < size()) (*this)[at] = character;
  }
  bool isEmpty() const { return empty(); }
  bool equals(const String &other) const { return *this == other; }
  bool equalsIgnoreCase(const String &other) const { return strcasecmp(c_str(), other.c_str()) == 0; }
  bool startsWith(const String &start) const { return compare(0, start.size(), start) == 0; }
  bool endsWith(const String &end) const { return size() >= end.size() && compare(size() - end.size(), npos, end) == 0; }
  template <class Wanted>
  int indexOf(const Wanted &wanted, size_t from = 0) const {
    return static_cast<int>(find(wanted, from));
  }
  template <class Wanted>
  int lastIndexOf(const Wanted &wanted, size_t from = npos) const {
    return static_cast<int>(rfind(wanted, from));
  }
  String substring(size_t from, size_t to = npos) const {
    if (from > to) std::swap(from, to);
    return from < size() ? String(substr(from, to - from)) : String();
  }
  void replace(const String &from, const String &to) {
    if (from.empty()) return;
    for (size_t at = find(from); at != npos; at = find(from, at + to.size())) std::string::replace(at, from.size(), to);
  }
  void replace(char from, char to) { std::replace(begin(), end(), from, to); }
  void remove(size_t at, size_t count = npos) {
    if (at < size()) erase(at, count);
  }
  void trim() {
    const char *blanks = " \t\n\v\f\r";
    erase(0, find_first_not_of(blanks));
    erase(find_last_not_of(blanks) + 1);
  }
  void toLowerCase() { std::transform(begin(), end(), begin(), ::tolower); }
  void toUpperCase() { std::transform(begin(), end(), begin(), ::toupper); }
  void toCharArray(char *to, unsigned length) const { snprintf(to, length, "%s", c_str()); }
  long toInt() const { return atol(c_str()); }
  float toFloat() const { return static_cast<float>(atof(c_str())); }
  double toDouble() const { return atof(c_str()); }
};
template <class Number, class = std::enable_if_t<std::is_arithmetic<Number>::value>>
String operator+(const String &text, Number value) {
  return String(text) += value;
}

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
  size_t print(double value, int digits = 2) { return print(esl::decimalsOf(value, digits).c_str()); }
  template <class Number, class = std::enable_if_t<std::is_integral<Number>::value>>
  size_t print(Number value, int base = DEC) {
    return print(esl::digitsOf(value, base).c_str());
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
