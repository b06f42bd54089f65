"""Push buttons on pins of a Raspberry Pi."""

from __future__ import annotations

from hardware.parts.button.driver import GpioButtons
from hardware.parts.computer import GPIO_FILES, GPIOZERO, LAST_GPIO, LGPIO, pi
from hardware.parts.part import SLACK, THIN, Material, Option, PinPart, Wire

BUTTON = PinPart(
    word="buttons",
    name="push button, normally open",
    number="12 mm",
    alternatives="any",
    sheet="the pull-up of a Raspberry Pi is about 50 kOhm",
    volts=3.3,
    milliamperes=0.1,
    access=(GPIO_FILES,),
    modules=(GPIOZERO, LGPIO),
    options=(
        Option(key="name", meaning="what it does", words=("ok", "back", "help")),
        Option(key="pin", meaning="its GPIO; the other pole is on ground", default=0, limits=(0, LAST_GPIO)),
    ),
    open=GpioButtons,
    materials=lambda count: (Material(count, "push button, normally open", "12 mm", "any"),),
    wire=lambda pin, what: Wire(
        f"B-{what.replace(' ', '-')}",
        "button",
        (pi(pin), f"button {what}", "Pi ground (pin 20)"),
        "white",
        THIN,
        4 * SLACK,
    ),
    folder=__name__,
)
PARTS = (BUTTON,)
