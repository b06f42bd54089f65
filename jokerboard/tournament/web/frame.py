"""The frame of every tab of the director's page: plain HTML without any visitor's text."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jokerboard.tournament.web.sections import Section, Tab
from jokerboard.web.templating import templates

_TEMPLATES: Final = templates(Path(__file__).parent / "templates")


def page_of(tab: Tab, section: Section, tabs: tuple[Tab, ...]) -> str:
    """The page of one tab among the `tabs` that are shown."""
    files = f"/static/{section.name}/"
    return _TEMPLATES.get_template("frame.html").render(
        tab=tab,
        tabs=tabs,
        styles=[name if name.startswith("/") else files + name for name in tab.styles],
        script=files + tab.script,
    )
