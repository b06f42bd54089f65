"""The components of the circuit boards, each with the numbers under which it is ordered.

On the day of an order, compare the numbers with data sheet and stock. docs/ordered-boards.md lists the
components that nobody has ordered yet.
"""

from __future__ import annotations

from typing import Final

from wiring.pcb.layout import Component

_R0603, _C0603 = "Resistor_SMD:R_0603_1608Metric", "Capacitor_SMD:C_0603_1608Metric"
_SH = "Connector_JST:JST_SH_SM{:02}B-SRSS-TB_1x{:02}-1MP_P1.00mm_Horizontal"

HALL: Final = Component("DRV5023AJ", "Package_TO_SOT_SMD:SOT-23", "DRV5023AJQDBZR", "C131480", 180)
"""The hall sensor, unipolar. Its supply is 2.5 to 38 V (TI SLIS151), here 5 V; a pull-up holds OUT at 3.3 V.
"""
LED: Final = Component("SK6812MINI-E", "own:SK6812MINI-E", "SK6812MINI-E", "C5149201", 180)
"""The LED. Its legs are soldered on the parts' side, and it shines through a cut-out of 3.4 by 3.0 mm."""
CHIP: Final = Component("74HC165", "Package_SO:TSSOP-16_4.4x5mm_P0.65mm", "74HC165PW,118", "C5613", -90)
RESISTOR_10K: Final = Component("10k", _R0603, "0603WAF1002T5E", "C25804")
RESISTOR_33: Final = Component("33", _R0603, "0603WAF330JT5E", "C23140")
RESISTOR_330: Final = Component("330", _R0603, "0603WAF3300T5E", "C23138")
CAPACITOR_100N: Final = Component("100n", _C0603, "CC0603KRX7R9BB104", "C14663")
PLUG_8: Final = Component("SH-8", _SH.format(8, 8), "SM08B-SRSS-TB(LF)(SN)", "C160407", 180)
BUFFER: Final = Component("74LVC2G17", "Package_TO_SOT_SMD:SOT-23-6", "SN74LVC2G17DBVR", "C10428", 180)
"""Two buffers with Schmitt triggers, which make the edges of one side's CLK and LOAD steep."""
FUSE: Final = Component("1A", "Fuse:Fuse_1206_3216Metric", "0466001.NRHF", "C151119")
"""A fast fuse of 1 A for the 5 V of one side."""
SHIFTER: Final = Component("74AHCT1G125", "Package_TO_SOT_SMD:SOT-23-5", "SN74AHCT1G125DBVR", "C7484", 180)
"""The level shifter for the lights' data: its input reads 3.3 V as high, its output is 5 V."""
SCREW: Final = Component("M2", "MountingHole:MountingHole_2.2mm_M2")
"""A hole of 2.2 mm for a screw; it is no part to order."""
BACK_PLUG: Final = Component(
    "SH-8 upright",
    "Connector_JST:JST_SH_BM08B-SRSS-TB_1x08-1MP_P1.00mm_Vertical",
    "BM08B-SRSS-TB(LF)(SN)",
    "C160394",
)
SOCKET_20: Final = Component(
    "Pico socket",
    "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical",
    "PinSocket 1x20 2.54 mm",
    "C2977589",
)
TERMINAL: Final = Component(
    "5 V in", "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
    "MKDS 1,5/2-5,08", "C474920",
)  # fmt: skip
BULK: Final = Component("1000u 6.3V", "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm", "EEU-FR0J102", "C178586")


def header(pins: int) -> Component:
    """A row of `pins` pins for jumper wires."""
    return Component(
        f"header 1x{pins}",
        f"Connector_PinHeader_2.54mm:PinHeader_1x{pins:02}_P2.54mm_Vertical",
        f"PinHeader 1x{pins} 2.54 mm",
    )


PRICES: Final = {
    "DRV5023AJ": 0.38, "SK6812MINI-E": 0.09, "74HC165": 0.14, "10k": 0.002, "33": 0.002, "330": 0.002,
    "100n": 0.004, "SH-8": 0.28, "SH-8 upright": 0.28, "74LVC2G17": 0.12, "1A": 0.15, "74AHCT1G125": 0.1,
    "Pico socket": 0.4, "5 V in": 0.5, "1000u 6.3V": 0.2, "header 1x4": 0.05, "header 1x6": 0.08,
}  # fmt: skip
"""For each component's `value`, the estimated price of one piece in euros, in 2026 when buying a hundred."""
