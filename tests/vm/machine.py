"""Run a virtual machine, and run commands in it by QEMU's guest agent."""

from __future__ import annotations

import base64
import contextlib
import json
import random
import socket
import subprocess
import time
from collections.abc import Iterator
from io import BufferedRWPair
from pathlib import Path
from typing import Any, Self

from tests.vm.images import kernel

AGENT = "org.qemu.guest_agent.0"
PARAMETERS = "root=/dev/vda rw console=ttyS0 no_timer_check mitigations=off systemd.show_status=0"


class GuestError(Exception):
    """A command in the machine failed, or the machine does not answer."""


class Machine:
    """A machine with 512 MB and two processors, without a network, whose changes to its disk are discarded.

    Its console and the agent's socket are in `folder`; `program` is its second disk. `acceleration` is
    QEMU's; "kvm" needs a processor that supports it. `kept` is a folder that `keep` wrote, from which
    the machine continues.
    """

    def __init__(
        self,
        disk: Path,
        program: Path,
        folder: Path,
        acceleration: str = "tcg,thread=multi",
        kept: Path | None = None,
    ) -> None:
        image, initrd = kernel()
        self.console = folder / "console.log"
        self._socket, self._monitor = folder / "agent.sock", folder / "monitor.sock"
        self._disk, self._program = folder / "disk.img", program
        self._resets = 0
        going_on = []
        if kept is not None:
            disk, self._program = kept / "disk.img", kept / "program.tar"
            going_on = ["-incoming", f"exec:cat {kept / 'memory'}"]
        _copy(disk, self._disk)
        self._process = subprocess.Popen(
            [
                "qemu-system-x86_64", "-accel", acceleration, "-cpu", "max",
                "-m", "512", "-smp", "2", "-nodefaults", "-display", "none", "-kernel", str(image),
                "-initrd", str(initrd), "-append", PARAMETERS,
                "-drive", f"file={self._disk},format=raw,if=virtio,cache=unsafe",
                "-drive", f"file={self._program},format=raw,if=virtio,readonly=on",
                "-serial", f"file:{self.console}", "-device", "virtio-serial",
                "-chardev", f"socket,path={self._socket},server=on,wait=off,id=agent",
                "-device", f"virtserialport,chardev=agent,name={AGENT}",
                "-qmp", f"unix:{self._monitor},server=on,wait=off", *going_on,
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def up(self, patience: float = 3600.0) -> None:
        """Wait until the machine answers; raise GuestError after `patience` seconds.

        If its kernel panics, reset it: an emulated processor sometimes runs an instruction that the other
        processor is replacing.
        """
        limit = time.monotonic() + patience
        while time.monotonic() < limit:
            if self._panics() > self._resets:
                self._resets += 1
                with self._monitored() as monitor:
                    monitor("system_reset")
            if self._process.poll() is not None:
                raise GuestError(f"QEMU ended: {self._process.stderr and self._process.stderr.read()}")
            with contextlib.suppress(OSError, ValueError), self._connected(2.0) as agent:
                agent("guest-ping")
                return
            time.sleep(0.2)
        raise GuestError(f"no answer in {patience:g} s; {self.console} has its console")

    def _panics(self) -> int:
        return self.console.read_bytes().count(b"end Kernel panic") if self.console.exists() else 0

    def run(self, command: str, patience: float = 300.0, *, check: bool = True) -> str:
        """Run a command in root's shell; return its output without trailing line ends.

        Raise GuestError if it fails and `check` is set, or if it takes longer than `patience` seconds.
        """
        limit = time.monotonic() + patience
        with self._connected(30.0) as agent:
            pid = agent(
                "guest-exec",
                path="/bin/bash",
                arg=["-c", f"{{ {command}\n}} 2>&1"],
                **{"capture-output": True},
            )["pid"]
            pause = 0.02
            while not (state := agent("guest-exec-status", pid=pid))["exited"]:
                if time.monotonic() > limit:
                    raise GuestError(f"not done in {patience:g} s: {command}")
                time.sleep(pause)
                pause = min(2 * pause, 0.5)
        printed = base64.b64decode(state.get("out-data", "")).decode(errors="replace").rstrip("\n")
        if check and state.get("exitcode") != 0:
            raise GuestError(f"{command}: {state.get('exitcode', 'killed')}: {printed}")
        return printed

    def write(self, path: str, text: str) -> None:
        """Write a file into the machine."""
        data = base64.b64encode(text.encode()).decode()
        self.run(f"mkdir -p $(dirname {path}); base64 -d >{path} <<<{data}")

    def keep(self, folder: Path) -> None:
        """Save memory and disks into a folder, from which a machine can continue.

        This machine continues, too.
        """
        folder.mkdir(parents=True, exist_ok=True)
        with self._monitored() as monitor:
            monitor("stop")
            monitor("migrate", uri=f"exec:cat >{folder / 'memory'}")
            while (status := monitor("query-migrate").get("status")) != "completed":
                if status == "failed":
                    raise GuestError("its memory could not be written")
                time.sleep(0.2)
            _copy(self._disk, folder / "disk.img")
            _copy(self._program, folder / "program.tar")
            monitor("cont")

    def go_on(self) -> None:
        """Resume a kept machine once its memory has been loaded."""
        limit = time.monotonic() + 600
        while time.monotonic() < limit:
            with contextlib.suppress(OSError, ValueError), self._monitored() as monitor:
                match monitor("query-status")["status"]:
                    case "inmigrate":
                        pass
                    case "running":
                        return
                    case _:
                        monitor("cont")
            time.sleep(0.2)
        raise GuestError("the machine that was kept does not run")

    def reboot(self) -> None:
        """Restart the machine, and wait until it answers again."""
        before = self.run("cat /proc/sys/kernel/random/boot_id")
        self.run("systemctl --no-block reboot")
        limit = time.monotonic() + 3600
        while time.monotonic() < limit:
            with contextlib.suppress(OSError, ValueError, GuestError):
                self.up()
                if self.run("cat /proc/sys/kernel/random/boot_id", 20.0) != before:
                    return
            time.sleep(0.5)
        raise GuestError("it does not come up again")

    @contextlib.contextmanager
    def _monitored(self) -> Any:
        """A context with a function that sends a command to QEMU's monitor, and may raise GuestError."""
        with _line_to(self._monitor, 600.0) as file:

            def monitor(execute: str, **arguments: Any) -> Any:
                file.write(json.dumps({"execute": execute, "arguments": arguments}).encode() + b"\n")
                file.flush()
                while True:  # Events may arrive between a command and its answer.
                    answer = json.loads(file.readline())
                    if "error" in answer:
                        raise GuestError(f"{execute}: {answer['error']['desc']}")
                    if "return" in answer:
                        return answer["return"]

            monitor("qmp_capabilities")
            yield monitor

    @contextlib.contextmanager
    def _connected(self, patience: float) -> Any:
        with _line_to(self._socket, patience) as file:

            def agent(execute: str, **arguments: Any) -> Any:
                file.write(json.dumps({"execute": execute, "arguments": arguments}).encode() + b"\n")
                file.flush()
                answer = json.loads(file.readline())
                if "error" in answer:
                    raise GuestError(f"{execute}: {answer['error']['desc']}")
                return answer["return"]

            # Skip answers that an earlier connection did not read.
            number = random.getrandbits(31)
            file.write(
                b"\xff" + json.dumps({"execute": "guest-sync", "arguments": {"id": number}}).encode() + b"\n"
            )
            file.flush()
            while True:
                answered = file.readline()
                if not answered:
                    raise OSError("the agent's line is closed")
                with contextlib.suppress(ValueError):
                    if json.loads(answered.lstrip(b"\xff")).get("return") == number:
                        break
            yield agent


@contextlib.contextmanager
def _line_to(socket_file: Path, patience: float) -> Iterator[BufferedRWPair]:
    """A context with a connection to a socket of QEMU, which accepts one connection at a time."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(patience)
        line.connect(str(socket_file))
        with line.makefile("rwb") as file:
            yield file


def _copy(source: Path, target: Path) -> None:
    """Copy a disk; its unused blocks stay unallocated."""
    subprocess.run(["cp", "--sparse=always", "--reflink=auto", source, target], check=True)
