"""The desk's orders to the tables: stored, sent through Redis, and answered in the table's own log.

An order is stored before it is sent, and sent again after every outage until its answer arrives. A table
recognises the order's id and carries it out once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from jokerboard.journal.orders import Order
from jokerboard.tournament import keys
from jokerboard.tournament.collect.store import Store

if TYPE_CHECKING:
    import redis

KEPT_IN_STREAM = 1000
"""The most orders that one table's stream keeps; the table has received older ones long ago."""


class Outbox:
    """Sends the stored orders that have not been sent yet."""

    def __init__(self, store: Store, wall: Callable[[], str]) -> None:
        self._store = store
        self._wall = wall

    def again(self) -> None:
        """Mark all unanswered orders as unsent: after an outage the Redis may have lost them."""
        if self._store.row("SELECT 1 FROM orders WHERE state = 'sent'") is not None:
            with self._store.writing() as db:
                db.execute("UPDATE orders SET state = 'waiting' WHERE state = 'sent'")

    def send(self, link: redis.Redis) -> int:
        """Send every unsent order; return how many."""
        waiting = self._store.rows(
            "SELECT orders.id, name, body FROM orders JOIN tables ON tables.id = owner"
            " WHERE state = 'waiting' ORDER BY orders.rowid"
        )
        for row in waiting:
            link.xadd(
                keys.orders(row["name"]), {keys.ORDER: row["body"]}, maxlen=KEPT_IN_STREAM, approximate=True
            )
            with self._store.writing() as db:
                db.execute(
                    "UPDATE orders SET state = 'sent', sent = ? WHERE id = ? AND state = 'waiting'",
                    (self._wall(), row["id"]),
                )
        return len(waiting)


def keep_order(store: Store, owner: int, order: Order) -> None:
    """Store an order for the table `owner`; the outbox sends it as soon as it can."""
    with store.writing() as db:
        db.execute(
            "INSERT INTO orders (id, owner, at, body) VALUES (?, ?, ?, ?)",
            (order.id, owner, order.at, order.text_form()),
        )
