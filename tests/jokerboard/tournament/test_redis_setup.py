"""The hall's Redis as `director redis-setup` makes it: other machines can use it, strangers cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import redis
from cryptography import x509

from jokerboard.cli.main import main
from jokerboard.journal.repair import open_journal
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.table.serving.table_config import read_desk
from jokerboard.tournament.address import Address, parse_address
from jokerboard.tournament.collect.collector import Collector
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.stream_reader import Condition
from jokerboard.tournament.errors import AddressError
from jokerboard.tournament.redis_link import connect, sentence
from jokerboard.tournament.redis_setup import write_setup
from tests.programs import PATIENCE, free_port, printed, ran, refused, until

NETWORK = f"10.{192 + os.getpid() // 256 % 64}.{os.getpid() % 256}"
"""The beginning of this and the other machine's address; runs side by side have networks of their own."""
HERE, THERE = f"{NETWORK}.1", f"{NETWORK}.2"
PORT = free_port()


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


@pytest.fixture(scope="module")
def another_machine() -> Iterator[tuple[str, ...]]:
    """A network namespace that serves as another machine; return the command that runs a program there."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("needs root and iproute2 (apt install iproute2)")
    name, ours, theirs = f"jb{os.getpid()}", f"jba{os.getpid() % 99999}", f"jbb{os.getpid() % 99999}"
    run("ip", "netns", "add", name)
    try:
        run("ip", "link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name)
        run("ip", "address", "add", f"{HERE}/24", "dev", ours)
        run("ip", "link", "set", ours, "up")
        within = ("ip", "netns", "exec", name)
        run(*within, "ip", "address", "add", f"{THERE}/24", "dev", theirs)
        run(*within, "ip", "link", "set", theirs, "up")
        yield within
    finally:
        run("ip", "netns", "del", name)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, another_machine: tuple[str, ...]) -> Iterator[Path]:
    """The directory of a hall's Redis that was set up by the recipe and is running."""
    if shutil.which("redis-server") is None or shutil.which("openssl") is None:
        pytest.skip("needs redis-server and openssl")
    where = tmp_path_factory.mktemp("hall") / "redis"
    write_setup(where, HERE, {"t1": "Oak", "t2": "Elm"}, PORT)
    server = subprocess.Popen(["redis-server", str(where / "redis.conf")], stdout=subprocess.DEVNULL)
    try:
        until(lambda: ping(desk_address(where)))
        yield where
    finally:
        server.kill()
        server.wait(PATIENCE)


def ping(address: Address) -> bool:
    try:
        with connect(address) as link:
            return bool(link.ping())
    except redis.ConnectionError:
        return False


def desk_address(hall: Path) -> Address:
    return parse_address(
        f"rediss://desk@{HERE}:{PORT}", password_file=hall / "desk.password", ca=hall / "hall-ca.pem"
    )


PUBLISH = """
import sys
from pathlib import Path
from tests.jokerboard.tournament.logs import log
from jokerboard.tournament import keys
from jokerboard.tournament.address import parse_address
from jokerboard.tournament.errors import AwayError
from jokerboard.tournament.publish.publisher_redis import RedisLink

url, password, ca, name = sys.argv[1:5]
address = parse_address(url, password_file=Path(password) if password else None, ca=Path(ca) if ca else None)
link = RedisLink(address, name, "us")
lines = log(20)
pointer = {"journal": keys.journal_id(lines[0].hash), "generation": 1, "stream": keys.log(name, 1)}
try:
    link.claim({"owner": "us"}, None)
    print(link.begin(1, lines, pointer, None))
except AwayError as error:
    print(error)
"""


def from_there(within: tuple[str, ...], url: str, password: str, ca: str, name: str) -> str:
    words = (*within, sys.executable, "-c", PUBLISH, url, password, ca, name)
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.redis
def test_a_table_on_another_machine_publishes_and_the_desk_collects(
    hall: Path, another_machine: tuple[str, ...], tmp_path: Path
) -> None:
    password, ca = str(hall / "t1" / "redis.password"), str(hall / "hall-ca.pem")
    url = f"rediss://t1@{HERE}:{PORT}"
    assert from_there(another_machine, url, password, ca, "t1") == "True"
    store = Store(tmp_path / FILE)
    conditions: list[Condition] = []
    collector = Collector(desk_address(hall), store, "one", conditions.append, Roll())
    thread = threading.Thread(target=collector.run)
    thread.start()
    until(lambda: store.rows("SELECT count(*) FROM records")[0][0] == 20)
    collector.stop()
    thread.join(PATIENCE)
    store.close()
    assert [one.trouble for one in conditions if not one.up] == []


@pytest.mark.redis
@pytest.mark.parametrize(
    ("user", "password", "name", "sentence"),
    [
        ("t1", "t2", "t1", "does not accept the user or the password"),
        ("t1", "t1", "t2", "does not let the user t1 do this"),
    ],
)
def test_a_table_cannot_use_the_name_of_another_table(
    hall: Path, another_machine: tuple[str, ...], user: str, password: str, name: str, sentence: str
) -> None:
    files = str(hall / password / "redis.password"), str(hall / "hall-ca.pem")
    assert sentence in from_there(another_machine, f"rediss://{user}@{HERE}:{PORT}", *files, name)


@pytest.mark.redis
def test_the_halls_redis_refuses_a_table_without_a_user(hall: Path, another_machine: tuple[str, ...]) -> None:
    output = from_there(another_machine, f"rediss://{HERE}:{PORT}", "", str(hall / "hall-ca.pem"), "t1")
    assert "does not accept the user or the password" in output


@pytest.mark.redis
def test_a_redis_in_protected_mode_is_reported_with_the_remedy(
    another_machine: tuple[str, ...], tmp_path: Path
) -> None:
    command = ["redis-server", "--port", "16379", "--bind", HERE, "--dir", str(tmp_path), "--save", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:

        def answer() -> str:
            return from_there(another_machine, f"redis://{HERE}:16379", "", "", "t1")

        until(lambda: "in protected mode" in answer())
        assert "redis-setup" in answer()
    finally:
        server.kill()
        server.wait(PATIENCE)


def test_only_the_owner_can_read_the_password_files_of_the_halls_redis(tmp_path: Path) -> None:
    steps = write_setup(tmp_path / "redis", "desk.local", {"t1": "Oak"})
    assert any("make install-director HALL=" in step for step in steps)
    for name in ("desk.password", "t1/redis.password", "users.acl"):
        assert (tmp_path / "redis" / name).stat().st_mode & 0o077 == 0
    secret = (tmp_path / "redis" / "t1" / "redis.password").read_text().strip()
    assert secret not in (tmp_path / "redis" / "users.acl").read_text()
    with pytest.raises(AddressError, match="exists already"):
        write_setup(tmp_path / "redis", "desk.local", {})


@pytest.mark.parametrize("name", ["", "a b", "*", "x\n+@all", "é", "a:b", "t?", "[a-z]"])
def test_an_impossible_name_of_a_table_is_refused_before_any_file_is_written(
    name: str, tmp_path: Path
) -> None:
    with pytest.raises(
        AddressError, match=r"no table can be called .* give the number or word that stands on it"
    ):
        write_setup(tmp_path / "redis", "desk.local", {name: "x"})
    assert not (tmp_path / "redis").exists()


def test_the_command_redis_setup_writes_the_halls_files_and_prints_the_next_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "director",
        "redis-setup",
        "--host",
        "desk.local",
        "--table",
        "t1=Oak",
        "--out",
        str(tmp_path / "r"),
    ]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "sudo make install-director HALL=" in out
    assert "The certificates end on " in out
    assert (tmp_path / "r" / "desk.url").read_text() == "rediss://desk@desk.local:6380\n"
    assert "exists already" in refused(capsys, *words)


def test_the_command_table_join_configures_a_table_from_its_folder_of_the_hall(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_setup(tmp_path / "redis", "desk.local", {"7": "Table seven"})
    config = tmp_path / "etc" / "table.toml"
    config.parent.mkdir()
    config.write_text('[table]\nboard = "board.toml"\n[game]\nplayers = 4\n')
    join = ("table", "join", tmp_path / "redis" / "7", "--config", config)
    lines = printed(capsys, *join)
    assert "publishes to rediss://desk.local:6380 as Table seven" in lines[0]
    desk = read_desk(config)
    assert (desk.id, desk.name, desk.address.user) == ("7", "Table seven", "7")
    assert desk.address.ca == config.parent / "hall-ca.pem"
    assert (config.parent / "redis.password").stat().st_mode & 0o007 == 0
    assert "has a [tournament] section already; remove it" in refused(capsys, *join)


def test_a_folder_that_redis_setup_did_not_write_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = refused(capsys, "director", "--hall", tmp_path, "--http", 0)
    assert "give the folder that jokerboard director redis-setup wrote" in lines
    assert str(tmp_path) in refused(capsys, "demo", "--hall", tmp_path)
    assert str(tmp_path) in refused(capsys, "table", "join", tmp_path)


def test_the_command_table_name_prints_the_tables_name_in_its_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no journal at" in refused(capsys, "table", "name", "--state", tmp_path)
    journal, _ = open_journal(tmp_path / JOURNAL, table="969bfd49f12d", made="2026-11-21T10:00:00+00:00")
    journal.close()
    assert printed(capsys, "table", "name", "--state", tmp_path) == ["969bfd49f12d"]


def test_the_halls_certificates_are_valid_since_yesterday_and_can_be_renewed(tmp_path: Path) -> None:
    write_setup(tmp_path / "r", "127.0.0.1", {"t1": "Oak"})
    for _ in range(2):
        for name in ("hall-ca.pem", "redis.pem"):
            read = x509.load_pem_x509_certificate((tmp_path / "r" / name).read_bytes())
            lag = datetime.now(UTC) - read.not_valid_before_utc
            assert timedelta(hours=23) < lag < timedelta(hours=25)
        checked = ran("openssl", "verify", "-CAfile", "hall-ca.pem", "redis.pem", cwd=tmp_path / "r")
        assert checked.stdout == "redis.pem: OK\n"
        assert ran(tmp_path / "r" / "certificates.sh").returncode == 0


def test_a_certificate_that_is_not_yet_valid_is_reported_with_the_time_of_the_lagging_clock() -> None:
    why = "certificate verify failed: certificate is not yet valid (_ssl.c:1)"
    failed = OSError(f"[SSL: CERTIFICATE_VERIFY_FAILED] {why}")
    cause = sentence(failed, parse_address("rediss://desk.local"))
    assert "certificate that is not yet valid; this machine's clock says 2" in cause
    assert "CA" not in cause
