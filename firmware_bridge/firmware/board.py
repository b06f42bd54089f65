"""The settings of a board; `board.json` beside main.py overrides the defaults in this module."""

DEFAULTS = {
    "channels": 112,
    "leds": 112,
    "analog": False,  # False: a chain of 74HC165; True: analog hall sensors through multiplexers.
    "active_low": True,  # Hall switches pull their line low for a magnet.
    "debounce_ms": 5,
    "cap_ma": 2000,  # the highest current of the LEDs in mA: what their supply gives, less a margin
    "silence_s": 5,
    "ring": 512,
    "scan_ms": 1,
    "spi": 0,
    "sck": 18,
    "miso": 16,
    "load": 17,  # the pin SH/LD of the 74HC165 chips
    "led_pin": 22,
    "buzzer_pin": -1,  # pin of a passive buzzer; -1: none
    "mux_select": [10, 11, 12, 13],
    "mux_adc": [26, 27, 28],  # each ADC pin reads the multiplexer that mux_enable selects
    "mux_enable": [2, 3, 4],
    "settle_us": 10,
    "watchdog_ms": 2000,
}


class Board:
    """All settings as attributes, changed by the dict `changes`; raises ValueError for an unknown setting."""

    def __init__(self, changes=None):
        for name, value in DEFAULTS.items():
            setattr(self, name, value)
        for name, value in (changes or {}).items():
            if name not in DEFAULTS:
                raise ValueError("board.json: there is no setting " + name)
            setattr(self, name, value)
