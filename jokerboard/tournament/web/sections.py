"""The parts of the director's page: sections, each with tabs, addresses to read, and commands.

A section is a value; `jokerboard/tournament/web/app.py` puts it behind the guard. To add one, write a
function `section(desk) -> Section` and give it to `make_app`:

    def section(desk: Desk) -> Section:
        return Section(
            name="event",
            tabs=(Tab("/event", script="event.js", styles=("event.css",)),),
            static=Path(__file__).parent / "static",            # served under /static/event/
            routes=(Route("/api/event/pairings", pairings),),   # GET only, for everybody
            commands=(Command("event/pair", {"round": number(1, 99, whole=True)}, pair),),
            news={"event": lambda: {"round": 3}},               # sent when news.changed("event") is called
        )

A tab is a page of its own: all tabs share the frame (title, tabs, connection, login), and the script fills
`<main>`. A command is `POST /api/<name>` with a JSON object of the given shape; only directors with the token
reach `do`, which gets the body and the director's name. Errors named in `refused` are answered 409 with their
sentence. In the script, `/static/desk/shell.js` has the line to the desk:

    import { desk } from "/static/desk/shell.js";
    desk.on("event", (data) => draw(data));          // the newest value, then every change
    await desk.command("event/pair", { round: 3 });  // asks for the token if needed, shows a refusal
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from starlette.requests import Request
from starlette.routing import BaseRoute

from jokerboard.journal.records import Json
from jokerboard.web.fields import Shape
from jokerboard.web.guard import LARGEST_BODY

SPECTATOR: Final = "jokerboard.spectator"
"""The key in a request's scope with True if the visitor is a spectator, who is not logged in."""
Do: TypeAlias = Callable[[Json, str], Awaitable[Json | None]]
"""The action of a command, with the body and the director's name; its result is sent beside `"ok":true`."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab: a page with its address, script and styles. If not `shown`, it is reached by links only.

    Its title is `tab.<name>` in the catalogue of words. Scripts and styles are files of the section; a style
    that begins with / is a shared one.
    """

    path: str
    script: str
    styles: tuple[str, ...] = ()
    shown: bool = True

    @property
    def name(self) -> str:
        """The name by which the catalogue of words and the scripts know the tab."""
        return self.path.strip("/") or "hall"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, `POST /api/<name>`, for directors only; its body may have `largest` bytes."""

    name: str
    shape: Shape
    do: Do
    largest: int = LARGEST_BODY


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the director's page; the module's docstring has an example.

    `follow` is called at least twice a second, to notice changes by other directors and by tables. A value of
    `news` is sent completely if it differs from the value that a visitor has. A function of `keyed` gets True
    for a spectator and False for a director; of the mapping that it returns, only new objects are sent.
    """

    name: str
    tabs: tuple[Tab, ...] = ()
    static: Path | None = None
    routes: tuple[BaseRoute, ...] = ()
    commands: tuple[Command, ...] = ()
    news: Mapping[str, Callable[[], object]] = field(default_factory=dict)
    keyed: Mapping[str, Callable[[bool], Mapping[str, object]]] = field(default_factory=dict)
    follow: Callable[[], None] | None = None


def asked_number(request: Request, name: str) -> int | None:
    """The whole number in a field of a request's query; None if it is missing or no number."""
    asked = request.query_params.get(name, "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
