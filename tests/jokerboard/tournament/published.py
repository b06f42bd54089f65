"""A journal in memory that is published to a real Redis step by step."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import redis

from jokerboard.journal.records import Json
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.publish.publication import Link
from jokerboard.tournament.publish.publisher_redis import RedisLink
from tests.jokerboard.tournament.desk_model import Publishing


@dataclass
class Published(Publishing):
    """A publisher at `address`; `admin` is a separate connection to the same Redis."""

    address: Address
    admin: redis.Redis
    timeout: float = 2.0
    in_real_time: bool = False

    def link(self) -> Link:
        return RedisLink(self.address, "t", self.owner, timeout=self.timeout)

    def clock(self) -> float:
        return time.monotonic() if self.in_real_time else self.now

    def step(self) -> None:
        self.now += self.publisher.step().within

    @property
    def trouble(self) -> str:
        return str(self.reported[-1].trouble)

    @property
    def pointer(self) -> Json:
        announcement = cast(Any, self.admin.get(keys.table("t")))
        return cast(Json, json.loads(announcement)) if announcement else {}

    def equal(self) -> bool:
        """Whether the stream in Redis has exactly the records of the journal."""
        found = cast(Any, self.admin.xrange(self.pointer.get("stream", "none")))
        published = [
            (entry.decode(), {k.decode(): v.decode() for k, v in fields.items()}) for entry, fields in found
        ]
        return published == [(f"{line.n}-0", {"r": line.text, "h": line.hash}) for line in self.journal.kept]

    def settle(self, *, until: Callable[[], bool] | None = None, most: int = 400) -> None:
        """Do steps until `until` returns True; by default, until all is published and no trouble is reported.

        Raise AssertionError after `most` steps.
        """
        so = until or (lambda: self.reported[-1].trouble is None and self.equal())
        for _ in range(most):
            self.step()
            if so():
                return
        raise AssertionError(f"not so after {most} steps: {self.reported[-2:]}, {self.pointer}")

    def stop(self) -> None:
        self.publisher.leave()
