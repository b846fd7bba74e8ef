#include "avr/pgmspace.h"
