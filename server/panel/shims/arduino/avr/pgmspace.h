// Program memory is memory.
#pragma once
#include <cstdint>
#include <cstring>

class __FlashStringHelper;

#define PROGMEM
#define PSTR(text) (text)
#define F(text) (reinterpret_cast<const __FlashStringHelper *>(text))
#define pgm_read_byte(at) (*reinterpret_cast<const uint8_t *>(at))
#define pgm_read_word(at) (*reinterpret_cast<const uint16_t *>(at))
#define pgm_read_dword(at) (*reinterpret_cast<const uint32_t *>(at))
#define pgm_read_pointer(at) (*reinterpret_cast<const void *const *>(at))
#define memcpy_P memcpy
#define strlen_P strlen
#define strcpy_P strcpy
