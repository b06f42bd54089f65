"""The errors of tournaments, between tables and the director's desk; each message is one sentence."""


class TournamentError(Exception):
    """A failure that must be reported to the people who run the tournament."""


class AddressError(TournamentError, ValueError):
    """The address of a Redis is impossible: its URL, its password file, or its certificates."""


class AwayError(TournamentError, ConnectionError):
    """The Redis cannot be reached, or it refuses a command; the caller tries again."""


class ReplyTooLargeError(TournamentError):
    """An answer of the Redis is larger than any table may write; nothing of it was read."""


class StoreError(TournamentError, OSError):
    """The director's store cannot be used: no store, another version, damaged, or the disk refuses."""


class Refused(TournamentError, ValueError):
    """The desk refuses a request: for example an unknown table, or a game that is over."""
