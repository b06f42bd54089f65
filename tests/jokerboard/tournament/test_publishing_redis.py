"""Publishing to a real redis-server over an unreliable connection: in the end it has the whole journal."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import redis

from jokerboard.journal.orders import Order, What, new_id
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.errors import AwayError
from jokerboard.tournament.publish.publisher_redis import RETIRED_FOR, RedisLink
from jokerboard.tournament.redis_setup import table_rights
from tests.examples import some
from tests.jokerboard.tournament.desk_model import Journal
from tests.jokerboard.tournament.proxy import Proxy, Trouble
from tests.jokerboard.tournament.published import Published
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import free_port, until

pytestmark = pytest.mark.redis
DOCS = Path(__file__).parents[3] / "docs" / "tournament-log.md"


@pytest.fixture
def proxy(server: RealRedis) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


@pytest.fixture
def table(tmp_path: Path, server: RealRedis, proxy: Proxy) -> Iterator[Published]:
    table = Published(tmp_path, Address("redis", "127.0.0.1", proxy.port), server.link)
    table.journal.append(200)
    yield table
    table.stop()


def command(link: redis.Redis, *words: str) -> None:
    """Send a command to Redis in the form in which people type it."""
    cast(Any, link).execute_command(*words)


def test_a_growing_journal_is_published_completely(table: Published, server: RealRedis) -> None:
    table.settle()
    table.journal.append(1500)
    table.settle()
    assert table.pointer == {
        "journal": table.journal.id, "generation": 1, "stream": "jokerboard:log:t:1", "name": "Table 7",
    }  # fmt: skip
    assert 0 < int(server.link.ttl(keys.here("t"))) <= keys.HERE_FOR
    assert int(server.link.ttl("jokerboard:log:t:1")) == -1


def test_records_wait_for_an_unreachable_redis_and_are_published_when_it_is_back(
    table: Published, proxy: Proxy
) -> None:
    table.settle()
    proxy.down()
    table.journal.append(312)
    table.settle(until=lambda: table.reported[-1].waiting == 312)
    assert "cannot be reached" in table.trouble
    proxy.down(is_down=False)
    table.settle()
    assert table.pointer["generation"] == 1


def test_over_a_slow_connection_all_records_are_published_without_a_reported_obstacle(
    table: Published, proxy: Proxy
) -> None:
    proxy.trouble = Trouble(delay=0.02)
    table.journal.append(300)
    table.settle()
    assert [status.trouble for status in table.reported] == [None]


def test_over_a_real_connection_that_is_too_slow_for_a_batch_the_whole_journal_is_published(
    table: Published, proxy: Proxy
) -> None:
    table.settle()
    table.timeout = 0.15
    table.journal.append(1500)
    proxy.trouble = Trouble(delay=0.01)
    table.settle(until=table.equal)
    proxy.trouble = Trouble()
    table.settle()


@pytest.mark.parametrize("way", ["reply", "request"])
def test_a_connection_that_is_cut_within_a_command_neither_loses_nor_repeats_a_record(
    table: Published, proxy: Proxy, way: str
) -> None:
    table.settle()
    places = some([*range(0, 300, 7), *range(300, 4000, 173)], 32)
    for after in places:
        table.journal.append(5)
        proxy.trouble = replace(Trouble(), **{way: after})
        table.step()
        table.settle(until=table.equal)
    assert proxy.cuts > len(places) // 4
    proxy.trouble = Trouble()
    table.settle()
    # After any cut, Redis has a batch completely or not at all.
    assert table.pointer["generation"] == 1


def test_a_redis_that_restarts_empty_is_sent_the_whole_journal_again(
    table: Published, server: RealRedis
) -> None:
    table.settle()
    server.stop()
    table.journal.append(50)
    table.settle(until=lambda: table.reported[-1].trouble is not None)
    server.start()
    table.admin = server.link
    table.settle()
    assert table.pointer["generation"] == 2


def test_a_redis_emptied_while_nobody_plays_is_sent_the_whole_journal_again(
    table: Published, server: RealRedis
) -> None:
    table.settle()
    server.link.flushall()
    table.settle()
    assert table.pointer["generation"] == 2


def test_a_redis_that_evicts_keys_is_reported_and_later_gets_the_whole_journal(
    table: Published, server: RealRedis
) -> None:
    table.journal.append(3000)
    table.settle()
    server.link.config_set("maxmemory-policy", "allkeys-lru")
    used = int(server.link.info("memory")["used_memory"])
    losing = False
    for k in range(40):
        server.link.config_set("maxmemory", used - 100_000)
        table.journal.append(20)
        table.step()
        losing = losing or "maxmemory-policy should be noeviction" in table.trouble
        if losing:
            break
        server.link.config_set("maxmemory", used + 3_000_000)
        table.settle(until=table.equal, most=100)
        assert k < 39
    server.link.config_set("maxmemory", 0)
    table.settle(until=table.equal)
    assert losing


@pytest.mark.parametrize(
    ("hinder", "trouble", "mend"),
    [
        pytest.param("CONFIG SET maxmemory 1", "is full", "CONFIG SET maxmemory 0", id="full"),
        pytest.param("REPLICAOF 127.0.0.1 1", "is a replica", "REPLICAOF NO ONE", id="replica"),
    ],
)
def test_a_redis_that_refuses_writes_is_reported_and_later_gets_the_missing_records(
    table: Published, server: RealRedis, hinder: str, trouble: str, mend: str
) -> None:
    table.settle()
    command(server.link, *hinder.split())
    table.journal.append(40)
    table.settle(until=lambda: trouble in table.trouble)
    command(server.link, *mend.split())
    table.settle()
    assert table.pointer["generation"] == 1


def test_a_redis_that_cannot_write_its_disk_is_reported(table: Published, server: RealRedis) -> None:
    table.settle()
    server.link.config_set("save", "3600 1")
    shutil.rmtree(server.directory)
    with pytest.raises(redis.ResponseError):
        server.link.save()
    until(lambda: server.link.info("persistence")["rdb_last_bgsave_status"] == "err" or _bgsave(server))
    table.journal.append(40)
    table.settle(until=lambda: "cannot write to its disk" in table.trouble)
    server.link.config_set("stop-writes-on-bgsave-error", "no")
    table.settle()


def _bgsave(server: RealRedis) -> bool:
    try:
        server.link.bgsave()
    except redis.ResponseError:  # One record is not sent yet.
        return False
    return False


def test_after_a_failover_to_a_replica_that_lagged_the_whole_log_is_published(
    table: Published, server: RealRedis, proxy: Proxy, tmp_path: Path
) -> None:
    table.settle()
    second = RealRedis(tmp_path / "second")
    try:
        second.link.replicaof("127.0.0.1", str(server.port))
        until(lambda: int(second.link.xlen("jokerboard:log:t:1")) == 201)
        # The replica gets no more data from the server, as if the connection were broken.
        second.link.replicaof("no", "one")
        table.journal.append(60)
        table.settle()
        server.process.kill()
        proxy.target = second.port
        table.admin = second.link
        table.journal.append(10)
        table.settle()
        assert table.pointer["generation"] == 2
        assert int(second.link.ttl("jokerboard:log:t:1")) > RETIRED_FOR - 60
    finally:
        second.stop()


def test_two_tables_with_one_name_are_reported_and_the_second_begins_a_generation_of_its_own(
    table: Published, tmp_path: Path
) -> None:
    table.settle()
    (tmp_path / "copy").mkdir()
    copied = Journal(list(table.journal.kept))
    copy = Published(tmp_path / "copy", table.address, table.admin, owner="copy", journal=copied)
    copy.journal.append(9)
    for _ in range(20):
        table.journal.append(1)
        table.step()
        copy.step()
    assert "another table is published as t" in copy.trouble
    table.settle()
    table.stop()
    copy.settle()  # The first table has left; record 202 of the copy differs from its record 202.
    assert copy.pointer["generation"] == 2
    copy.stop()


def test_orders_are_delivered_despite_foreign_entries_in_the_stream_of_orders(table: Published) -> None:
    order = Order(new_id(), "Dora", "now", table.journal.id, 1, What.LET_STAND)
    link, stream = table.admin, keys.orders("t")
    link.xadd(stream, {"x": "y"})
    link.xadd(stream, {keys.ORDER: order.text_form()})
    link.xadd(stream, {keys.ORDER: b"\xff\xfe"})
    table.settle(until=lambda: len(table.ordered) == 3)
    assert table.ordered[1] == order


def test_foreign_values_under_a_tables_keys_are_either_avoided_or_reported(
    table: Published, server: RealRedis
) -> None:
    link = server.link
    link.set(keys.log("t", 1), "not a stream")
    link.set(keys.table("t"), "no JSON")
    table.settle()
    assert table.pointer["generation"] == 2
    link.delete(keys.here("t"))
    link.lpush(keys.here("t"), "not a string")
    table.journal.append(1)
    table.settle(until=lambda: "refuses: " in table.trouble)
    link.delete(keys.here("t"))
    table.settle()


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificates of a CA, of 127.0.0.1 signed by that CA, and of an unrelated CA, in a folder."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not here: apt install openssl")
    where = tmp_path_factory.mktemp("certificates")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=where, check=True, capture_output=True)

    for ca in ("ca", "other"):
        ec = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
        openssl("req", "-x509", *ec, "-keyout", f"{ca}.key", "-out", f"{ca}.pem", "-subj", f"/CN={ca}")
    rsa = ("-newkey", "rsa:2048", "-nodes")
    openssl("req", *rsa, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=desk")
    (where / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names")
    openssl("x509", "-req", "-in", "server.csr", *signed, "-out", "server.pem")
    return where


def test_a_tls_connection_trusts_the_given_ca_and_no_other(tmp_path: Path, certificates: Path) -> None:
    at = certificates
    files = ("--tls-cert-file", f"{at}/server.pem", "--tls-key-file", f"{at}/server.key")
    clients = ("--tls-ca-cert-file", f"{at}/ca.pem", "--tls-auth-clients", "no")
    port = free_port()
    server = RealRedis(tmp_path / "redis", "--tls-port", str(port), *files, *clients)
    address = Address("rediss", "127.0.0.1", port, ca=at / "ca.pem")
    table = Published(tmp_path, address, server.link)
    try:
        table.journal.append(50)
        table.settle()
        table.stop()
        untrusted = "has a certificate that is not trusted here"
        for wrong, sentence in (
            (replace(address, ca=at / "other.pem"), untrusted),
            (replace(address, host="localhost"), untrusted),
            (replace(address, scheme="redis", ca=None), "cannot be reached"),
        ):
            table.address = wrong
            table.start()
            table.step()
            assert sentence in table.trouble
            table.stop()
    finally:
        server.stop()


def acl_rules() -> list[str]:
    """The documented command that creates the user of the table `t`, with a table's rights."""
    return ["ACL", "SETUSER", "table7", "reset", "on", ">a-long-password", *table_rights("t")]


def test_the_documented_acl_rules_let_a_table_publish_and_do_nothing_else(
    table: Published, server: RealRedis
) -> None:
    command(server.link, *acl_rules())
    table.address = replace(table.address, user="table7", password="a-long-password")
    table.start()
    table.settle()
    # A new generation uses every right of a table.
    server.link.delete(keys.log("t", 1))
    table.journal.append(20)
    order = Order(new_id(), "Dora", "now", table.journal.id, 1, What.LET_STAND)
    server.link.xadd(keys.orders("t"), {keys.ORDER: order.text_form()})
    table.settle()
    assert table.ordered == [order]
    stranger = RedisLink(table.address, "another", "us")
    with pytest.raises(AwayError, match="does not let the user table7 do this"):
        stranger.look(1)
    stranger.close()
    with redis.Redis(port=server.port, username="table7", password="a-long-password", protocol=2) as mine:
        for forbidden in (("XADD", keys.orders("t"), "*", "o", "x"), ("FLUSHALL",), ("CONFIG", "GET", "*")):
            with pytest.raises(redis.exceptions.NoPermissionError):
                command(mine, *forbidden)


def test_a_refused_login_is_reported_without_the_password(table: Published, server: RealRedis) -> None:
    command(server.link, *acl_rules())
    for user in ("table7", "nobody"):
        table.address = replace(table.address, user=user, password="wr0ng")
        table.start()
        table.step()
        assert "does not accept the user or the password" in table.trouble
        assert "wr0ng" not in table.trouble
    table.address = replace(table.address, user="table7", password="a-long-password")
    table.start()
    table.settle()
    command(server.link, "ACL", "SETUSER", "table7", "-xadd")
    table.journal.append(1)
    table.settle(until=lambda: "does not let the user table7 do this" in table.trouble)
    command(server.link, "ACL", "SETUSER", "table7", "+xadd")
    table.settle()
