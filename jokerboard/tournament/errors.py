"""Errors between tables and the director's desk; each message is one sentence."""


class TournamentError(Exception):
    """Something that whoever runs the tournament has to know."""


class AddressError(TournamentError, ValueError):
    """The Redis is named in a way that cannot be: its URL, its password's file, its certificates."""


class AwayError(TournamentError, ConnectionError):
    """The Redis cannot be reached, or does not do what it is asked; it is tried again."""


class ReplyTooLargeError(TournamentError):
    """The Redis answers with more than any table may have written; nothing of the answer is read."""


class StoreError(TournamentError, OSError):
    """The director's store cannot be used: it is none, of another version, damaged, or the disk refuses."""


class Refused(TournamentError, ValueError):
    """The desk cannot do this now: an unknown table, a game that is over."""
