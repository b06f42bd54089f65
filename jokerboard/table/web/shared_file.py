"""One HTML file with a game in it, which opens anywhere: it includes scripts, styles and pictures.

The scripts are those of the page. Each module becomes a function that returns its exports, and an import
becomes a call, so that names of different modules do not conflict.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final
from urllib.parse import quote

from jokerboard.journal.records import Json
from jokerboard.web import guard
from jokerboard.web.language import catalogue_script
from jokerboard.words.catalogue import ENGLISH, coded, listed, words

_OWN: Final = Path(__file__).parent / "static"
_ENTRY: Final = "/static/js/shared_game.js"
_CATALOGUE: Final = "/page/js/catalogue.js"
_STYLES: Final = (
    "/page/css/base.css",
    "/page/css/board.css",
    "/static/css/places.css",
    "/static/css/shared.css",
)
_IMPORT: Final = re.compile(r"""^import \{([^}]*)\} from "([^"]+)";$""", re.M)
_EXPORT: Final = re.compile(
    r"^export (?:async )?(?:(?:const |function |class )?\{([^}]*)\}|(?:const|function|class) (\w+))", re.M
)
_LIST: Final = re.compile(r"^export \{[^}]*\};$", re.M)
"""Matches exports of names that the module has imported or declared elsewhere."""


def shared_file(game_json: Json, language: str = ENGLISH) -> str:
    """The HTML that shows the game in a language; `shared_game.js` reads `game_json`."""
    data = json.dumps(coded(game_json), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    names, begun = list(game_json["header"]["names"].values()), game_json["header"]["begun"][:10]
    named = words("shared.title", names=listed(names, "and"), begun=begun)
    title = escape(named if names else words("shared.title-nobody", begun=begun))
    page = Template(_text("/static/shared.html"))
    script = _script(language)
    return page.substitute(title=title, styles=_styles(), game=data, script=script, language=language)


@lru_cache(maxsize=1)
def _styles() -> str:
    return "".join(_text(name) for name in _STYLES)


@lru_cache
def _script(language: str) -> str:
    """Every module that the entry needs, those without imports first; `language` selects the messages."""
    done: dict[str, str] = {}
    done[_CATALOGUE] = _module(_CATALOGUE, catalogue_script(language), done)
    _take(_ENTRY, done)
    code = "\n".join(done.values()) + "\n"
    wood = f"data:image/svg+xml,{quote(_text('/page/wood.svg'))}"
    return code.replace("/page/wood.svg", wood).replace("</", "<\\/")


def _take(address: str, done: dict[str, str]) -> None:
    """Add the module at `address` to `done`, after every module that it imports."""
    if address in done:
        return
    done[address] = _module(address, _text(address), done)


def _module(address: str, code: str, done: dict[str, str]) -> str:
    """The module as a function that returns its exports; every module it imports is added to `done` first."""

    def taken(found: re.Match[str]) -> str:
        other = found[2] if found[2].startswith("/") else f"{address.rpartition('/')[0]}/{found[2][2:]}"
        _take(other, done)
        return f"const {{{found[1].replace(' as ', ': ')}}} = modules[{json.dumps(other)}];"

    names = [name.strip() for found in _EXPORT.finditer(code) for name in (found[1] or found[2]).split(",")]
    body = re.sub(r"^export ", "", _LIST.sub("", _IMPORT.sub(taken, code)), flags=re.M)
    return f"modules[{json.dumps(address)}] = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def _text(address: str) -> str:
    _, place, rest = address.split("/", 2)
    return ((_OWN if place == "static" else guard.STATIC) / rest).read_text("utf-8")
