"""`jokerboard table`: show the table's name for other programs, or join the table to a hall."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from jokerboard.cli.arguments import add_state
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.files import replace_file
from jokerboard.journal.file import is_fresh
from jokerboard.journal.store import FILE, JournalReader

CONFIG = Path("/etc/jokerboard/table.toml")
SERVICE = "jokerboard"
"""The user and the group of the installed service."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions `name` and `join` to the parser."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    naming = actions.add_parser("name", help="print the name by which programs know the table")
    add_state(naming)
    joining = actions.add_parser("join", help="add a hall's Redis to the table's configuration")
    joining.add_argument(
        "folder", type=Path, metavar="FOLDER", help="this table's folder made by redis-setup"
    )
    joining.add_argument("--config", type=Path, default=CONFIG, metavar="FILE", help=f"default {CONFIG}")


def run(args: argparse.Namespace) -> int:
    """Print the name or join a hall; return 0. Raise UsageError if that is impossible."""
    if args.action == "name":
        print(_name(args.state))
    else:
        print("\n".join(_join(args.folder, args.config)))
    return 0


def _name(state: Path) -> str:
    from jokerboard.table.publishing.table_publisher import table_name

    path = state / FILE
    if not path.exists() or is_fresh(path):
        raise UsageError(
            f"there is no journal at {path}; give the table's --state directory. A table gets this name at"
            " its first start; one that joins a hall by redis-setup needs none"
        )
    reader = JournalReader(path)
    try:
        return table_name(reader.lines(1, 1)[0])
    finally:
        reader.close()


def _join(folder: Path, config: Path) -> tuple[str, ...]:
    from jokerboard.table.serving.table_config import read_desk, read_toml

    section = folder / "table.toml"
    desk = read_desk(section)
    text, data = read_toml(config)
    if "tournament" in data:
        raise UsageError(f"{config} has a [tournament] section already; remove it, and join again")
    settings, _ = read_toml(section)
    secret = config.with_name("redis.password")
    try:
        shutil.copyfile(folder / "hall-ca.pem", config.with_name("hall-ca.pem"))
        replace_file(secret, (folder / "redis.password").read_text("utf-8"), private=True)
        _let_the_service_read(secret)
        replace_file(config, f"{text.rstrip()}\n\n{settings}")
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, JokerboardError):
            raise
        raise JokerboardError(
            f"the files of {folder} cannot be copied to {config.parent}: {error}"
        ) from error
    return (
        f"{config} publishes to {desk.address} as {desk.name or desk.id}.",
        f"Start the table again: sudo systemctl restart {SERVICE}",
    )


def _let_the_service_read(secret: Path) -> None:
    """Let the service's group read the password file, if root runs this and the service is installed."""
    try:
        shutil.chown(secret, group=SERVICE)
    except (LookupError, PermissionError, AttributeError):
        # The service is not installed, root does not run this, or the system has no groups.
        return
    secret.chmod(0o640)
