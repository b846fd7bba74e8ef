// Runs a sketch: setup() once, then loop() as often as ESL_LOOPS says (0 if absent).
#include "Arduino.h"

int main() {
  esl::Panel::instance();
  setup();
  const char *loops = getenv("ESL_LOOPS");
  for (int i = loops ? atoi(loops) : 0; i > 0; i--) loop();
}
