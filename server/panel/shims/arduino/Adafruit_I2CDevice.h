// Adafruit_GFX includes it, and uses nothing of it.
#pragma once
