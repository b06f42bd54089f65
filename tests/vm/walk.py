"""The steps of `make test-vm`, in their order; each returns a text about its result, or fails."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.vm.machine import GuestError, Machine

HELP_LINE = 22
"""The GPIO line of the help button in the description of the usual board."""

HERE = Path(__file__).resolve().parent
LONG = 3600.0
"""Seconds that an installation may take on an emulated processor."""


class Walk:
    """The steps in a machine whose second disk has the program."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def take_over(self) -> None:
        """Copy the present files of these tests into a machine that continues from a saved one."""
        for file in ("guest.sh", "hands.py", "gadgets.py"):
            self._machine.write(f"/opt/program/source/tests/vm/{file}", (HERE / file).read_text())

    def prepared(self) -> str:
        """Run `make pi`; return what it installed and changed."""
        self._machine.run("mkdir -p /opt/program && tar xf /dev/vdb -C /opt/program", LONG)
        printed = self._guest("prepared", patience=LONG).splitlines()
        return " ".join(line for line in printed if line.startswith(("Installing", "pi is")))

    def installed(self) -> str:
        """Run `make install`; return its last line."""
        return _last(self._guest("installed", patience=LONG))

    def running_after_a_restart(self) -> str:
        """Restart the machine, and check that the service runs."""
        self._machine.reboot()
        return self.running()

    def running(self) -> str:
        """Check that the service runs; return its state."""
        began = time.monotonic()
        self._until(lambda state: True, 900.0)
        sandbox = self._machine.run("systemd-analyze security jokerboard | tail -1")
        return f"its page answers {time.monotonic() - began:.0f} s after the machine does; {sandbox}"

    def played_through_pins_and_spi(self) -> str:
        """Play with a card scanner on a board whose sensors are read through pins and SPI."""
        return self._play(12)

    def button_pressed(self) -> str:
        """Press the help button, whose pin raises an interrupt."""
        before = self._state()
        self._guest(f"pressed {HELP_LINE}")
        after = self._until(lambda state: state["verdict"] != before["verdict"] or bool(state["lights"]))
        return f"{_verdict(after)}, {len(after['lights'])} lights"

    def chain_unplugged_and_back(self) -> str:
        """Break the data line of the sensor chain and repair it; the page must report it meanwhile."""
        before = self._guest("handles")
        self._guest("unplugged Y")
        lost = self._until(lambda state: "sensors" in _what(state))
        time.sleep(10)  # The table tries to open the chip repeatedly.
        while_away = self._guest("handles")
        self._guest("unplugged N")
        self._until(lambda state: "sensors" not in _what(state))
        handles = f"handles of the chip {before}, {while_away}, {self._guest('handles')}"
        return f"{_faults(lost)}; back again; {handles}"

    def scanner_away_and_back(self) -> str:
        """Play again with the scanner, which has been missing since the last play."""
        return self._play(4)

    def examined_by_doctor(self) -> str:
        """Run `jokerboard doctor` while the service is stopped."""
        found = self._guest("doctor").splitlines()
        self._until(lambda state: True)
        marbles = [line for line in found if "reports a marble on the empty board" in line]
        others = "; ".join(line.removeprefix("- ") for line in found[1:-1] if line not in marbles)
        return f"{others}; {len(marbles)} sensors on which the game's marbles stand"

    def killed(self) -> str:
        """Kill the service (SIGKILL); systemd must start it again."""
        return self._away("KILL")

    def hung(self) -> str:
        """Stop the service's process (SIGSTOP); the watchdog must end it, and systemd start it again."""
        return self._away("STOP")

    def stopped(self) -> str:
        """Stop the service by `systemctl stop`."""
        began = time.monotonic()
        self._machine.run("systemctl stop jokerboard")
        took = time.monotonic() - began
        result = self._machine.run("systemctl show -p Result --value jokerboard; systemctl start jokerboard")
        self._until(lambda state: True)
        return f"{result} in {took:.1f} s"

    def disk_full_and_with_room_again(self) -> str:
        """Fill the disk of the state directory during a game, and free it again."""
        self._guest("on_a_small_disk")
        self._until(lambda state: True)
        return self._without_disk("filled", "emptied")

    def disk_read_only_and_writable_again(self) -> str:
        """Make the disk of the state directory read-only during a game, and writable again."""
        self._guest("on_a_small_disk")
        self._until(lambda state: True)
        try:
            return self._without_disk("read_only", "writable")
        finally:
            self._guest("back_on_its_disk")

    def clock_a_day_ahead_and_back(self) -> str:
        """Set the wall clock a day ahead, and back."""
        self._machine.run("date -s '+1 day'")
        ahead = self._play(2)
        self._machine.run("date -s '-1 day'")
        return f"ahead {ahead}; back {self._play(2)}; {self._verified()}"

    def played_under_load(self) -> str:
        """Play during two minutes of full processors and disk; the watchdog must not end the service."""
        pid = self._guest("pid")
        played = summary(_last(self._guest("loaded 6 91", patience=LONG)))
        assert self._guest("pid") == pid, "the watchdog ended a service that was only slow"
        return f"{played}; the same process afterwards"

    def upgraded(self) -> str:
        """Run `make install` again during a game."""
        before = self._state()
        self._guest("upgraded", patience=LONG)
        return self._goes_on(before)

    def played_through_expanders(self) -> str:
        """Play on a board whose sensors are read by chips on I2C."""
        self._guest("with_expanders")
        self._until(lambda state: True)
        return self._play(8)

    def played_through_a_pico_and_a_usb_scanner(self) -> str:
        """Play with a Pico and a scanner on USB; both are unplugged and plugged in again in the middle."""
        self._guest("with_gadgets")
        # The page has no position before the firmware runs, and it runs only while the hands play.
        return self._hands("8 31 --hid --unplug")

    def played_with_a_serial_reader(self) -> str:
        """Play with a scanner on a USB serial port; it is unplugged and plugged in again with the Pico."""
        path = "/dev/serial/by-id/usb-Scanners_Serial_Reader_reader-0001-if00"
        self._guest(f"read_by barcode {path}")
        return self._hands("6 32 --serial --unplug")

    def uninstalled(self) -> str:
        """Run `make uninstall`; games and configuration must be kept."""
        return "kept: " + self._guest("uninstalled", patience=LONG).replace("\n", " ")

    def upgraded_from_the_release_before(self) -> str:
        """Install an earlier release, play and upgrade; then start with the state of version 0.1.0."""
        self._guest("purged")
        self._guest("older", patience=LONG)
        self._until(lambda state: True, 900.0)
        played = self._play(4)
        before = self._state()
        self._guest("upgraded", patience=LONG)
        went_on = f"{played}; {self._goes_on(before)}, {self._play(3)}, {self._verified()}"
        self._guest("opened")
        return (
            f"{went_on}; the state of 0.1.0: play {self._until(lambda state: True)['n']}, {self._verified()}"
        )

    def _guest(self, command: str, *, patience: float = 300.0, check: bool = True) -> str:
        return self._machine.run(
            f"bash /opt/program/source/tests/vm/guest.sh {command}", patience, check=check
        )

    def _play(self, plays: int) -> str:
        return self._hands(f"{plays} {int(self._state()['n']) + 1}")

    def _hands(self, arguments: str) -> str:
        """Run `hands.py` with these arguments; return its summary."""
        return summary(_last(self._guest(f"played {arguments}", patience=LONG)))

    def _without_disk(self, away: str, back: str) -> str:
        before = self._state()
        self._guest(away)
        try:
            tried = summary(_last(self._guest("played 1 77", check=False)))
            state = self._state()
            assert state["n"] == before["n"], "a play is announced that is not kept"
        finally:
            self._guest(back)
        # The virtual scanner exists only while `hands.py` runs.
        self._until(lambda state: _what(state) <= {"reader table"})
        return f"{tried}: {_faults(state)}; afterwards {self._play(3)}; {self._verified()}"

    def _away(self, signal: str) -> str:
        before, pid = self._state(), self._guest("pid")
        began = time.monotonic()
        self._machine.run(f"kill -{signal} {pid}")
        while self._guest("pid") in (pid, "0"):
            assert time.monotonic() < began + 120, "it is not started again"
            time.sleep(0.2)
        return f"{self._goes_on(before)} after {time.monotonic() - began:.0f} s"

    def _goes_on(self, before: dict[str, Any]) -> str:
        after = self._until(lambda state: True, 900.0)
        assert (after["game"]["id"], after["n"]) == (before["game"]["id"], before["n"])
        return f"the game goes on at play {after['n']}"

    def _verified(self) -> str:
        return _last(self._guest("verified"))

    def _state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._guest("page"))
        return found

    def _until(self, so: Callable[[dict[str, Any]], bool], patience: float = 180.0) -> dict[str, Any]:
        """Wait for a state with a game for which `so` is true; return it."""
        limit = time.monotonic() + patience
        last = "no page"
        while time.monotonic() < limit:
            try:
                state = self._state()
            except GuestError as error:
                last = str(error)[-300:]
            else:
                if state["position"] is not None and so(state):
                    return state
                last = f"{_faults(state)}, {_verdict(state)}"
            time.sleep(0.3)
        log = self._machine.run("journalctl -u jokerboard -o cat -n 15", check=False)
        raise GuestError(f"never so: {last}\n{log}")


INSTALLATION = (Walk.prepared, Walk.installed, Walk.running_after_a_restart)
"""The first steps, without which no other step works."""

STEPS = (
    Walk.played_through_pins_and_spi,
    Walk.button_pressed,
    Walk.chain_unplugged_and_back,
    Walk.scanner_away_and_back,
    Walk.examined_by_doctor,
    Walk.killed,
    Walk.hung,
    Walk.stopped,
    Walk.disk_full_and_with_room_again,
    Walk.disk_read_only_and_writable_again,
    Walk.clock_a_day_ahead_and_back,
    Walk.played_under_load,
    Walk.upgraded,
    Walk.played_through_expanders,
    Walk.played_through_a_pico_and_a_usb_scanner,
    Walk.played_with_a_serial_reader,
    Walk.uninstalled,
    Walk.upgraded_from_the_release_before,
)
"""The steps in a machine with the installed program, in their order."""


def summary(printed: str) -> str:
    """A sentence about the summary in the last line of `hands.py`."""
    seen: dict[str, Any] = json.loads(printed)
    made = seen["right"] + seen["wrong"] + seen["not announced"]
    text = f"{seen['right']} of {made} plays announced rightly"
    if seen["right"]:
        text += f", {seen['median ms']} ms after the last marble at the median, {seen['longest ms']} at most"
    if "lights" in seen:
        text += f"; lights on: {seen['lights']}"
    return text + (f"; while unplugged: {seen['unplugged']}" if "unplugged" in seen else "")


def _last(printed: str) -> str:
    return printed.rpartition("\n")[2]


def _verdict(state: dict[str, Any]) -> str:
    return repr((state["verdict"] or {}).get("text"))


def _what(state: dict[str, Any]) -> set[str]:
    return {fault["what"] for fault in state["faults"]}


def _faults(state: dict[str, Any]) -> str:
    return "; ".join(repr(fault.get("text", fault)) for fault in state["faults"]) or "no fault"
