"""`make install` under a systemd of its own: installed, killed, hung, upgraded, removed."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from tests.examples import whole
from tests.programs import free_port
from tests.systemd.own_systemd import missing, python_for_everybody, run_under_systemd
from tests.systemd.test_install import IMPATIENT, NO_PACKAGES

ROOT = Path(__file__).parents[2]
PYTHON = python_for_everybody()
MISSING = missing() or ("" if PYTHON else "a Python with venv that is in nobody's home")

SCRIPT = r"""
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
@PIP@
# Units have a /tmp of their own; what lies in this one is out of sight as soon as the first of them starts.
mkdir /opt/source && cd /opt/source
(cd @ROOT@ && git -c safe.directory='*' ls-files -z | xargs -0 cp --parents -t /opt/source)
PY=@PYTHON@

said() { echo "RESULT $1 ${*:2}"; }
state() { $PY -c '
import json, sys, urllib.request
state = json.load(urllib.request.urlopen("http://127.0.0.1:@PORT@/api/state", timeout=5))
print(state["game"]["id"], state["n"], len(state["faults"]))' 2>/dev/null; }
until_it_plays() { for _ in $(seq 300); do state && return; sleep 0.2; done; }
pid() { systemctl show -p MainPID --value jokerboard; }
another() { for _ in $(seq 300); do case $(pid) in $1|0) sleep 0.2;; *) return;; esac; done; }
make_it() { make --no-print-directory "$@" "PYTHON=$PY" </dev/null 2>&1 || said failed "$@"; }

# The board is a simulated one, in the real one's place and in its sandbox.
# Modules that one start compiled serve the next one.
mkdir -p /etc/systemd/system/jokerboard.service.d
cat >/etc/systemd/system/jokerboard.service.d/simulated.conf <<UNIT
[Service]
ExecStart=
ExecStart=/usr/local/bin/jokerboard demo --state %S/jokerboard --port @PORT@ --speed 3 --by-hand --seed 1
Environment=PYTHONPYCACHEPREFIX=%S/jokerboard/compiled
UNIT
make_it install @COMPILE@
[ "$(systemctl is-active jokerboard)" = active ] || { journalctl -u jokerboard -o cat; exit 1; }
said begun $(until_it_plays)
rights='^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):'
said as $(grep -E "$rights" /proc/$(pid)/status | tr -s '\t\n' ' ')
said owner $(stat -c %U:%a /var/lib/jokerboard)

before=$(pid)
kill -9 "$before"
another "$before"
said killed $(until_it_plays)

before=$(pid)
kill -STOP "$before"
another "$before"
said hung $(until_it_plays)

said upgrading $(until_it_plays)
echo '# ours' >>/etc/jokerboard/table.toml
make_it install PIP_ARGS=--no-compile | tee /opt/upgrade
said kept $(grep -o 'table.toml is kept as it is' /opt/upgrade)
said upgraded $(until_it_plays)
said configured $(tail -1 /etc/jokerboard/table.toml)
verify="/usr/local/bin/jokerboard journal verify --state /var/lib/jokerboard"
said verified $(runuser -u jokerboard -- $verify | head -1)

mkdir -p /etc/jokerboard
printf 'REDIS=redis://127.0.0.1:1\nHTTP=127.0.0.1:@DESK@\n' >/etc/jokerboard/director.env
make_it install-director PIP_ARGS=--no-compile
[ "$(systemctl is-active jokerboard-director)" = active ] || systemctl status jokerboard-director
said director $(systemctl is-active jokerboard-director) $(stat -c %U:%a /var/lib/jokerboard-director)
said status $(systemctl show -p StatusText --value jokerboard-director)
said log $(until_it_plays >/dev/null; journalctl -u jokerboard -n 1 -o cat)

make_it uninstall
there() {
    ls -d /usr/local/lib/jokerboard /usr/local/bin/jokerboard /etc/systemd/system/jokerboard*.service \
        /etc/udev/rules.d/60-jokerboard.rules /etc/jokerboard /var/lib/jokerboard* 2>/dev/null
}
said removed $(there)
make_it uninstall PURGE=1
said purged $(there; getent passwd jokerboard jokerboard-director)
"""


@pytest.mark.skipif(bool(MISSING), reason=f"needs {MISSING}")
def test_an_installed_table_survives_kills_hangs_and_an_upgrade_under_systemd(tmp_path: Path) -> None:
    settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_")} | IMPATIENT
    pip = "\n".join(f"export {name}={shlex.quote(value)}" for name, value in settings.items())
    script = SCRIPT.replace("@PIP@", pip).replace("@ROOT@", str(ROOT)).replace("@PYTHON@", PYTHON)
    # If everything is tried, the first installation compiles every module, as people's do.
    script = script.replace("@COMPILE@", "" if whole() else "PIP_ARGS=--no-compile")
    script = script.replace("@PORT@", str(free_port())).replace("@DESK@", str(free_port()))
    printed = run_under_systemd(script, tmp_path)
    if any(text in printed for text in NO_PACKAGES):
        pytest.skip("the packages cannot be downloaded here")
    results = [f"{line} ".split(" ", 2)[1:] for line in printed.splitlines() if line.startswith("RESULT ")]
    found = {name: value.strip() for name, value in results}
    assert "failed" not in found, printed
    assert "purged" in found, printed

    game, n, faults = found["begun"].split()
    assert faults == "0"
    uid, *_ = found["as"].removeprefix("Uid: ").split()
    assert int(uid) != 0
    assert "CapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2" in found["as"]
    assert found["owner"] == "jokerboard:750"
    for after in ("killed", "hung", "upgrading", "upgraded"):
        same, later, faults = found[after].split()
        assert (same, int(later) >= int(n), faults) == (game, True, "0"), after
        n = later
    assert (found["kept"], found["configured"]) == ("table.toml is kept as it is", "# ours")
    assert "every one as it was written" in found["verified"]
    assert found["director"] == "active jokerboard-director:700"
    assert found["status"]
    assert found["log"].startswith("The table is at http://127.0.0.1:")
    assert found["removed"] == "/etc/jokerboard /var/lib/jokerboard /var/lib/jokerboard-director"
    assert found["purged"] == ""
