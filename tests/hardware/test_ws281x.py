"""Tests of rpi_ws281x: its real Python wrapper over a fake C library that checks every call."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hardware.errors import DeviceLost, DeviceMissing, HardwareError
from hardware.lights import DimmedStrip
from hardware.parts.ws2812b.ws281x import open_ws281x, refuse_model
from tests.hardware.contract_light_strip import LightStripContract

LEDS = 28
STRIP_GRB = 0x00081000
SETTABLE = ("ws2811_channel_t", "ws2811_channel_t_strip", "ws2811_t")


def installed() -> bool:
    return importlib.util.find_spec("rpi_ws281x") is not None


needs_wrapper = pytest.mark.skipif(
    not installed(),
    reason="rpi_ws281x is not installed; it is built with gcc by `make test`",
)


class CLibrary(ModuleType):
    """A fake of the library in ws2811.h: a structure with two channels; channels must be set up before use,
    once and in order.
    """

    WS2811_STRIP_GRB = STRIP_GRB

    def __init__(self, init: int = 0) -> None:
        super().__init__("_rpi_ws281x")
        self.init, self.render = init, 0
        self.calls: list[str] = []
        self.structure: dict[str, Any] | None = None
        self.shining = bytes(3 * LEDS)

    def new_ws2811_t(self) -> dict[str, Any]:
        assert self.structure is None
        self.calls.append("new")
        self.structure = {"channels": ({}, {}), "state": "made"}
        return self.structure

    def delete_ws2811_t(self, made: dict[str, Any]) -> None:
        assert made is self.structure
        assert made["state"] != "running"
        self.calls.append("delete")
        self.structure = None

    def ws2811_channel_get(self, made: dict[str, Any], number: int) -> dict[str, Any]:
        assert made is self.structure
        channel: dict[str, Any] = made["channels"][number]
        return channel

    def __getattr__(self, name: str) -> Any:
        """Return SWIG's setter for a field; raise AttributeError for any other name."""
        what, _, field = name.removesuffix("_set").rpartition("_")
        if not name.endswith("_set") or what not in SETTABLE:
            raise AttributeError(name)

        def setter(holder: dict[str, Any], value: Any) -> None:
            holder[field] = value

        return setter

    def ws2811_init(self, made: dict[str, Any]) -> int:
        assert made is self.structure
        assert made["state"] == "made"
        assert (made["freq"], made["dmanum"]) == (800_000, 10)
        self.calls.append("init")
        made["state"] = "broken" if self.init else "running"
        return self.init

    def ws2811_led_set(self, channel: dict[str, Any], led: int, colour: int) -> int:
        assert 0 <= led < channel["count"]
        assert 0 <= colour < 1 << 24
        channel.setdefault("leds", {})[led] = colour
        return 0

    def ws2811_render(self, made: dict[str, Any]) -> int:
        assert made["state"] == "running"
        self.calls.append("render")
        if self.render:
            return self.render
        for channel in made["channels"]:
            if channel["count"]:
                # The chain shows the library's output: brightness and gamma leave the colours unchanged.
                assert channel["brightness"] == 255
                assert channel["gamma"] == list(range(256))
                assert channel["type"] == STRIP_GRB
                assert channel["invert"] == 0
                leds = channel["leds"]
                self.shining = b"".join(leds[led].to_bytes(3, "big") for led in range(channel["count"]))
        return 0

    def ws2811_fini(self, made: dict[str, Any]) -> None:
        assert made["state"] == "running", "after a failed init this reads memory that is not there"
        self.calls.append("fini")
        made["state"] = "finished"

    def ws2811_get_return_t_str(self, code: int) -> str:
        return f"error {code}"


class Bench:
    """A bench with a Pi 4 and a chain of LEDs on a pin."""

    def __init__(self, library: CLibrary, home: Path) -> None:
        self.library = library
        self.model = home / "model"
        self.model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")

    def open(self, pin: int = 18, user: int = 0) -> DimmedStrip:
        return open_ws281x(LEDS, pin, brightness=1, gamma=1, amperes=10, model_file=self.model, user=user)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bench:
    """A bench whose Python wrapper was imported again over the fake C library."""
    library = CLibrary()
    for name in ("rpi_ws281x", "rpi_ws281x.rpi_ws281x"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "_rpi_ws281x", library)
    return Bench(library, tmp_path)


class OnTheBench:
    def __init__(self, bench: Bench) -> None:
        self.library, self.strip = bench.library, bench.open()

    def shining(self) -> bytes:
        return self.library.shining

    def unplug(self) -> None:
        self.library.render = -10

    def replug(self) -> None:
        self.library.render = 0


@needs_wrapper
class TestWs281x(LightStripContract):
    @pytest.fixture(autouse=True)
    def _bench(self, bench: Bench) -> None:
        self.bench = bench

    def make(self) -> OnTheBench:
        return OnTheBench(self.bench)


@needs_wrapper
@pytest.mark.parametrize(
    ("pin", "channel", "user"), [(18, 0, 0), (12, 0, 0), (13, 1, 0), (19, 1, 0), (21, 0, 0), (10, 0, 1000)]
)
def test_every_pin_for_rpi_ws281x_uses_its_channel_and_the_memory_is_freed_once(
    bench: Bench, pin: int, channel: int, user: int
) -> None:
    strip = bench.open(pin, user)
    structure = bench.library.structure
    assert structure is not None
    used, other = structure["channels"][channel], structure["channels"][1 - channel]
    assert (used["gpionum"], used["count"]) == (pin, LEDS)
    assert (other["gpionum"], other["count"]) == (0, 0)
    strip.show(bytes([1, 2, 3]) * LEDS)
    strip.close()
    assert bench.library.calls == ["new", "init", "render", "render", "fini", "delete"]


@needs_wrapper
def test_leds_that_rpi_ws281x_cannot_drive_are_lost(bench: Bench) -> None:
    strip = bench.open()
    bench.library.render = -10
    with pytest.raises(DeviceLost, match=r"the LEDs on GPIO 18 cannot be driven: ws2811_render failed with"):
        strip.show(bytes(3 * LEDS))
    bench.library.render = 0
    strip.close()


@needs_wrapper
def test_after_a_failed_start_only_the_librarys_memory_is_freed(bench: Bench) -> None:
    bench.library.init = -5
    with pytest.raises(DeviceMissing, match=r"^LEDs on GPIO 18 cannot be used: ws2811_init failed"):
        bench.open()
    assert bench.library.calls == ["new", "init", "delete"]


@pytest.mark.parametrize(
    "model",
    [
        "Raspberry Pi 5 Model B Rev 1.0",
        "Raspberry Pi 500 Rev 1.0",
        "Raspberry Pi Compute Module 5 Rev 1.0",
    ],
)
def test_a_pi_5_is_refused_before_rpi_ws281x_is_used(bench: Bench, model: str) -> None:
    bench.model.write_bytes(model.encode() + b"\0")
    with pytest.raises(DeviceMissing, match=f"^rpi_ws281x does not know the {model}; put the LEDs on"):
        bench.open()
    assert bench.library.calls == []


@pytest.mark.parametrize(
    "model",
    ["Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi Zero 2 W Rev 1.0", "Raspberry Pi 3 Model B Plus"],
)
def test_rpi_ws281x_is_allowed_on_models_before_the_pi_5(bench: Bench, model: str) -> None:
    bench.model.write_bytes(model.encode() + b"\0")
    refuse_model(bench.model)


def test_a_computer_that_is_no_pi_is_refused_before_rpi_ws281x_is_used(bench: Bench) -> None:
    bench.model.write_bytes(b"Some Other Board\0")
    with pytest.raises(DeviceMissing, match="on a Raspberry Pi only, and this is a Some Other Board; use"):
        bench.open()
    bench.model.unlink()
    with pytest.raises(DeviceMissing, match="on a Raspberry Pi only, and this computer is none; use a Pico"):
        bench.open()
    assert bench.library.calls == []


def test_a_pin_that_cannot_drive_leds_is_refused(bench: Bench) -> None:
    with pytest.raises(HardwareError, match=r"^GPIO 17 cannot drive LEDs; .* can on GPIO 10, 12, 13, 18"):
        bench.open(17)


def test_leds_that_need_root_are_refused_with_the_remedy(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(DeviceMissing, match=r"^LEDs on GPIO 18 need root, .* put them on GPIO"):
        open_ws281x(LEDS, model_file=bench.model)
    assert bench.library.calls == []


def test_a_missing_rpi_ws281x_module_is_reported_with_the_remedy(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    with pytest.raises(DeviceMissing, match=r"the module rpi_ws281x is not installed; sudo make pi"):
        bench.open()


OFF_A_PI = """
import sys
from hardware.errors import DeviceMissing
from hardware.parts.ws2812b.ws281x import begin, open_ws281x
import rpi_ws281x
try:
    open_ws281x(112, 10)
except DeviceMissing as error:
    print(error)
if "really" in sys.argv:
    try:
        begin(rpi_ws281x, rpi_ws281x.PixelStrip(112, 10), 10)
    except DeviceMissing as error:
        print(error)
"""


@needs_wrapper
@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="this is a board of its own kind")
@pytest.mark.parametrize("how", ["asked", "really"])
def test_on_a_computer_that_is_no_pi_rpi_ws281x_raises_an_error_and_the_process_exits_cleanly(
    how: str,
) -> None:
    home = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", OFF_A_PI, how], cwd=home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first.startswith("rpi_ws281x drives LEDs on a Raspberry Pi only, and this computer is none")
    assert len(rest) == (how == "really")
    assert all(
        line.startswith("LEDs on GPIO 10 cannot be used: ws2811_init failed with code") for line in rest
    )
