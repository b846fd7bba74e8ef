// Libraries include it; panels have no I2C.
#pragma once
#include "Arduino.h"
