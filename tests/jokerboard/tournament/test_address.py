"""The address and user of a Redis: no URL and no message contains a password."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.tournament.address import PASSWORD, Address, parse_address
from jokerboard.tournament.errors import AddressError
from tests.jokerboard.tournament.certificates import CA


@pytest.mark.parametrize(("url", "address", "shown"), [
    ("redis://desk", Address("redis", "desk"), "redis://desk:6379"),
    ("redis://desk:7000/3", Address("redis", "desk", 7000, 3), "redis://desk:7000"),
    ("rediss://[::1]:6380", Address("rediss", "::1", 6380), "rediss://[::1]:6380"),
    ("unix:///run/r.sock", Address("unix", "/run/r.sock"), "unix:///run/r.sock"),
])  # fmt: skip
def test_the_url_of_a_redis_is_parsed_to_its_address(url: str, address: Address, shown: str) -> None:
    assert parse_address(url, environment={}) == address
    assert str(address) == shown


@pytest.mark.parametrize(("url", "sentence"), [
    ("desk", "is redis://HOST"),
    ("http://desk", "is redis://HOST"),
    ("redis://", "is redis://HOST"),
    ("redis://desk:port", "is not valid"),
    ("redis://desk:99999", "is not valid"),
    ("redis://desk/x", "a database number"),
    ("redis://desk?ssl_cert_reqs=none", "contains \\? or #"),
    ("unix://run/r.sock", "needs the path of a socket"),
    ("redis://me@desk", "needs a password"),
])  # fmt: skip
def test_a_url_that_names_no_redis_is_refused_with_the_right_form(url: str, sentence: str) -> None:
    with pytest.raises(AddressError, match=sentence):
        parse_address(url, environment={})


def test_a_password_in_the_url_is_refused_and_not_repeated() -> None:
    with pytest.raises(AddressError, match="contains a password") as refused:
        parse_address("redis://me:secret@desk", environment={})
    assert "secret" not in str(refused.value)


def test_a_redis_password_is_read_from_a_file_or_the_environment_and_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("s3cret-öl\nand more\n")
    desk = parse_address("redis://me@desk", password_file=file, environment={PASSWORD: "other"})
    assert (desk.user, desk.password) == ("me", "s3cret-öl")
    assert parse_address("redis://desk", environment={PASSWORD: "other"}).password == "other"
    assert "s3cret" not in f"{desk!r}{desk}"


def test_unusable_password_and_certificate_files_are_reported_by_name(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.write_text("\n")
    binary.write_bytes(b"\xff\xfe\n")
    for file, sentence in ((empty, "is empty"), (binary, "UTF-8"), (tmp_path / "none", "No such file")):
        with pytest.raises(AddressError, match=sentence):
            parse_address("redis://desk", password_file=file, environment={})
    for text in ("\0" * 9, "a\x1bb\n", "a" * 5000):
        empty.write_text(text)
        with pytest.raises(AddressError, match="control characters or more than 4096"):
            parse_address("redis://desk", password_file=empty, environment={})
    with pytest.raises(AddressError, match="needs an address rediss"):
        parse_address("redis://desk", ca=empty, environment={})
    with pytest.raises(AddressError, match="does not exist"):
        parse_address("rediss://desk", ca=tmp_path / "none", environment={})


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 300, CA.encode()[:-60]])
def test_a_file_without_a_certificate_is_refused_before_the_first_connection(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "ca.pem"
    file.write_bytes(content)
    with pytest.raises(AddressError, match=r"ca\.pem contains no certificate in PEM"):
        parse_address("rediss://desk", ca=file, environment={})


def test_the_address_of_a_redis_contains_the_file_of_the_halls_certificates(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text(CA)
    assert parse_address("rediss://desk", ca=file, environment={}).ca == file.absolute()
