"""Events for watchers, answers in two stages, limits on guesses and on repeated log messages."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

import pytest

from jokerboard.web import news as module
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import TRIES_OF_ALL, TRIES_OF_ONE, WINDOW, Tries
from jokerboard.web.news import News, as_json, event
from jokerboard.web.server import OF_ONE, Seldom
from jokerboard.web.weighed import Weighed
from tests.programs import PATIENCE


def sorted_topics(topics: frozenset[str]) -> Iterable[bytes]:
    return [topic.encode() for topic in sorted(topics)]


async def skip_greeting(stream: AsyncIterator[bytes]) -> None:
    assert (await anext(stream)).startswith(b"retry: ")


def test_a_new_watcher_gets_the_initial_topics_and_then_each_changed_topic_once() -> None:
    async def talk() -> None:
        news = News(["b", "a"], gap=0.0)
        stream = news.watch(sorted_topics)
        assert news.watchers == 1
        await skip_greeting(stream)
        assert [await anext(stream), await anext(stream)] == [b"a", b"b"]
        for topic in ("c", "a", "c"):
            news.changed(topic)
        assert [await anext(stream), await anext(stream)] == [b"a", b"c"]
        news.close()
        with pytest.raises(StopAsyncIteration):
            await anext(stream)
        assert news.watchers == 0
        with pytest.raises(BadRequest) as late:
            news.watch(sorted_topics, always=True)
        assert late.value.status == 503

    asyncio.run(talk())


def test_an_event_stream_without_changes_sends_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        stream = News([], gap=0.0).watch(sorted_topics)
        await skip_greeting(stream)
        assert [await anext(stream) for _ in range(2)] == [event("ping", b"0.001")] * 2

    monkeypatch.setattr(module, "PING", 0.001)
    # A new watcher is woken at once, even if no topic has changed.
    asyncio.run(talk())


def test_changes_within_the_shortest_interval_between_events_are_sent_together() -> None:
    async def talk() -> list[frozenset[str]]:
        made: list[frozenset[str]] = []

        def make_events(topics: frozenset[str]) -> Iterable[bytes]:
            made.append(topics)
            return sorted_topics(topics)

        news = News(["a"], gap=0.01)
        stream = news.watch(make_events)
        await skip_greeting(stream)
        assert await anext(stream) == b"a"
        news.changed("b")
        asyncio.get_running_loop().call_later(0.005, news.changed, "c")
        assert [await anext(stream), await anext(stream)] == [b"b", b"c"]
        return made

    assert asyncio.run(talk()) == [{"a"}, {"b", "c"}]


def test_the_tables_own_page_is_sent_events_even_beyond_the_limit_of_watchers() -> None:
    async def talk() -> None:
        news = News([], most=2)
        streams = [news.watch(sorted_topics) for _ in range(2)]
        with pytest.raises(BadRequest) as refused:
            news.watch(sorted_topics)
        assert refused.value.status == 503
        news.watch(sorted_topics, always=True)
        assert (len(streams), news.watchers) == (2, 3)

    asyncio.run(talk())


def test_a_server_sent_event_has_a_name_and_one_line_of_json() -> None:
    assert event("state", as_json({"a": "é"})) == 'event: state\ndata: {"a":"é"}\n\n'.encode()
    assert as_json("\ud800") == b'"?"'
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_json(float("nan"))


class Watch:
    """A clock whose time the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def refused(tries: Tries, address: str) -> int | None:
    """The status with which a guess from this address is refused; None if it is not."""
    try:
        tries.check(address)
    except BadRequest as error:
        return error.status
    return None


def test_an_address_is_refused_after_five_wrong_guesses_in_a_minute() -> None:
    watch = Watch()
    tries = Tries(watch)
    for _ in range(TRIES_OF_ONE):
        assert refused(tries, "a") is None
        tries.wrong("a")
    assert (refused(tries, "a"), refused(tries, "b")) == (429, None)
    watch.now += WINDOW - 0.001
    assert refused(tries, "a") == 429
    watch.now += 0.001
    assert refused(tries, "a") is None


def test_every_address_is_refused_after_twenty_wrong_guesses_from_all_addresses_in_a_minute() -> None:
    tries = Tries(Watch())
    for n in range(TRIES_OF_ALL):
        assert refused(tries, "new") is None
        tries.wrong(str(n))
    assert refused(tries, "new") == 429


def test_after_a_minute_the_log_states_how_many_repeated_messages_were_left_out() -> None:
    watch = Watch()
    seldom = Seldom(watch)

    def record(name: str = "page") -> logging.LogRecord:
        return logging.LogRecord(name, logging.WARNING, "", 0, "It failed.", None, None)

    assert [seldom.filter(record()) for _ in range(OF_ONE + 2)] == [True] * OF_ONE + [False] * 2
    assert seldom.filter(record("other"))
    watch.now += 60.0
    again = record()
    assert seldom.filter(again)
    assert again.msg == "It failed. (2 more of these were left out.)"
    last = record()
    assert seldom.filter(last)
    assert last.msg == "It failed."


def test_an_answer_in_two_stages_is_first_quick_and_later_complete() -> None:
    go_on = threading.Event()

    def whole() -> dict[str, object]:
        assert go_on.wait(PATIENCE)
        return {"n": 2}

    weighed = Weighed({"n": 1}, whole)
    assert weighed.wait(0.0) == {"n": 1, "weighing": True}
    go_on.set()
    assert weighed.wait(PATIENCE) == {"n": 2, "weighing": False}
    assert Weighed({"n": 3}, None).wait(PATIENCE) == {"n": 3, "weighing": False}


def test_an_answer_in_two_stages_keeps_its_quick_part_if_the_rest_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def whole() -> dict[str, object]:
        raise OSError("the file is gone")

    raised = list[threading.ExceptHookArgs]()
    monkeypatch.setattr(threading, "excepthook", raised.append)
    weighed = Weighed({"n": 1}, whole)
    assert weighed.wait(PATIENCE) == {"n": 1, "weighing": False}
    for thread in threading.enumerate():
        if thread.name == "weighing":
            thread.join(PATIENCE)
    assert [each.exc_type for each in raised] == [OSError]


def test_a_page_allows_64_watchers_20_guesses_a_minute_and_5_equal_log_messages() -> None:
    async def watchers() -> int:
        news = News([])
        with suppress(BadRequest):
            while True:
                news.watch(sorted_topics)
        return news.watchers

    assert asyncio.run(watchers()) == 64
    assert (TRIES_OF_ONE, TRIES_OF_ALL, WINDOW, OF_ONE) == (5, 20, 60.0, 5)


def test_between_the_events_of_two_topics_other_tasks_may_run() -> None:
    async def talk() -> list[str]:
        order: list[str] = []
        stream = News(["b", "a"], gap=0.0).watch(sorted_topics)
        await skip_greeting(stream)
        order.append((await anext(stream)).decode())
        asyncio.get_running_loop().call_soon(order.append, "another task")
        order.append((await anext(stream)).decode())
        return order

    assert asyncio.run(talk()) == ["a", "another task", "b"]


def test_the_limit_of_repeated_log_messages_begins_again_each_minute() -> None:
    watch = Watch()
    seldom = Seldom(watch)
    for _ in range(2):
        records = [logging.LogRecord("page", logging.WARNING, "", 0, "Gone.", None, None) for _ in range(7)]
        assert [seldom.filter(each) for each in records] == [True] * 5 + [False] * 2
        watch.now += 60.0
