"""The sentences of the Redis between tables and desk, and of the streams in it."""

from __future__ import annotations

from jokerboard.host.wording import Catalogue


def _no_right(redis: str, user: str | None, why: str) -> str:
    who = f"the user {user}" if user else "somebody without a user's name"
    return (
        f"{redis} does not let {who} do this: {why}. A table's user may write only what has its own name: "
        f'set id = "{user or "NAME"}" in [tournament], as in the table.toml of redis-setup, or make a user '
        "of the name that jokerboard table name shows"
    )


def _taken(table: str, address: str) -> str:
    at = f", at {address}" if address else ""
    return (
        f"another table is published as {table}{at}; this one waits until that one is gone. "
        "If a memory card was copied, give this table a state directory of its own"
    )


REDIS: Catalogue = {
    "redis.too-large": "the Redis answers with a value of {length} bytes, too large to read",
    "redis.hung-up": (
        "{redis} cannot be reached ({why}: a Redis in protected mode hangs up so; jokerboard director "
        "redis-setup makes one for a hall)"
    ),
    "redis.loading": "{redis} is loading its data and is not ready yet",
    "redis.silent": "{redis} does not answer",
    "redis.certificate": (
        "{redis} has a certificate that is not trusted here ({why}); name the file of its CA"
    ),
    "redis.too-early": (
        "{redis} has a certificate that is not yet valid; this machine's clock says {now}: wait until the"
        " network has set it, or set it (sudo timedatectl set-time ...)"
    ),
    "redis.unreachable": "{redis} cannot be reached ({why})",
    "redis.at": "the Redis at {address}",
    "redis.not-verified": "not verified",
    "redis.login": (
        "{redis} does not accept the user or the password; docs/tournament-log.md tells how they are set"
    ),
    "redis.protected": (
        "{redis} is in protected mode and answers only its own machine; give it users and TLS, as "
        "jokerboard director redis-setup does"
    ),
    "redis.no-right": _no_right,
    "redis.full": "{redis} is full: it has reached its maxmemory, and takes nothing until it has more",
    "redis.replica": "{redis} is a replica and takes nothing; another may be becoming the main one just now",
    "redis.disk": "{redis} cannot write to its own disk, and takes nothing until it can",
    "redis.emptied": "{redis} was emptied, or a stream in it deleted; the tables send everything again",
    "redis.refuses": "{redis} refuses: {why}",
    "stream.other": "something else has its name",
    "stream.taken": _taken,
    "stream.shorter": "it has {length} records, and {sent} were sent",
    "stream.gaps": "it has {length} records, from {first} to {last}",
    "stream.longer": "it has {length} records, and the journal fewer",
    "stream.wanted": "it begins with record {first}, and a desk needs those before",
    "stream.record": "its record {n} is not the journal's",
    "stream.unpublished": "the journal cannot be published: {why}",
    "stream.refused": "it does not take record {n}",
    "stream.unacknowledged": "its records from {first} on are not the journal's",
    "stream.losing": (
        "the Redis loses what it is told, the log's stream among it: {why}. Its maxmemory-policy should be "
        "noeviction, and nobody else may write to the stream"
    ),
    "stream.too-large": "record {n} is larger than the {largest} bytes that a desk takes",
}
