"""Errors between tables and the director's desk; each message is one sentence."""


class TournamentError(Exception):
    """A failure that must be reported to the people who run the tournament."""


class AddressError(TournamentError, ValueError):
    """An impossible address of a Redis: its URL, its password's file, or its certificates."""


class AwayError(TournamentError, ConnectionError):
    """The Redis cannot be reached, or refuses a command; it is tried again."""


class ReplyTooLargeError(TournamentError):
    """The Redis answers with more than any table may have written; nothing of the answer is read."""


class StoreError(TournamentError, OSError):
    """The director's store cannot be used: not a store, another version, damaged, or the disk refuses."""


class Refused(TournamentError, ValueError):
    """The desk cannot do this now: an unknown table, a game that is over."""
