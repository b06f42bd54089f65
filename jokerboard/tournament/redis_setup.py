"""A Redis for a hall: its configuration, its users, its certificates, and what each table needs of them.

Redis without a password answers only its own machine (protected mode), and one open to the network is open to
everybody. So the hall's Redis has users of its own: the desk, and one for each table with the rights of
`jokerboard/tournament/redis_rights.py`. Nobody else gets in, since the default user is off. TLS keeps the
passwords.

Passwords are made here and kept as hashes in `users.acl`; each table gets its own in a file.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from jokerboard.host.files import create_private
from jokerboard.tournament.errors import AddressError
from jokerboard.tournament.redis_rights import desk_rights, table_rights

PORT = 6380
DESK = "desk"
_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)
"""A table's name; a pattern in it would give its user the keys of others."""

_CONF = """# The hall's Redis: redis-server {there}/redis.conf
bind * -::*
port 0
tls-port {port}
tls-cert-file {there}/redis.pem
tls-key-file {there}/redis.key
tls-ca-cert-file {there}/hall-ca.pem
tls-auth-clients no
aclfile {there}/users.acl
dir {there}
appendonly yes
maxmemory-policy noeviction
"""

_CERTIFICATES = """#!/bin/sh
# A CA for the hall, and a certificate for its Redis. Only hall-ca.pem goes to the tables.
set -eu
cd "$(dirname "$0")"
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 \\
  -keyout ca.key -out hall-ca.pem -subj "/CN=the hall"
openssl req -newkey rsa:2048 -nodes -keyout redis.key -out redis.csr -subj "/CN={host}"
printf 'subjectAltName={kind}:{host}\\n' > names
openssl x509 -req -in redis.csr -CA hall-ca.pem -CAkey ca.key -CAcreateserial -days 365 \\
  -extfile names -out redis.pem
chmod 644 hall-ca.pem redis.pem
"""

_TABLE = """# Into /etc/jokerboard/table.toml of this table; beside it, hall-ca.pem and redis.password.
[tournament]
redis = "rediss://{user}@{host}:{port}"
password_file = "redis.password"
ca = "hall-ca.pem"
name = "{title}"
"""


def write_setup(where: Path, host: str, tables: Mapping[str, str], port: int = PORT) -> tuple[str, ...]:
    """Write everything into the new directory `where`; the steps that are left, as lines for people.

    `tables`: what the hall calls each, by its name for programs. AddressError when the directory is there
    already, or a table has a name that no table has.
    """
    for name in tables:
        if not _NAME.fullmatch(name):
            raise AddressError(f"no table is called {name!r}: give its name for programs")
    try:
        where.mkdir(parents=True, mode=0o700)
    except FileExistsError:
        raise AddressError(f"{where} is there already; give the name of a new directory") from None
    except OSError as error:
        raise AddressError(f"{where} cannot be made: {error.strerror}") from error
    there = where.absolute()
    users = ["user default off"]
    users.append(_user(where / "desk.password", DESK, desk_rights()))
    for name, title in tables.items():
        own = where / name
        own.mkdir()
        users.append(_user(own / "redis.password", name, table_rights(name)))
        told = _TABLE.format(user=name, host=host, port=port, title=title)
        (own / "table.toml").write_text(told, encoding="utf-8")
    _write(where / "users.acl", "\n".join(users) + "\n")
    (where / "redis.conf").write_text(_CONF.format(there=there, port=port), encoding="utf-8")
    script = where / "certificates.sh"
    script.write_text(_CERTIFICATES.format(host=host, kind=_kind(host)), encoding="utf-8")
    script.chmod(0o700)
    return (
        f"1. Make the certificates:  {script}",
        f"2. Start the Redis:        redis-server {there}/redis.conf",
        f"3. Start the desk:         jokerboard director --redis rediss://{DESK}@{host}:{port}"
        f" --redis-password {there}/desk.password --redis-ca {there}/hall-ca.pem",
        f"4. At each table:          copy {there}/hall-ca.pem and that table's directory"
        f" ({', '.join(tables) or 'none yet: give --table NAME'})",
    )


def _user(password_file: Path, name: str, rights: Sequence[str]) -> str:
    password = secrets.token_urlsafe(24)
    _write(password_file, password + "\n")
    digest = hashlib.sha256(password.encode()).hexdigest()
    return f"user {name} on #{digest} {' '.join(rights)}"


def _write(path: Path, text: str) -> None:
    """A file that only its owner reads."""
    create_private(path, text)


def _kind(host: str) -> str:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "DNS"
    return "IP"
