"""Set up a Redis for a hall: its configuration, its users, its certificates, and the settings of each table.

A Redis without a password answers only its own machine (protected mode); a Redis that is open to the network
is open to everybody. The hall's Redis therefore has separate users: one for the desk, and one for each table
with the rights of `table_rights`. The default user is off, so nobody else has access. TLS protects the
passwords.

A table's name is a number or a word, which is written on the table: a table that joins publishes under that
name, whatever name its journal has. Passwords are made here, and `users.acl` has only their hashes; each
table gets its own password in a file. The CA and the certificate are made by openssl, with a script that
remains in the folder to renew the certificate next year.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
import re
import secrets
import shlex
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from jokerboard.host.files import create_private
from jokerboard.host.outside_text import TextError, accepted
from jokerboard.host.system import install_line
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address, parse_address
from jokerboard.tournament.errors import AddressError, TournamentError

PORT = 6380
DESK = "desk"
_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)
"""The pattern of a table's name. A wildcard in a name would give its user the keys of other tables."""
_HOST = re.compile(r"[\w.:-]{1,253}", re.ASCII)
_RESERVED = frozenset(
    ("data", "names", "desk", "default", "federation", "ca.key", "redis.conf", "redis.key", "redis.csr",
     "redis.pem",
     "users.acl", "certificates.sh", "hall-ca.pem", "hall-ca.srl", "desk.url", "desk.password")
)  # fmt: skip
"""The names of other users and of files in the folder, which no table may have."""
URL_FILE = "desk.url"
PASSWORD_FILE = "desk.password"
CA_FILE = "hall-ca.pem"

_CONF = """# The hall's Redis: redis-server {there}/redis.conf
# `make install-director` copies this folder to /etc/jokerboard/redis and runs it as jokerboard-redis.service.
bind * -::*
port 0
tls-port {port}
tls-cert-file {there}/redis.pem
tls-key-file {there}/redis.key
tls-ca-cert-file {there}/hall-ca.pem
tls-auth-clients no
aclfile {there}/users.acl
dir {there}/data
appendonly yes
maxmemory-policy noeviction
"""

_CERTIFICATES = """#!/bin/sh
# A CA for the hall, and a certificate for its Redis. Only hall-ca.pem goes to the tables.
set -eu
cd "$(dirname "$0")"
umask 077
# A Raspberry Pi without a clock may lag behind, so the certificates are valid from the day before.
yesterday=$(date -u -d '1 day ago' +%Y%m%d%H%M%SZ 2>/dev/null || date -u -v-1d +%Y%m%d%H%M%SZ)
cat > ca.cnf <<CNF
[ca]
default_ca = hall
[hall]
database = ca.index
rand_serial = yes
unique_subject = no
new_certs_dir = .
default_md = sha256
default_days = 365
default_startdate = $yesterday
policy = any
[any]
commonName = supplied
[req]
distinguished_name = any
[of_the_ca]
basicConstraints = critical,CA:TRUE
subjectKeyIdentifier = hash
[of_redis]
subjectAltName = {kind}:{host}
CNF
: > ca.index
openssl req -config ca.cnf -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \\
  -keyout ca.key -out ca.csr -subj "/CN=the hall"
openssl ca -config ca.cnf -batch -notext -selfsign -keyfile ca.key -in ca.csr \\
  -extensions of_the_ca -out hall-ca.pem
openssl req -config ca.cnf -newkey rsa:2048 -nodes -keyout redis.key -out redis.csr -subj "/CN={host}"
openssl ca -config ca.cnf -batch -notext -cert hall-ca.pem -keyfile ca.key -in redis.csr \\
  -extensions of_redis -out redis.pem
rm -f ca.index* ca.csr redis.csr ca.cnf [0-9A-F]*.pem
chmod 644 hall-ca.pem redis.pem
openssl x509 -in redis.pem -noout -enddate
"""

_TABLE = """# For this table alone: jokerboard table join FOLDER puts it into the table's configuration.
[tournament]
redis = "rediss://{user}@{host}:{port}"
password_file = "redis.password"
ca = "hall-ca.pem"
id = "{user}"
name = {title}
"""


_TABLE_COMMANDS = (
    "multi", "exec", "get", "set", "hget", "xadd", "xlen", "xrange", "xrevrange", "xread", "xtrim",
    "xinfo|groups", "xpending", "expire", "ping", "publish", "subscribe", "unsubscribe",
)  # fmt: skip
_DESK_COMMANDS = (
    "multi", "exec", "get", "mget", "hgetall", "scan", "xadd", "xlen", "xrange", "xrevrange", "xreadgroup",
    "xack", "xautoclaim", "xgroup|create", "xgroup|setid", "ping",
    "set", "hget", "xread", "xtrim", "xinfo|groups", "xpending", "expire",
)  # fmt: skip
_FEDERATION_COMMANDS = ("mget", "scan", "xrange", "ping")
FEDERATION = "federation"
"""The user that only reads the hall's tournament log, and the folder with a federation's settings."""


def table_rights(name: str) -> tuple[str, ...]:
    """The rights of the table `name`, as ACL rules of Redis.

    It writes its own announcement, log and heartbeat, reads its orders, and exchanges packets with other
    tables of a game on several boards. It also reads the hash in which version 0.1 announced all tables, to
    continue with its generation.
    """
    commands = tuple(f"+{one}" for one in _TABLE_COMMANDS)
    own = (f"~{keys.table(name)}", f"~{keys.log(name, 0)[:-1]}*", f"~{keys.here(name)}")
    return (*commands, *own, f"%R~{keys.orders(name)}", f"%R~{keys.TABLES}", f"&{keys.MEETINGS}*")


def desk_rights() -> tuple[str, ...]:
    """The rights of the desk, as ACL rules of Redis: read the tables' streams, and give orders."""
    commands = tuple(f"+{one}" for one in _DESK_COMMANDS)
    return (*commands, f"~{keys.PREFIX}*")


def federation_rights() -> tuple[str, ...]:
    """The rights of a federation's desk, as ACL rules: read the tournament that the hall publishes."""
    commands = tuple(f"+{one}" for one in _FEDERATION_COMMANDS)
    hall = (keys.table("hall:"), keys.log("hall:", 0)[:-2], keys.here("hall:"))
    return (*commands, *(f"%R~{one}*" for one in hall))


def write_setup(where: Path, host: str, tables: Mapping[str, str], port: int = PORT) -> tuple[str, ...]:
    """Write all files into the new directory `where`; return the next steps, as lines for people.

    `tables` has, for each name that is written on a table, the table's name in the hall. Raise AddressError
    if the directory exists already, a name is impossible, or openssl is missing or fails; then no directory
    remains.
    """
    _check(host, tables)
    try:
        where.mkdir(parents=True, mode=0o700)
    except FileExistsError:
        raise AddressError(f"{where} exists already; give the name of a new directory") from None
    except OSError as error:
        raise AddressError(f"{where} cannot be made: {error.strerror}") from error
    there = where.absolute()
    users = ["user default off"]
    users.append(_user(where / PASSWORD_FILE, DESK, desk_rights()))
    (where / URL_FILE).write_text(f"rediss://{DESK}@{_in_url(host)}:{port}\n", encoding="utf-8")
    reading = where / FEDERATION
    reading.mkdir()
    users.append(_user(reading / PASSWORD_FILE, FEDERATION, federation_rights()))
    (reading / URL_FILE).write_text(f"rediss://{FEDERATION}@{_in_url(host)}:{port}\n", encoding="utf-8")
    (where / "data").mkdir()
    for name, title in tables.items():
        own = where / name
        own.mkdir()
        users.append(_user(own / "redis.password", name, table_rights(name)))
        settings = _TABLE.format(
            user=name, host=_in_url(host), port=port, title=json.dumps(title, ensure_ascii=False)
        )
        (own / "table.toml").write_text(settings, encoding="utf-8")
    create_private(where / "users.acl", "\n".join(users) + "\n")
    (where / "redis.conf").write_text(_CONF.format(there=there, port=port), encoding="utf-8")
    script = where / "certificates.sh"
    script.write_text(_CERTIFICATES.format(host=host, kind=_kind(host)), encoding="utf-8")
    script.chmod(0o700)
    try:
        end = _make_certificates(script)
    except AddressError:
        shutil.rmtree(where)
        raise
    for name in (FEDERATION, *tables):
        shutil.copyfile(where / CA_FILE, where / name / CA_FILE)
    folders = ", ".join(f"{there}/{name}" for name in tables) or "none yet: add --table NAME"
    return (
        f"Here, as services:  sudo make install-director HALL={there}",
        f"or by hand:         redis-server {there}/redis.conf",
        f"and                 jokerboard director --hall {there}",
        f"At each table, with its own folder ({folders}) copied there:",
        "as a service:       sudo jokerboard table join FOLDER, and sudo systemctl restart jokerboard",
        "to try it out:      jokerboard demo --hall FOLDER",
        f"The certificates end on {end}; {script.name} makes new ones; each table needs the new {CA_FILE}.",
    )


def _check(host: str, tables: Mapping[str, str]) -> None:
    """Raise AddressError, with a possible name, if the name of the host or of a table is impossible."""
    if not _HOST.fullmatch(host):
        raise AddressError(
            f"{host!r} is not a host: give the name or address by which the tables reach this machine"
        )
    for name, title in tables.items():
        try:
            accepted(title, 60, 0)
        except TextError as error:
            raise AddressError(f"the hall cannot call table {name} {title!r}: {error}") from error
        if not _NAME.fullmatch(name) or name.startswith(".") or name in _RESERVED:
            other = re.sub(r"[^a-zA-Z0-9_-]+", "-", name).strip("-")[:60]
            advice = f"{other}={name}" if other and other not in _RESERVED else f"1={name}"
            raise AddressError(
                f"no table can be called {name!r}: give the number or word that stands on it, in letters,"
                f" digits, '_' and '-', and after = what the hall calls it: --table {shlex.quote(advice)}"
            )
    if shutil.which("openssl") is None:
        raise AddressError(
            "openssl, which makes the certificates, is not installed: sudo apt install openssl"
        )


def _make_certificates(script: Path) -> str:
    """Run the script; return the time at which the certificates expire, as openssl prints it."""
    done = subprocess.run([script.absolute()], capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip() or "no reason given").splitlines()[-1]
        raise AddressError(f"openssl cannot make the certificates: {why}")
    return done.stdout.strip().rpartition("notAfter=")[2]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def hall_address(folder: Path) -> Address:
    """The address for the desk of the Redis in a folder that `write_setup` made.

    Raise AddressError if the folder has no readable address file.
    """
    try:
        url = (folder / URL_FILE).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise AddressError(
            f"{folder} has no readable {URL_FILE}; give the folder that jokerboard director redis-setup wrote"
        ) from error
    return parse_address(url, password_file=folder / PASSWORD_FILE, ca=folder / CA_FILE)


def _user(password_file: Path, name: str, rights: Sequence[str]) -> str:
    password = secrets.token_urlsafe(24)
    create_private(password_file, password + "\n")
    # users.acl has hashes only, so the file of the Redis holds no password.
    digest = hashlib.sha256(password.encode()).hexdigest()
    return f"user {name} on #{digest} {' '.join(rights)}"


def _kind(host: str) -> str:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "DNS"
    return "IP"


@contextmanager
def trial_redis(port: int = 0) -> Iterator[Address]:
    """Run a Redis server that only this machine can reach; with port 0, any free port is used.

    Raise TournamentError if fakeredis is not installed or the port cannot be used.
    """
    try:
        from fakeredis import TcpFakeServer
    except ImportError as error:
        raise TournamentError(
            f"a trial Redis needs fakeredis: {install_line('jokerboard[trial]')}, or give --redis URL"
        ) from error
    try:
        server = TcpFakeServer(("127.0.0.1", port), server_type="redis", server_version=(7, 0))
    except OSError as error:
        raise TournamentError(
            f"the trial Redis cannot use port {port}: {error.strerror}; give another --demo-redis PORT"
        ) from error
    # An open connection must not delay the end of the program.
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="trial redis", daemon=True)
    thread.start()
    try:
        yield parse_address(f"redis://127.0.0.1:{server.server_address[1]}", environment={})
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
