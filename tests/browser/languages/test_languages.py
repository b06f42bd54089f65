"""The page in every language: how the language is chosen, and whether every text is translated and fits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from jokerboard.words.catalogue import ENGLISH, FOR_PAGES, LANGUAGES, RULES, messages
from tests.browser.board_page import Open, expect
from tests.browser.taps import Tapper
from tests.browser.test_taps import PHONE
from tests.examples import some
from tests.programs import TableProgram

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
AT_ONCE = [name for name in FOR_PAGES if name != RULES]
PLAY = {"de": "Spielen", "en": "Play", "es": "Jugar", "fr": "Jouer", "nl": "Spelen"}
NAMES = re.compile(
    r"jokerboard|Alex|Bea|Cleo|Dan|START|HOME|JOKER|IN|OUT|[A-HJQKTX0-9#%×:.,·–★«»‹›▶●✓?!+\s/-]+"
    r"|English|Deutsch|Español|Français|Nederlands|.*Texas.*|.*[Oo]wn.*|.*[Jj]oker.*|.*[Pp]egs.*"
)
"""Texts that are not translated: names, titles of rule sets, letters and numbers of holes and cards."""
UNWORDED = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.parentElement;
    if (node.data.trim() && !at.closest("script, style, noscript, code")) found.push(node.data.trim());
  }
  for (const node of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      if (node.getAttribute(name)?.trim()) found.push(node.getAttribute(name).trim());
    }
  }
  return found;
}"""
CUT = """() => [...document.querySelectorAll("button, summary, .choice span, .places button")]
  .filter((node) => node.offsetParent)
  .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2)
  .map((node) => node.textContent)"""


def pseudo(message: str) -> str:
    """A message in a pseudo-language: accents on its letters, brackets around it, its values unchanged."""
    name, _, body = message.partition(" =")
    accents = str.maketrans("aeiouycnAEIOU", "àéîöûýçñÀÉÎÖÛ")

    def changed(line: str) -> str:
        key = re.match(r"\s*\*?\[[\w-]+\] ?", line)
        start = key[0] if key else ""
        parts = re.split(r"(\{[^{}]*\}|\{ [^{}]*->|[{}])", line[len(start) :])
        return start + "".join(part if part[:1] in "{}" else part.translate(accents) for part in parts)

    worded = "\n".join(map(changed, body.strip().split("\n")))
    return f"{name} = ⟦{worded}⟧"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableProgram]:
    """A demo table without a game."""
    program = TableProgram("demo", "--state", str(tmp_path / "state"), "--port", "0")
    yield program
    program.kill()


def opened(open_page: Open, address: str, **options: object) -> Page:
    return open_page(address, drawn="body[data-ready]", **{**PHONE, **options})


def unworded(text: str) -> str:
    """The parts of a text on the page that come from no message of the pseudo-language."""
    while (inner := re.sub("⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return text


def script_of(body: str) -> Callable[[Any], None]:
    """A handler for a page's request that answers with the script `body`."""
    return lambda route: route.fulfill(content_type="text/javascript", body=body)


def new_game(table: TableProgram) -> None:
    game = {"action": "new", "rules": "texas", "players": 4, "position": "-/-/-/- A"}
    table.command("game", **game, names={"A": "Ann"}, people=False, carries=False)


def test_a_page_has_the_language_of_the_browser_until_another_language_is_chosen(
    table: TableProgram, open_page: Open
) -> None:
    for language, word in some(PLAY.items(), 2):
        page = opened(open_page, table.page, locale=language)
        expect(page.locator("#tab-play")).to_have_text(word)
        assert page.evaluate("() => document.documentElement.lang") == language
        page.context.close()
    page = opened(open_page, table.page, locale="sv")
    expect(page.locator("#tab-play")).to_have_text("Play")
    page.locator("#tab-game").tap()
    page.get_by_role("button", name="This device").tap()
    page.locator("select[name=language]").select_option("nl")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#tab-play")).to_have_text("Spelen")
    page.reload()
    expect(page.locator("#tab-play")).to_have_text("Spelen")


def test_prompts_and_refusals_are_in_the_language_of_the_page(table: TableProgram, open_page: Open) -> None:
    new_game(table)
    page = opened(open_page, table.page, locale="de")
    expect(page.locator("#prompt-text")).to_have_text("Ann, leg eine Karte")
    table.command("card", card="5D", at="B")
    expect(page.locator("#verdict .text")).to_have_text("Ann ist am Zug, nicht Platz B; Karo-Fünf wartet.")


def test_prompts_in_large_type_and_simple_language_name_no_holes(
    table: TableProgram, open_page: Open
) -> None:
    table.command(
        "game", action="new", rules="texas", players=4, names={"A": "Ann"}, people=False, carries=True
    )
    page = opened(open_page, table.page)
    before = page.evaluate("() => getComputedStyle(document.documentElement).fontSize")
    page.locator("#tab-game").tap()
    page.get_by_role("button", name="This device").tap()
    page.locator("input[name=plain]").check()
    page.get_by_role("button", name="Save").tap()
    page.locator("#tab-play").tap()
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") != before
    shown = page.evaluate("""async () => {
      const { promptWords, speakPlainly } = await import("/static/js/words.js");
      const state = { game: { names: { A: "Ann" } } };
      speakPlainly(true);
      return [
        { code: "carry", seat: "A", marble: "C", to: ["Cs1", "Cs2"] },
        { code: "mend", seat: "A", marble: "B", from: "A8", to: "A10" },
        { code: "place", seat: "A", card: "7H", holes: ["A8", "A9"], parts: [] },
        { code: "ask", seat: "A", touch: ["A8", "B8"] },
      ].map((prompt) => Object.values(promptWords({ ...state, prompt })).join(" "));
    }""")
    assert shown == [
        "Carry the lit green marble to its START ",
        "Put the lit blue marble back on the lit hole ",
        "Ann, put it down on a lit hole The lights show where.",
        "Ann, which play was it? Lift and replace a lit marble.",
    ]


def test_the_prompt_is_read_aloud_after_reading_aloud_is_switched_on(
    table: TableProgram, open_page: Open
) -> None:
    page = opened(open_page, table.page, locale="fr")
    page.evaluate("""() => {
      globalThis.spoken = [];
      speechSynthesis.speak = (one) => spoken.push([one.lang, one.text]);
    }""")
    assert page.evaluate("() => spoken") == []
    page.locator("#tab-game").tap()
    page.get_by_role("button", name="Cet appareil").tap()
    page.locator("input[name=speaks]").check()
    page.get_by_role("button", name="Enregistrer").tap()
    page.wait_for_function("() => spoken.length > 0")
    assert page.evaluate("() => spoken[0]") == ["fr", "Commence une partie. Choisis les règles et qui joue."]


def test_every_text_of_the_page_is_translated_whole_and_not_cut_off(
    table: TableProgram, open_page: Open
) -> None:
    made = "\n".join(map(pseudo, messages(ENGLISH, AT_ONCE).values()))
    script = f'export const language = "en";\nexport const languages = {json.dumps(dict(LANGUAGES))};\n'
    script += f"export const messages = {json.dumps(made)};\n"
    page = opened(open_page, table.page, locale="en")
    other = "\n".join(map(pseudo, messages(ENGLISH, [RULES]).values()))
    scripts = {"catalogue": script, "catalogue_rules": f"export const messages = {json.dumps(other)};"}
    for name, body in scripts.items():
        page.route(f"**/{name}.js", script_of(body))
    page.reload()
    page.wait_for_selector("body[data-ready]")
    seen: set[str] = set()

    def look() -> None:
        texts = page.evaluate(UNWORDED)
        assert not [text for text in texts if "⟧⟦" in text or "{$" in text or "{ $" in text]
        outside = map(unworded, texts)
        assert {text for text in outside if not NAMES.fullmatch(text or ".")} == set()
        seen.update(texts)

    look()
    page.get_by_role("button", name="⟦Néw gàmé⟧").tap()
    page.wait_for_selector("dialog[open] select[name=rules]")
    look()
    page.keyboard.press("Escape")
    page.locator('[data-start="machines"]').tap()
    expect(page.locator(".hand-card")).to_have_count(5)
    assert page.evaluate(CUT) == []
    Tapper(page, pick=3).turn()
    for place in ("game", "rules", "workshop", "play"):
        page.locator(f"#tab-{place}").tap()
        page.wait_for_function("() => document.body.dataset.ready !== undefined")
        look()
    assert len(seen) > 150
