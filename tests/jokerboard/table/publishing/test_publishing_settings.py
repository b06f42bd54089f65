"""Publishing to a director's desk: its settings, and the state that is reported to the page."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jokerboard.cli.demo_arguments import director_of
from jokerboard.journal.records import Line
from jokerboard.table.publishing.table_publisher import obstacle, table_name
from jokerboard.table.serving.table_config import read_config
from jokerboard.tournament.address import Address
from jokerboard.tournament.publish.publisher import Status
from tests.jokerboard.tournament.certificates import CA
from tests.jokerboard.tournament.logs import log
from tests.programs import refused

BOARD = Path(__file__).parents[4] / "wiring" / "4-players-direct.toml"
PLAIN = f'[table]\nboard = "{BOARD}"\n[game]\ncards = "none"\n'


def config(path: Path, text: str) -> Path:
    file = path / "table.toml"
    file.write_text(PLAIN + text)
    return file


def test_a_table_without_a_tournament_has_no_director(tmp_path: Path) -> None:
    assert read_config(config(tmp_path, "")).director is None


def test_a_configuration_names_redis_user_password_certificates_and_the_tables_name(tmp_path: Path) -> None:
    (tmp_path / "redis.password").write_text("s3cret\n")
    (tmp_path / "ca.pem").write_text(CA)
    section = (
        '[tournament]\nredis = "rediss://table7@desk.local:6380"\npassword_file = "redis.password"\n'
        'ca = "ca.pem"\nname = "7"\n'
    )
    director = read_config(config(tmp_path, section)).director
    assert director is not None
    where = Address("rediss", "desk.local", 6380, 0, "table7", "s3cret", (tmp_path / "ca.pem").absolute())
    assert (director.address, director.name) == (where, "7")
    assert "s3cret" not in repr(director)


def test_a_missing_redis_py_is_reported_with_the_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    assert "pip install 'jokerboard[tournament]'" in refused(capsys, "demo", "--redis", "redis://desk")
    assert director_of.__doc__


def test_a_tables_name_is_its_journals_or_for_an_unusable_record_the_beginning_of_the_hash() -> None:
    first = log(1)[0]
    assert table_name(first) == "t"
    assert table_name(Line(1, "", "0123456789abcdef")) == "0123456789ab"
    assert table_name(log(1, table="no name: *")[0]) == log(1, table="no name: *")[0].hash[:12]


@pytest.mark.parametrize(("waiting", "waiting_text"), [
    (0, "the Redis is away."), (1, "the Redis is away; 1 record waits."),
    (312, "the Redis is away; 312 records wait."),
])  # fmt: skip
def test_an_obstacle_to_publishing_is_reported_with_the_number_of_waiting_records(
    waiting: int, waiting_text: str
) -> None:
    sentence = obstacle(Status("the Redis is away", waiting, connected=False))
    assert sentence == f"The director's desk receives nothing from this table: {waiting_text}"


def test_publishing_without_an_obstacle_is_not_reported() -> None:
    assert obstacle(Status(None, 0, connected=True)) is None
