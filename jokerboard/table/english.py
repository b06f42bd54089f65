"""The sentences of a table in English: on its page, to the director, and as answers to commands.

The engine and the referee word broken rules, `jokerboard.journal.games.sentences` words plays.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import counted
from jokerboard.host.system import install_line
from jokerboard.host.wording import Catalogue, listed, wording


def _penalty(names: Sequence[str], points: int | None, why: str) -> str:
    count = f", {counted(points, 'point')}" if points else ""
    reason = f": {why.rstrip('.')}" if why else ""
    return f"A penalty for {listed(names, 'and')}{count}{reason}."


def _given_up(names: Sequence[str]) -> str:
    return f"{listed(names, 'and')} {'give' if len(names) > 1 else 'gives'} up"


def _seated(round: int, table: str, teams: Sequence[Sequence[str]]) -> str:
    who = " against ".join(listed(team, "and") for team in teams if team)
    return f"Round {round} at table {table}{f': {who}' if who else ''}."


def _away(why: str, waiting: int) -> str:
    waits = f"; {counted(waiting, 'record')} {'waits' if waiting == 1 else 'wait'}" if waiting else ""
    return f"The director's desk hears nothing from this table: {why}{waits}."


def _doubt(what: str, hole: str) -> str:
    at = f" ({hole})" if hole and hole not in what else ""
    return f"It would mean that {what}{at}."


ENGLISH: Catalogue = {
    # Games: their setup, their end, their menu.
    "machine.name": "Machine {letter}",
    "seat.not-there": lambda letter, seats: (
        f"nobody sits at {letter}; the seats of this game are {', '.join(seats)}"
    ),
    "position.other-seats": lambda line, seats: (
        f"the position {line!r} is not one of this game, whose seats are {', '.join(seats)}"
    ),
    "seat.name": "Seat {seat}",
    "seat.nobody": "Nobody sits at {letter} in this game.",
    "seat.none-free": "Every seat of this game has its device already.",
    "seat.elsewhere": (
        "{name} plays on another device; leave the seat there, or take it on the table's own page, under "
        "Game, This device."
    ),
    "seat.machine": (
        "A machine plays for {name}; nobody sees its hand. To play there, let people take the seat over "
        "(Game, Names)."
    ),
    "game.none": "There is no game on the board; begin one first.",
    "order.no-game": "there is no game on the board",
    "order.over": "the game is over",
    "names.no-game": "there is no game to name players of",
    "machine.no-game": "there is no game to play along in",
    "game.shuffled": "The cards were shuffled.",
    "game.over-already": "the game is over; nobody needs to give up",
    "game.goes-on": "The game goes on.",
    "game.paused": "the game is paused; let it go on first, so that the board is looked at",
    "game.abandoned": "The game is abandoned; its record is kept.",
    "card.no-play": "This card has no play: laying it discards it and ends the turn.",
    "board.real": "This board is a real one: move its marbles with your hands.",
    "menu.what": "What is it? ok: the cards were shuffled; back: end this game; help: nothing.",
    "menu.sure": "End this game? help: nobody wins, and another begins; ok: your side gives up; back: no.",
    "menu.ended": lambda names: (
        f"{_given_up(names) if names else 'The game is ended, and nobody wins'}. "
        "back: play on after all; ok: that is right. After a minute it counts."
    ),
    "give-up.alone": "Does {who} give up? ok: yes; back: no.",
    "give-up.consent": lambda who, asked: (
        f"{who} wants to give up. {', '.join(asked)}: do you agree? ok: yes; back: no."
    ),
    "give-up.given": _given_up,
    "give-up.impossible": "{place} cannot give up: that takes a seat of a game of two sides",
    "not-now": "Not now: {why}.",
    # Dealt cards and machine players; `jokerboard.players.english` has the rest.
    "deal.lost": "the dealt cards of this game are lost; lay paper cards, or begin a new game",
    "machine.none": "no machine plays at {letter}",
    "machine.left": lambda who, dealt: (
        f"People play for {who} from now on{', and see the hand of that seat' if dealt else ''}."
    ),
    "machine.plays": "A machine plays for {who} from now on ({level}).",
    "machine.left-before": (
        "people took over from the machine of {who} once in this game and saw its hand; it plays on to the "
        "end"
    ),
    "machine.lays": "A machine plays at this seat; it lays its own cards.",
    # Orders of the director's desk, and the line to it.
    "order.other-journal": "the order is for another journal than this table's",
    "order.other-game": lambda game, newest: (
        f"the order is for game {game} of this table, and its newest is "
        f"{f'game {newest}' if newest else 'none yet'}"
    ),
    "order.other-teams": lambda teams: (
        f"the seating's teams are not those of this game, which are {' and '.join(teams)}"
    ),
    "order.paused-already": "the game is paused already",
    "order.not-paused": "the game is not paused",
    "order.round-begins": "Round {round} begins.",
    "order.seated": _seated,
    "order.penalty": _penalty,
    "desk.no-order": "the director's desk sent something that is no order: {order}",
    "desk.back": "the director's desk is there again",
    "desk.away": _away,
    "clock.jumped": "this machine's clock jumped by {jump}; games go on as before",
    "desk.no-redis": f"publishing needs the redis package: {install_line('jokerboard[tournament]')}",
    "desk.table-id": "a table's id has letters, digits, '_', '.' and '-', 60 at most, not {id!r}",
    "desk.table-name": "a table's name is one line of up to 60 characters: {why}",
    # Faults of the machine and its devices.
    "disk.slow": "the disk is slow: the last play is announced as soon as it is kept",
    "disk.not-taken": "This is done, but the disk has not taken its record yet; look at the disk.",
    "disk.refuses": "the record is not kept, and nothing is announced until it is: {why}",
    "disk.forgets": "games are lost when this board is switched off: {state} is kept in memory ({kind})",
    "wait.disk": "nothing can be kept, so nothing is played yet: {why}",
    "wait.board": "the board is not there, so nothing is played yet: {why}",
    "journal.damaged": "{why}; the game goes on",
    "journal.not-checked": "the journal's old records could not be checked: {why}",
    "paired.damaged": "{path} is damaged: {why}; it is set aside as {aside}, and devices have to pair again",
    "paired.not-written": "{path} cannot be written: {why}; devices pair again after a restart",
    "state.good": "as it should be",
    "state.ready": "the table is at {address}",
    "state.waits-board": "the table is at {address} and waits for its board",
    "state.waits-disk": "the table is at {address} and waits for its disk",
    "board.other-sides": "the board {title!r} has {sides} sides; {rules} for {players} is played on {needed}",
    "board.no-reader": lambda title, places: (
        f"the board {title!r} has no card reader at {', '.join(places)}; describe one, or set cards to "
        "table or none"
    ),
    "stumbled": "the table stumbled over an error of its own; start it again to go on",
    "stumbled.thread": (
        "the thread {name!r} stumbled over an error of its own; start the table again to go on"
    ),
    "device.sounds": "the buzzer sounds again",
    "device.shines": "the lights shine again",
    "device.reader": "reader {reader}",
    "device.unknown-tags": (
        "Reader {reader} shows one unknown number after another: keep phones and bank cards away from it"
    ),
    "device.trouble": "{text}.",
    "device.missed": "{text}. This turn may be judged wrongly: compare the marbles with the page.",
    # The page: devices, requests, "Why?".
    "pair.code": "To play from another device, pair it with the code {code}.",
    "pair.wrong": "That is not the code which the table's own page shows now.",
    "pair.no-need": "A page on the table's own machine need not pair.",
    "pair.own-page": "Only the table's own page shows the code to pair with.",
    "watching.seat": "You are watching. To play at this table, pair with the code its page shows.",
    "watching.pair": "You are watching. To command this table, pair with the code its own page shows.",
    "watching.key": (
        "You are watching. To command this table, open the address with the key that its terminal shows."
    ),
    "request.number": "'{field}' is a whole number from {least} to {most}.",
    "games.none": "This table keeps no game {number}.",
    "games.running": "This game is still played; look at it when it is over.",
    "shared.title": lambda names, begun: f"{listed(names, 'and') or 'Jokers and Marbles'}, {begun[:10]}",
    "request.since": "'since' is the number of a revision.",
    "explain.not": "This table cannot explain what it says.",
    "analysis.not-over": "The game is not over; its analysis would tell hidden cards.",
    "explain.as-likely": "Nearly as likely.",
    "explain.less-likely": "Less likely.",
    "explain.hardly": "Hardly possible.",
    "explain.doubt": _doubt,
    # Fields of the page's commands.
    "request.card": "'card' is a card such as 7H or X.",
    "wanted.play": "a play such as 7H A8-A15",
    "wanted.hole": "a hole such as A8, Bh1 or Cs2",
    "wanted.card": "a card such as 7H or X, or null",
    "houses.none": "a game with another board needs more libraries: docs/two-boards.md names them",
    "houses.no-code": "no board was invited by that name",
    "houses.no-page": "{page} is no address of a table's page; it looks like http://192.168.1.7:8080",
    "wanted.seats": "seats' letters, as B,D",
    "wanted.way": "an address, as mqtt://BROKER or direct://HOST",
    "wanted.house-code": "the code that the other board shows",
    "wanted.house": "the name of an invited board",
    "wanted.seat": "a seat's letter, A to H",
    "wanted.place": "a seat's letter, or table",
    "wanted.name": "a name of at most 24 characters",
    "wanted.names": "an object of seat letters and names of at most 24 characters",
    "wanted.switches": "an object of at most 60 switches and their words",
    "wanted.who": "a name of at most 40 characters",
    "wanted.why": "a sentence of at most 200 characters",
    "wanted.level": "a level, or null for a person",
    "wanted.rules": "the name of a rule set",
    "wanted.levels": "an object of seat letters and levels",
    "wanted.seat-or-none": "a seat's letter, or null",
    "wanted.code": "the code that the table's own page shows",
    "wanted.action": lambda actions: f"game needs 'action': {listed(actions, 'or')}.",
    "wanted.people": "people needs an action, a speed, or both.",
    "wanted.position": "a position line",
    # The rule sets, each in two lines.
    "rules.texas": (
        "The tournament rules: partners opposite, a hand of five. An Ace moves 1 or 11, a 7 may be split, an "
        "8 goes backward; a card laid is a card played."
    ),
    "rules.own-deck": (
        "Two teams, every player with a deck of their own and a hand of six. A 9 may be split as well as a "
        "7, each part forward or backward."
    ),
    "rules.marbles-and-jokers": (
        "Two teams, three or four decks shuffled together and a hand of seven. A Joker need not be played; a "
        "marble whose count does not fit its lane goes round again."
    ),
    "rules.joker-board": (
        "Alone or in teams, with many Jokers. A Joker must be played only while nothing of yours is in play; "
        "bumped partners may chain from in-spot to in-spot."
    ),
    "rules.pegs-and-jokers": (
        "Three to eight players on linked boards. A 2 may exchange two marbles, a 9 goes forward with one "
        "marble and backward with another."
    ),
}

words = wording(ENGLISH)
