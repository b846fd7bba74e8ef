// Arduino's String, as its reference describes it: ends with an error where a method does something else.
#include <Arduino.h>
#include <cassert>

static void change(String text) {
  text += 5;
  text += 'c';
  assert(text.concat("!") && text == "a b a5c!");
  text.replace("a", "AA");
  assert(text == "AA b AA5c!");
  text.replace('A', 'x');
  text.remove(2, 2);
  assert(text == "xx xx5c!");
  text.toUpperCase();
  text.setCharAt(0, '-');
  assert(text.startsWith("-X") && text.endsWith("C!") && !text.endsWith("a longer text"));
  text = " \t x \n";
  text.trim();
  assert(text == "x" && text.length() == 1);
  text = "  ";
  text.trim();
  assert(text.isEmpty());
}

void setup() {
  const String text = "a b a";
  change(text);
  assert(text.charAt(2) == 'b' && text.charAt(9) == 0);
  assert(text.indexOf('a') == 0 && text.indexOf("a", 1) == 4 && text.indexOf('q') == -1);
  assert(text.lastIndexOf('a') == 4 && text.lastIndexOf("a", 3) == 0);
  assert(text.substring(2) == "b a" && text.substring(3, 2) == "b" && text.substring(9).isEmpty());
  assert(text.equals("a b a") && text.equalsIgnoreCase("A B A") && text != "A B A");
  assert(String(-12) == "-12" && String(200UL) == "200" && String(uint8_t(7)) == "7" && String('c') == "c");
  assert(String(255, HEX) == "FF" && String(5, BIN) == "101" && String(0, OCT) == "0" && String(true) == "1");
  assert(String(3.14159) == "3.14" && String(2.5f, 1) == "2.5");
  assert("t=" + String(4) + "C" == "t=4C" && text + 1 + 'x' + 1.5 == "a b a1x1.50");
  assert(String("12.5 kg").toFloat() == 12.5f && String("12.5").toInt() == 12 && String("2.5").toDouble() == 2.5);
  Serial.println(text);
  Serial.println(5, BIN);
  Serial.println(2.125, 3);
}

void loop() {}
