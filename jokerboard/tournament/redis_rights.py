"""The rights of a table and of the desk in Redis: the rules of their ACL users, as Redis takes them."""

from __future__ import annotations

from jokerboard.tournament import keys

_TABLE = (
    "multi", "exec", "get", "set", "hget", "xadd", "xlen", "xrange", "xrevrange", "xread", "expire", "ping",
)  # fmt: skip
_DESK = (
    "multi", "exec", "get", "mget", "hgetall", "scan", "xadd", "xlen", "xrange", "xrevrange", "xreadgroup",
    "xack", "xautoclaim", "xgroup|create", "ping",
)  # fmt: skip


def table_rights(name: str) -> tuple[str, ...]:
    """The rights of the table `name`: its own announcement, log and sign of life; its orders to read.

    It may read the hash in which version 0.1 announced all tables, to go on with its generation.
    """
    commands = tuple(f"+{one}" for one in _TABLE)
    own = (f"~{keys.table(name)}", f"~{keys.log(name, 0)[:-1]}*", f"~{keys.here(name)}")
    return (*commands, *own, f"%R~{keys.orders(name)}", f"%R~{keys.TABLES}")


def desk_rights() -> tuple[str, ...]:
    """The rights of the desk: to read what tables say, and to give orders."""
    commands = tuple(f"+{one}" for one in _DESK)
    return (*commands, f"~{keys.PREFIX}*")
