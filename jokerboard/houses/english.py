"""The sentences of a shared game that people read."""

from __future__ import annotations

from jokerboard.host.wording import Catalogue, listed, wording

ENGLISH: Catalogue = {
    "code.line": "Seats {seats} are for another board. Its code: {code}  ({way})",
    "way.here": "on this network nothing else is needed",
    "way.via": "way: {via}",
    "near.board": "The board of {computer} at {where} invites another one.",
    "near.none": "No board on this network invites another one.",
    "far.follows": "the other board plays on",
    "refused.not-your-seat": "This play does not count: {who} plays at another board. Put the marbles back.",
    "refused.not-in-turn": "This play does not count: it was not {who}'s turn. Put the marbles back.",
    "refused.not-legal": "The other board cannot take this play: it is not legal there. "
    "Put the marbles back.",
    "refused.not-held": "This play does not count: {who} does not hold that card. Put the marbles back.",
    "refused.must-play": "This play does not count: {who} holds a card that must be played.",
    "refused.declined": "The other board did not agree. Put the marbles back as the lights show.",
    "refused.not-a-change": "The other board has gone on. Put the marbles back as the lights show.",
    "refused.too-many": "This play was changed too often. Put the marbles back as the lights show.",
    "taken-back": "The other board took a play back. Put the marbles back as the lights show.",
    "elsewhere": "{who} plays at another board; this card was not taken.",
    "question": "The other board wants to take back {plays}. Do you agree?",
    "asked": "The other board is asked whether it agrees.",
    "plays": lambda count: "the last play" if count == 1 else f"the last {count} plays",
    "signal.thumbs-up": "{who} gives a thumbs up.",
    "signal.one-moment": "{who} asks for a moment, please.",
    "link.none": "The other board has not answered yet.",
    "link.lost": "The other board has not been heard from for {time}. Play on; "
    "everything is sent when it is back.",
    "link.obstacle": "There is no way to the other board for {time}: {why}. Play on; it is tried again.",
    "link.away": "the other board is not heard from; play on, everything is sent when it is back",
    "error.withdrawn": "the code of this game was withdrawn; ask the other board for a new one",
    "error.no-game": "the other board has no game for this code now",
    "error.abandoned": "the other board has ended the game without a winner",
    "question.no-winner": "The other board wants to end the game without a winner. Do you agree?",
    "question.give-up": "The other board wants to give up the game: {text} Do you agree?",
    "end.asked": "The other board is asked to end the game; until it agrees the game goes on.",
    "end.declined": "The other board did not agree to end the game; it goes on.",
    "end.host-decides": "the table that invited this one decides on the end of the game",
    "error.fork": (
        "the other board's journal does not have the plays that this board got from it; end the game and "
        "begin "
        "another, or restore the other board's state directory from a newer backup"
    ),
    "error.foreign": (
        "a record came that the other board did not sign; it was not taken, and the game goes on "
        "with the host's own"
    ),
    "seats.twice": "seat {letter} is given to two boards; give each seat to one",
    "seats.none": "no seat is given to the other board; name its seats, as B,D",
    "seats.all": "every seat is given to other boards; keep at least one",
    "seats.not-there": lambda letter, seats: (
        f"there is no seat {letter} in this game; its seats are {', '.join(seats)}"
    ),
    "machine.elsewhere": "seat {letter} plays at another board; only there can a machine take it over",
    "machine.joins": "a guest joins before machines do: leave --machine out, and let one play on the page",
    "seats.machine": "a machine plays at seat {letter}; give it to no other board",
    "cards.shared-deck": (
        "with real cards each board needs decks of its own, and {rules} has one deck for all; let the table "
        "deal "
        "(dealt), or choose {own}"
    ),
    "cards.edges": "a game with another board cannot have cards at one reader for the whole table; let "
    "the table deal",
    "library": "a game with another board needs more libraries: {install}",
    "guest.unknown": "no board was invited as {house!r}",
    "host.invites": "this table has invited other boards; withdraw their codes first",
    "signal.not-here": "nobody at this table plays at seat {seat} of a game with another board",
    "game.cannot-begin": "the other board's game cannot begin here: {why}",
    "game.unknown": "the other board's game is none that this version knows: {why}",
    "game.other-start": "the other board's game begins in another position than this version knows",
    "game.other-seats": "the other board's seats are not those of the game",
    "houses": lambda names: listed(names, "and"),
}

words = wording(ENGLISH)


def lasting(seconds: float) -> str:
    """A span of time as people say it."""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'s' if count > 1 else ''}"
    count = max(1, int(seconds))
    return f"{count} second{'s' if count > 1 else ''}"
