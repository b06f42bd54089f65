"""The board's parts; `board.json` beside main.py overrides these defaults."""

DEFAULTS = {
    "channels": 112,
    "leds": 112,
    "analog": False,  # False: a chain of 74HC165; True: analog hall sensors through multiplexers
    "active_low": True,  # Hall switches pull their line low for a magnet.
    "debounce_ms": 5,
    "cap_ma": 2000,  # The LEDs' supply, less a margin.
    "silence_s": 5,
    "ring": 512,
    "scan_ms": 1,
    "spi": 0,
    "sck": 18,
    "miso": 16,
    "load": 17,  # the '165s' SH/LD
    "led_pin": 22,
    "buzzer_pin": -1,  # a passive buzzer; -1: none
    "mux_select": [10, 11, 12, 13],
    "mux_adc": [26, 27, 28],  # each ADC pin serves multiplexers picked by mux_enable
    "mux_enable": [2, 3, 4],
    "settle_us": 10,
    "watchdog_ms": 2000,
}


class Board:
    """The settings as attributes; raises ValueError for an unknown setting."""

    def __init__(self, changes=None):
        for name, value in DEFAULTS.items():
            setattr(self, name, value)
        for name, value in (changes or {}).items():
            if name not in DEFAULTS:
                raise ValueError("board.json: there is no setting " + name)
            setattr(self, name, value)
