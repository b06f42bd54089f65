"""Run a script under a separate systemd, which works on a temporary copy of this computer's files.

The root file system is an overlay that is discarded afterwards. The processes have a control group, a process
namespace and a mount namespace of their own, so units, users and files that the script makes do not affect
this computer. This needs root, systemd, overlayfs and unified control groups.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.programs import ran, until

LIMIT = 285.0
"""Seconds to wait for the script, just below the limit of a test. On a free machine it takes a minute."""
CGROUPS = (Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup"))
SYSTEMD = Path("/lib/systemd/systemd")
INNER = """\
set -e
stage=$1 root=$1/root
mount -t tmpfs tmpfs "$stage"
mkdir "$stage/up" "$stage/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$stage/up,workdir=$stage/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mkdir "$root/run/old"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mknod -m 666 "$root/dev/null" c 1 3
mknod -m 666 "$root/dev/zero" c 1 5
mknod -m 666 "$root/dev/full" c 1 7
mknod -m 666 "$root/dev/random" c 1 8
mknod -m 666 "$root/dev/urandom" c 1 9
ln -s /proc/self/fd "$root/dev/fd"
mknod -m 666 "$root/dev/tty" c 5 0
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mkdir "$root/opt/tried"
cp "$2" "$root/opt/tried/script"
[ -z "$3" ] || cp -a "$3" "$root/opt/tried/given"
mkfifo "$root/dev/said"
# A busy machine opens the pipe after the root has changed, so the path must not contain the root.
cd "$root/dev"
cat said &
cat >"$root/etc/systemd/system/tried.target" <<UNIT
[Unit]
DefaultDependencies=no
Requires=systemd-journald.socket systemd-journald.service tried.service
UNIT
cat >"$root/etc/systemd/system/tried.service" <<UNIT
[Unit]
DefaultDependencies=no
After=systemd-journald.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart=/bin/bash -c 'exec /bin/bash /opt/tried/script >/dev/said 2>&1'
ExecStopPost=/bin/systemctl --force --force poweroff
UNIT
cd "$root"
pivot_root . run/old
cd /
umount -l /run/old
exec env -i container=tests "PATH=$PATH" \\
    @SYSTEMD@ --system --unit=tried.target --log-level=err --log-target=null
"""


def missing() -> str:
    """A text about the missing requirements; empty if none is missing."""
    if os.geteuid() != 0:
        return "root"
    if not SYSTEMD.exists() or any(shutil.which(each) is None for each in ("unshare", "pivot_root", "git")):
        return "systemd, unshare, pivot_root and git"
    if _cgroup() is None:
        return "unified control groups that can be written"
    tried = subprocess.run(["unshare", "-m", "-p", "-f", "-C", "true"], capture_output=True, check=False)
    return "namespaces" if tried.returncode else ""


def run_under_systemd(script: str, directory: Path, given: Path | None = None) -> str:
    """Run a script as root under a separate systemd; return its output.

    The script has a copy of the folder `given` at /opt/tried/given.
    """
    parent = _cgroup()
    assert parent is not None
    group = parent / f"jokerboard-tests-{os.getpid()}"
    stage, file, inner = directory / "stage", directory / "script", directory / "inner"
    stage.mkdir()
    file.write_text(script)
    inner.write_text(INNER.replace("@SYSTEMD@", str(SYSTEMD)))
    group.mkdir()
    enter = f'echo $$ >{group}/cgroup.procs && exec unshare -m -p -f -u -i -C --propagation private "$@"'
    try:
        run = ran("bash", "-c", enter, "enter", "bash", inner, stage, file, given or "", patience=LIMIT)
    finally:
        # Kill the processes that still run there; then remove the control groups, the innermost first.
        with contextlib.suppress(OSError):
            (group / "cgroup.kill").write_text("1")
            until(lambda: "populated 0" in (group / "cgroup.events").read_text(), "its processes are gone")
        until(lambda: _removed(group), "its control groups are gone")
    return run.stdout + run.stderr


def python_for_everybody() -> str:
    """The path of a Python outside all home directories, which a unit can run; empty if there is none."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (f"{sys.base_prefix}/bin/{version}", f"/usr/bin/{version}", "/usr/bin/python3"):
        at_home = Path(path).is_relative_to("/root") or Path(path).is_relative_to("/home")
        asked = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
        if Path(path).exists() and not at_home and _does(path, asked):
            return path
    return ""


def _removed(group: Path) -> bool:
    """Try to remove a control group; return False if it is busy, as for a moment after its last process."""
    try:
        for each in sorted(group.rglob("*"), reverse=True):
            if each.is_dir():
                each.rmdir()
        group.rmdir()
    except OSError:
        return False
    return True


def _cgroup() -> Path | None:
    return next((each for each in CGROUPS if os.access(each / "cgroup.procs", os.W_OK)), None)


def _does(python: str, what: str) -> bool:
    return subprocess.run([python, "-c", what], capture_output=True, check=False).returncode == 0
