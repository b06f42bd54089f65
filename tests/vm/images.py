"""Make the virtual machine's disks: Debian with a kernel and the simulated board, and the program.

The disks are kept below `JOKERBOARD_VM` (default ~/.cache/jokerboard-vm), with names that depend on their
contents.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path

from hardware.parts.computer import LGPIO

ROOT = Path(__file__).resolve().parents[2]
TWIN = Path(__file__).resolve().with_name("twin")
KEPT = Path(os.environ.get("JOKERBOARD_VM") or Path.home() / ".cache" / "jokerboard-vm")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
SUITES = {12: ("bookworm", (3, 11)), 13: ("trixie", (3, 13))}
"""The suite of the machine's programs and the version of its Python, by Debian's version."""

KERNEL_OF = "trixie"
"""The suite of the machine's kernel. The kernel of Debian 12 is older than that of any Raspberry Pi OS."""

BEFORE = "999dd786"
"""The commit that is installed before the upgrade."""

SYSTEM = (
    "ca-certificates", "dbus", "e2fsprogs", "git", "i2c-tools", "kmod", "make", "procps", "python3",
    "python3-evdev", "python3-gpiozero", "python3-pip", "python3-smbus2", "python3-spidev", "python3-venv",
    "qemu-guest-agent", "sudo", "systemd", "systemd-sysv", "udev",
)  # fmt: skip
KERNEL = ("gcc", "initramfs-tools", "libc6-dev", "linux-headers-amd64", "linux-image-amd64")
SIZE = "3G"


def lacking() -> str:
    """A text about the requirements that this computer lacks; empty if it has all of them."""
    if os.geteuid() != 0:
        return "root"
    programs = {"qemu-system-x86_64": "qemu-system-x86", "mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs"}
    return ", ".join(package for program, package in programs.items() if shutil.which(program) is None)


def system_disk(suite: str) -> Path:
    """The disk with Debian of that suite, made if it is missing.

    The files `kernel` and `initrd` are in the folder of the disk of `KERNEL_OF`.
    """
    packages = (*SYSTEM, *(KERNEL if suite == KERNEL_OF else ()))
    sources = [file.read_bytes() for file in sorted(TWIN.iterdir())]
    disk = KEPT / f"{suite}-{_digest(*map(str.encode, packages), *sources)}.img"
    if disk.exists():
        return disk
    donor = None if suite == KERNEL_OF else system_disk(KERNEL_OF).with_suffix("")
    root = disk.with_suffix("")
    shutil.rmtree(root, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    _run(
        "mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--components=main",
        f"--include={','.join(packages)}", "--aptopt=APT::Install-Recommends \"false\"",
        "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*",
        "--dpkgopt=path-exclude=/usr/share/locale/*", suite, str(root),
    )  # fmt: skip
    if donor is None:
        _add_twin(root)
    else:
        shutil.copytree(donor / "usr/lib/modules", root / "usr/lib/modules", symlinks=True)
    (root / "etc/hostname").write_text("board\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost board\n")
    _make_disk(root, disk)
    return disk


def kernel() -> tuple[Path, Path]:
    """The paths of the kernel and of its initial file system."""
    boot = system_disk(KERNEL_OF).with_suffix("") / "boot"
    return next(boot.glob("vmlinuz-*")), next(boot.glob("initrd.img-*"))


def program_disk(folder: Path, debian: int) -> Path:
    """Make a tar file in `folder`: this checkout as `source`, `BEFORE` as `older`, packages as `wheels`."""
    staged = folder / "program"
    for name in ("source", "older"):
        (staged / name).mkdir(parents=True)
    packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", staged / "older"], input=packed, check=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    files = [name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()]
    subprocess.run(["cp", "--parents", "-t", staged / "source", *files], cwd=ROOT, check=True)
    disk = folder / "program.tar"
    wheels = _wheels(debian, staged / "older" / "requirements")
    _run("tar", "cf", str(disk), "-C", str(staged), "source", "older", "-C", str(wheels), "wheels")
    shutil.rmtree(staged)
    return disk


def installed_disk(folder: Path, program: Path, debian: int) -> Path:
    """Make a disk in `folder` with a system on which the program is installed."""
    root, disk = folder / "root", folder / "installed.img"
    _run("cp", "-a", str(system_disk(SUITES[debian][0]).with_suffix("")), str(root))
    (root / "opt/program").mkdir()
    _run("tar", "xf", str(program), "-C", str(root / "opt/program"))
    for step in ("prepared", "installed"):
        _run("chroot", str(root), "bash", "/opt/program/source/tests/vm/guest.sh", step)
    _make_disk(root, disk)
    shutil.rmtree(root)
    return disk


def _make_disk(root: Path, disk: Path) -> None:
    unfinished = disk.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    _run("mke2fs", "-q", "-t", "ext4", "-L", "root", "-d", str(root), str(unfinished), SIZE)
    unfinished.rename(disk)


def _wheels(debian: int, older: Path) -> Path:
    """A folder with all packages that the installation needs, in `wheels`, for the Python of that Debian.

    `older` is a folder with the requirements of `BEFORE`.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    suite, python = SUITES[debian]
    wanted = [
        *project["dependencies"],
        *extras["tournament"],
        *extras["trial"],
        "hatchling",
        "setuptools",
        "wheel",
        LGPIO.pip_package(python),
    ]
    pins = (ROOT / "constraints.txt").read_bytes()
    before = [file.read_bytes() for file in sorted(older.glob("*.txt"))]
    folder = KEPT / f"packages-{suite}-{_digest(pins, *map(str.encode, wanted), *before)}"
    if (folder / "wheels").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # Some packages are built from source, so the suite's Python builds them inside the suite's system.
    root = system_disk(suite).with_suffix("")
    for file in (CERTIFICATES, "/etc/resolv.conf"):
        shutil.copy(file, f"{root}{file}")
    shutil.copy(ROOT / "constraints.txt", root / "opt")
    if LGPIO.pip_package(python) != LGPIO.name:  # lgpio has wheels for ARM only, so pip compiles it.
        _run("chroot", str(root), "sh", "-c", "apt-get -q update && apt-get -qy install swig python3-dev")
    pip = ("python3", "-m", "pip", "wheel", "--quiet", "-c", "/opt/constraints.txt", "-w", "/opt/wheels")
    _run("chroot", str(root), *pip, *wanted)
    shutil.copytree(older, root / "opt/requirements", dirs_exist_ok=True)
    without_pins = [word for word in pip if word not in ("-c", "/opt/constraints.txt")]
    _run("chroot", str(root), *without_pins, "-r", "/opt/requirements/tournament.txt")
    (root / "opt/wheels").rename(folder / "part")
    (folder / "part").rename(folder / "wheels")
    return folder


def _add_twin(root: Path) -> None:
    """Build the simulated board as a module of the kernel in `root`, and install it there."""
    (version,) = (root / "usr/lib/modules").iterdir()
    shutil.copytree(TWIN, root / "opt/twin")
    build = f"/lib/modules/{version.name}/build"
    _run("chroot", str(root), "make", "--quiet", "-C", build, "M=/opt/twin", "modules")
    extra = root / "usr/lib/modules" / version.name / "extra"
    extra.mkdir()
    shutil.copy(root / "opt/twin/board.ko", extra)
    _run("chroot", str(root), "depmod", version.name)


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:10]


def _run(*command: str, cwd: Path | None = None) -> None:
    run: subprocess.CompletedProcess[str] = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise RuntimeError(f"{' '.join(_short(command))}: {run.stderr.strip() or run.stdout.strip()}")


def _short(command: Sequence[str]) -> list[str]:
    return [each for each in command if len(each) < 100]
