"""The state of a shared game for the page: role, boards, links, the open question."""

from __future__ import annotations

from engine.text import sentence
from jokerboard.houses.changes import Change, Json
from jokerboard.houses.ends import End
from jokerboard.houses.guest import GuestHouse
from jokerboard.houses.host import HostHouse
from jokerboard.houses.invitations import Invitations
from jokerboard.houses.keeper import HOST
from jokerboard.houses.shared_game import SharedGame
from jokerboard.words.catalogue import words


def state_of(
    invitations: Invitations, host: HostHouse | None, guest: GuestHouse | None, shared: SharedGame | None
) -> Json:
    """The state of the shared game as JSON, without codes; `role` is None without a host or guests."""
    state: Json = {"role": None, "seats": [] if shared is None else sorted(shared.own), "question": None}
    state |= {
        "carried": 0 if shared is None else shared.carried,
        "n": 0 if shared is None else shared.log.n,
    }
    if invitations.guests and host is not None:
        return state | _at_host(invitations, host, shared)
    if guest is not None and guest.link is not None:
        question = None if guest.question is None else _question(guest.question.change, shared)
        text = guest.link.sentence() if guest.error is None else sentence(guest.error)
        return state | {"role": "guest", "text": text, "question": question, "asks": guest.asks}
    return state


def _at_host(invitations: Invitations, host: HostHouse, shared: SharedGame | None) -> Json:
    links = {house: link.sentence() for house, link in host.links().items()}
    invited = [
        {"house": one.house, "seats": list(one.seats), "text": links.get(one.house)}
        for one in invitations.guests
    ]
    question = None
    if host.wish is not None:
        question = _end_question(host.wish)
    elif host.question is not None:
        question = _question(host.question.change, shared)
    return {"role": HOST, "guests": invited, "question": question, "asks": host.asks}


def _question(change: Change, shared: SharedGame | None) -> Json | None:
    """The question whether plays may be taken back, as JSON; None without a game."""
    if shared is None:
        return None
    count = len(shared.log.items) - change.keep
    return {"text": words("question", plays=words("plays", count=count)), "count": count}


def _end_question(wish: End) -> Json:
    """The question whether the game may end as `wish` states, as JSON."""
    if wish.winners is None:
        return {"text": words("question.no-winner"), "count": 0}
    return {"text": words("question.give-up", text=wish.text), "count": 0}
