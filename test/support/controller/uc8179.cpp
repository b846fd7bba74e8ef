// A sketch of our own for a UC8179 of 800 × 480: a black square in the middle, then a white window in it.
#include <SPI.h>

const int cs = 10, dc = 9, rst = 8, busy = 7;
bool bitBanged = false;

void write(uint8_t octet) {
  if (!bitBanged) {
    SPI.transfer(octet);
    return;
  }
  for (int bit = 7; bit >= 0; bit--) {
    digitalWrite(SCK, LOW);
    digitalWrite(MOSI, bitRead(octet, bit));
    digitalWrite(SCK, HIGH);
  }
}

void command(uint8_t octet) {
  SPI.beginTransaction(SPISettings(4000000, MSBFIRST, SPI_MODE0));
  digitalWrite(dc, LOW);
  digitalWrite(cs, LOW);
  write(octet);
  digitalWrite(cs, HIGH);
  digitalWrite(dc, HIGH);
  SPI.endTransaction();
}

void data(const uint8_t *octets, size_t length) {
  digitalWrite(cs, LOW);
  for (size_t i = 0; i < length; i++) write(pgm_read_byte(&octets[i]));
  digitalWrite(cs, HIGH);
}

template <size_t N>
void send(uint8_t code, const uint8_t (&octets)[N]) {
  command(code);
  data(octets, N);
}

void waitUntilIdle() {
  while (digitalRead(busy) == LOW) delay(1);
}

void picture(uint8_t code, int top, int bottom, int left, int right) {
  command(code);
  for (int y = 0; y < 480; y++) {
    uint8_t row[100];
    for (int x = 0; x < 100; x++) row[x] = y >= top && y < bottom && x >= left && x < right ? 0x00 : 0xFF;
    data(row, sizeof row);
  }
}

void setup() {
  Serial.begin(115200);
  for (int pin : {cs, dc, rst}) pinMode(pin, OUTPUT);
  pinMode(busy, INPUT);
  SPI.begin();
  digitalWrite(rst, LOW);
  delay(10);
  digitalWrite(rst, HIGH);
  delay(10);
  send(0x00, {0x1F});
  send(0x61, {0x03, 0x20, 0x01, 0xE0});
  send(0x50, {0x29, 0x07});
  command(0x04);
  waitUntilIdle();
  picture(0x10, 0, 0, 0, 0);
  picture(0x13, 140, 340, 38, 62);
  command(0x12);
  waitUntilIdle();
  bitBanged = true;
  command(0x91);
  send(0x90, {0x01, 0x90, 0x01, 0x97, 0x00, 0xC8, 0x00, 0xCB, 0x01});
  send(0x13, {0xFF, 0xF0, 0xFF, 0xFF});
  command(0x12);
  waitUntilIdle();
  command(0x92);
  command(0x02);
  waitUntilIdle();
  send(0x07, {0xA5});
  Serial.println(F("done"));
}

void loop() {}
