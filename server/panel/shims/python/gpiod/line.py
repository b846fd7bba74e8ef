"""The constants of gpiod.line that Inky's drivers use."""

from enum import Enum

Bias = Enum("Bias", "AS_IS DISABLED PULL_UP PULL_DOWN")
Direction = Enum("Direction", "INPUT OUTPUT")
Edge = Enum("Edge", "NONE RISING FALLING BOTH")
Value = Enum("Value", [("INACTIVE", 0), ("ACTIVE", 1)])
