"""The frame that every tab of the director's page stands in: plain HTML, without anything a visitor said."""

from __future__ import annotations

from html import escape

from tournament.web.sections import Section, Tab

_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title} – jokerboard</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/page/css/base.css">
<link rel="stylesheet" href="/static/desk/frame.css">
{styles}
<script type="module" src="/static/desk/shell.js"></script>
<script type="module" src="{script}"></script>
</head>
<body data-tab="{name}">
<a class="skip" href="#main">To the page</a>
<header class="top">
  <h1>{heading}</h1>
  <nav aria-label="The desk">{tabs}</nav>
  <p id="line" class="line" role="status" data-up="false">connecting</p>
  <button type="button" id="open-login" class="quiet" hidden>Log in</button>
</header>
<p id="trouble" class="trouble" role="status" hidden></p>
<main id="main" tabindex="-1"></main>
<p id="notice" class="notice" role="alert" hidden></p>
<dialog id="login-dialog" aria-labelledby="login-title"></dialog>
<dialog id="ask-dialog" aria-labelledby="ask-title"></dialog>
</body>
</html>
"""


def page_of(tab: Tab, section: Section, tabs: tuple[Tab, ...]) -> str:
    """The page of one tab among the `tabs` that are shown."""
    files = f"/static/{section.name}/"
    links = "".join(_link(each, here=each is tab) for each in tabs)
    names = (name if name.startswith("/") else files + name for name in tab.styles)
    styles = "\n".join(f'<link rel="stylesheet" href="{escape(name)}">' for name in names)
    return _FRAME.format(
        title=escape(tab.title),
        heading="jokerboard",
        name=escape(tab.path.strip("/") or "hall"),
        tabs=links,
        styles=styles,
        script=escape(files + tab.script),
    )


def _link(tab: Tab, *, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    return f'<a href="{escape(tab.path)}"{current}>{escape(tab.title)}</a>'
