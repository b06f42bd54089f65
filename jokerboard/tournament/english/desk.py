"""The sentences of the director's desk: tables of the hall, incidents, orders, its files and commands."""

from __future__ import annotations

from engine.words import counted
from jokerboard.host.wording import Catalogue

_DECISIONS = {
    "let-stand": "it stands",
    "take-back": "the play is taken back",
    "correct": "the board is set right",
}


def _decision(by: str, decision: str, why: str) -> str:
    what = _DECISIONS.get(decision, decision)
    return f"{by or 'The referee'} decides: {what}{f' ({why})' if why else ''}."


DESK: Catalogue = {
    # Halls and their federation.
    "hall.name": "a hall is named by letters, digits, '_', '-' and '.', at most 40, not {name!r}",
    "hall.unpublished": "the hall {hall} is not published for its federation: {why}",
    "hall.other-log": (
        "its log is another one than before, from entry {n} on; to follow the new one, move its folder aside"
    ),
    "hall.not-written": "entry {n} of its log is not what the hall wrote; the entries before it are kept",
    "hall.replays": "the replays of its games are not complete: {why}",
    "hall.replays-version": "they have the form {version}, and this jokerboard reads form {reads}: update it",
    "hall.other-key": "its log is signed with another key than before; nothing more is taken over",
    "hall.bad-signature": "the signature of entry {n} of its log is not the hall's",
    "federation.title": "Federation",
    "federation.halls": lambda halls: counted(halls, "hall"),
    "federation.made": "Made {when}",
    "federation.here": "in contact",
    "federation.away": lambda heard: f"out of contact since {heard}" if heard else "out of contact",
    "federation.no-round": "no round yet",
    "federation.round": lambda number, stage, missing: (
        f"round {number}: {stage}" + (f", {counted(missing, 'table')} without a result" if missing else "")
    ),
    # The hall: tables, incidents, orders.
    "table.never": "No table of this name was ever here.",
    "game.none": "This table has no game {game}.",
    "game.none-then": "This table has no game {game} at that moment.",
    "spectator.file": "Spectators see the boards with a delay; log in for this file.",
    "spectator.later": "Spectators see this later.",
    "analysis.not-over": "The game is not over; its analysis would tell hidden cards.",
    "redis.not-yet": "The Redis was not reached yet.",
    "incident.none": "There is no such incident.",
    "order.position": "the position {line!r} cannot be: {why}",
    "incident.asked": "It is asked which play that was.",
    "incident.restart": "The table was started again and went on.",
    "incident.damaged": "Record {n} of the table's journal is damaged.",
    "incident.repaired": "The table repaired its journal: {why}.",
    "incident.order": "The table refused the order {order}: {said}",
    "incident.no-reason": "without a reason",
    "incident.journal-damaged": "its journal was damaged",
    "incident.decision": _decision,
    "incident.help": "{who} pressed the help button.",
    "seat.name": "Seat {seat}",
    "seat.somebody": "Somebody",
    "incident.device": "The device {device} is lost.",
    "incident.contact": "The table is not heard any more.",
    "incident.clock": "The table's clock jumped by {jump}.",
    "incident.version": (
        "The table runs jokerboard {program}, this director {director}: update the older one."
    ),
    "log.unforeseen": "a record cannot be taken in ({error})",
    "log.passed-over": "The table is passed over: {why}.",
    "log.set-aside": "from record {n} on the log is set aside: {why}",
    "log.other-journal": "record 1 is not that of the journal which the table announced",
    "log.bad": "{text} What comes after it is kept apart.",
    "log.too-large": "record {n} is larger than the {largest} bytes that a record may have",
    "log.another": "record {n} is another than the one that was seen before",
    "log.announcement": "this desk does not understand its announcement",
    "log.large-announcement": "its announcement is larger than {largest} bytes",
    "log.large-presence": "its sign of life is larger than {largest} bytes",
    "log.holds-too-large": "it holds a record larger than the {largest} bytes that a record may have",
    "log.title-twice": lambda name, title, others: (
        f"The table {name} is called {title}, as is {' and '.join(others)}: give one of them another name."
    ),
    "log.cut": "Record {missing} is missing: the log ends with record {end}, and {expected} were written.",
    "signature.other-key": "The table's log is signed with another key than the registered one.",
    "signature.bad": "The signature of the table's log is not good.",
    "signature.other-record": "Record {n} is another than the one that the table signed.",
    "keys.unreadable": "the file of the tables' keys {file} cannot be read: {why}",
    "order.not-told": "table {table} gets no order: {why}",
    "order.round": "Round {number}",
    "store.unreadable": "the store cannot be read",
    # The desk's own files and threads.
    "store.no-directory": "the directory {path} cannot be made: {why}",
    "store.directory-unusable": "the directory {path} cannot be used: {why}",
    "store.another-program": "another program",
    "store.no-lock": "{file} cannot be locked: {why}; give a --state directory on a disk of this machine",
    "store.no-owner": "the director's store {path} is damaged: it does not say whose it is",
    "store.no-wal": "{path} cannot be used: this file system does not do SQLite's WAL mode",
    "store.none": "{path} is no director's store; give another --state directory",
    "store.version": (
        "{path} is of version {version}, and this program reads version {reads}; use the program that wrote "
        "it, or another --state directory"
    ),
    "store.being-repaired": (
        "the director's store {path} is being checked or repaired by {who}; wait until that ends, "
        "and try again"
    ),
    "store.damaged-in-use": (
        "the director's store {path} is damaged ({problem}) and in use by {who}; stop every director and "
        "command that uses it and start again: the start repairs it"
    ),
    "store.moved": (
        "the director's store {path} was moved or replaced while this program uses it; nothing more is kept: "
        "put the file back, or stop this program and start it again"
    ),
    "store.unusable": "the director's store {path} cannot be used: {why}",
    "store.damaged": (
        "the director's store {path} is damaged ({why}); put it aside and start again: the tables' logs are "
        "taken in again; restore the event's log and the notes from a backup"
    ),
    "clock.unwritable": "the clock's file {file} cannot be written: {why}",
    "stumbled": "the thread {thread!r} stumbled over an error of its own; start it again",
    "token.wrong": "That is not this desk's token.",
    "token.short": "{path} is no token of {least} characters or more; delete it, and another is made",
    "token.untypable": (
        "{path} holds characters that nobody can type or that end a line; delete it, and another is made"
    ),
    "token.none": "{path} is no token; delete it, and another is made",
    "token.unusable": "the token's file {path} cannot be used: {why}",
    "director.only": "Only the director may do this.",
    "director.login": "Only the director may do this: log in with the desk's token.",
    # Fields of the desk's commands.
    "wanted.token": "the token, as it stands in its file",
    "wanted.who": "your name, of at most 40 characters",
    "wanted.name": "a name of at most {longest} characters",
    "wanted.rules": "a rule set of at most {longest} characters",
    "wanted.place": "a place of at most {longest} characters",
    "wanted.address": "an address of at most {longest} characters",
    "wanted.club": "a club of at most {longest} characters",
    "wanted.reason": "a reason of at most {longest} characters",
    "wanted.file": "a file's name of at most {longest} characters",
    "wanted.names": "a list of names",
    "wanted.house": "house rules, each as SWITCH=VALUE",
    "wanted.prizes": "a list of prizes",
    "wanted.teams": "teams' numbers",
    "wanted.why": "at most {longest} characters",
    "wanted.table": "a table's name",
    "wanted.incidents": "a list of at most {most} incidents' numbers",
    "wanted.note": "a text of at most {longest} characters",
    "wanted.position": "a position line",
    "wanted.seats": "a list of seats' letters",
    "wanted.marbles": "marbles home and holes to go of each team",
    "wanted.links": "pairs of a table's number and its name in the log",
    "wanted.csv": "a list of teams as CSV",
    "wanted.columns": "the columns' names in their order",
}
