"""The language of a visitor's page, and the page's script with the messages of that language.

A visitor's own choice, kept in a cookie, comes first. Without one, the machine's own screen has the language
of the service, and every other page the language that its browser asks for.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jokerboard.web.visitors import is_local
from jokerboard.words.catalogue import ENGLISH, LANGUAGES, messages, page_messages

COOKIE: Final = "jokerboard-language"
"""The cookie with a visitor's choice of a language; scripts set it."""
ALL: Final = tuple(LANGUAGES)
_ASKED: Final = re.compile(r"\s*([a-zA-Z]{1,8})[\w-]*\s*(?:;\s*q=([0-9.]+))?\s*")


def language_of(request: Request, own: str | None, offered: Sequence[str] = ALL) -> str:
    """The language of a visitor's page, one of `offered`; `own` is the service's language (None: unset)."""
    kept = request.cookies.get(COOKIE, "")
    if kept in offered:
        return kept
    address = request.client.host if request.client is not None else ""
    if own is not None and is_local(address, request.headers):
        return own
    asked = (each for each in _asked(request.headers.get("accept-language", "")) if each in offered)
    return next(asked, own or ENGLISH)


def _asked(header: str) -> list[str]:
    """The languages that an Accept-Language header names, the most wanted first."""
    found = [(each[1].lower(), each[2] or "1") for each in map(_ASKED.fullmatch, header.split(",")) if each]
    # Reversed, so that the first mention of a language decides its weight.
    weights = {tag: _weight(text) for tag, text in reversed(found)}
    return sorted(dict.fromkeys(tag for tag, _ in found if weights[tag] > 0), key=lambda tag: -weights[tag])


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


@lru_cache
def rules_script(language: str) -> str:
    """The script with the messages of the rules in a language."""
    return _exports({"messages": page_messages(language, True)})


@lru_cache
def catalogue_script(language: str) -> str:
    """The script with the messages of a language, except those of the rules."""
    values = {"language": language, "languages": dict(LANGUAGES), "messages": page_messages(language)}
    return _exports(values)


@lru_cache
def own_script(file: str) -> str:
    """The script with the English messages of one file, for a page with messages of its own."""
    return _exports({"messages": "\n".join(messages(ENGLISH, [file]).values()) + "\n"})


def _exports(values: Mapping[str, object]) -> str:
    lines = ((name, json.dumps(value, ensure_ascii=False)) for name, value in values.items())
    return "".join(f"export const {name} = {value};\n" for name, value in lines)


def answer_script(request: Request, text: str) -> Response:
    """The answer with a script of messages; status 304 if the browser's copy is up to date."""
    script = text.encode()
    tag = f'"{hashlib.sha256(script).hexdigest()[:16]}"'
    headers = {"etag": tag, "vary": "accept-language, cookie"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(script, media_type="text/javascript", headers=headers)
