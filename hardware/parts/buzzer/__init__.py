"""A passive buzzer on a pin of a Raspberry Pi that can do PWM."""

from __future__ import annotations

from hardware.parts.buzzer.driver import GpioSounder
from hardware.parts.computer import GPIO_FILES, GPIOZERO, LAST_GPIO, LGPIO, pi
from hardware.parts.part import SLACK, THIN, Material, Option, PinPart, Wire

BUZZER = PinPart(
    word="buzzer",
    name="buzzer, passive piezo, 3.3 V",
    number="Murata PKM13EPYH4000-A0",
    alternatives="any passive piezo one",
    sheet="Murata PKM13EPYH4000-A0",
    volts=3.3,
    milliamperes=3.0,
    access=(GPIO_FILES,),
    modules=(GPIOZERO, LGPIO),
    options=(Option(key="buzzer", meaning="its GPIO, which makes the tone", limits=(0, LAST_GPIO)),),
    open=GpioSounder,
    materials=lambda count: (
        Material(count, "buzzer, passive piezo, 3.3 V", "Murata PKM13EPYH4000-A0", "any passive piezo one"),
        Material(count, "resistor 100 Ohm, in the buzzer's wire", "0.25 W"),
    ),
    wire=lambda pin, _what: Wire(
        "BUZ", "buzzer", (pi(pin), "R-BUZ 100 Ohm", "buzzer", "Pi ground (pin 20)"), "white", THIN, 2 * SLACK
    ),
    folder=__name__,
)
PARTS = (BUZZER,)
