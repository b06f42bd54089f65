"""What can stop the table service; each message is one sentence that says what, where and what to do."""


class ServiceError(Exception):
    """Something the person at the keyboard has to know; `exit_code` is what the command ends with."""

    exit_code = 1


class UsageError(ServiceError, ValueError):
    """The command was called with something that cannot be: an unknown rule set, a bad number."""

    exit_code = 2


class JournalError(ServiceError, OSError):
    """The journal cannot be read or written."""


class JournalVersionError(JournalError):
    """The journal is of a format that this version does not read."""


class JournalDamagedError(JournalError):
    """Bytes of the journal are not what was written: SQLite says so, or the chain does."""


class TableBusyError(ServiceError, OSError):
    """Another service holds this state directory."""


class StateDamagedError(ServiceError, ValueError):
    """A file of the state directory other than the journal cannot be read."""
