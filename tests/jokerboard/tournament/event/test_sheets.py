"""The printed sheets are well-formed and show every team; names are text; phones can read the QR codes."""

from __future__ import annotations

import io
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import Changed, PrizesSet
from jokerboard.tournament.event.model import Entry, Settings, System, Tournament
from jokerboard.tournament.event.round_events import RoundStarted
from jokerboard.tournament.event.team_events import Registered
from jokerboard.tournament.pairing.next_round import rounds_in_all
from jokerboard.tournament.paper.sheets import SHEETS, sheet
from tests.examples import examples
from tests.jokerboard.tournament.event.tournaments import make, paired, run, then

EMPTY_TAGS = {"meta", "link", "br"}


class Reader(HTMLParser):
    """Collects the tags and the text of a page; raises an error for a tag that is not closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in EMPTY_TAGS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def of(now: Tournament, kind: str, round: int | None = None) -> Reader:
    return Reader(sheet(now, kind, round, 0.0))


def addressed(now: Tournament, address: str) -> Tournament:
    chosen = now.settings
    changed = Settings(
        chosen.name, chosen.system, chosen.rules, chosen.players, chosen.teams, address=address
    )
    return then(now, Changed(changed))


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("table_of", [2, 3])
def test_every_sheet_is_well_formed_and_names_every_team_that_plays(kind: str, table_of: int) -> None:
    now = paired(run(make(9, teams=table_of), 1, seed=1))
    page = of(now, kind)
    if kind not in ("prizes", "cards"):
        byes = now.rounds[-1].byes
        for team in now.teams:
            if kind in ("pairings", "players", "standings", "crosstable") or team.number not in byes:
                assert f"Team {team.number}" in page.text


HOSTILE = st.text(
    st.sampled_from("<>&\"'=/aé美 ") | st.characters(blacklist_categories=("C", "Z")), min_size=1
)


@given(
    st.lists(
        HOSTILE.filter(str.strip), min_size=4, max_size=4, unique_by=lambda s: "".join(s.split()).casefold()
    )
)
@examples(25)
def test_names_on_sheets_are_text_and_never_markup(names: list[str]) -> None:
    now = make(0)
    harmless = [sorted(set(of(paired(make(2)), kind).tags)) for kind in SHEETS]
    entries = (Entry(names[0], (names[1], "<b>x</b>")), Entry(names[2], (names[3], "</table>")))
    try:
        now = paired(then(now, Registered(entries)))
    except EventError:
        return
    for kind, tags in zip(SHEETS, harmless, strict=True):
        assert sorted(set(of(now, kind).tags)) == tags


def test_the_qr_code_on_a_table_sheet_contains_the_address_to_follow_that_table() -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    segno = pytest.importorskip("segno")
    from PIL import Image

    now = paired(addressed(make(2), "http://192.168.1.20:8090"))
    page = sheet(now, "seats", None, 0.0)
    address = "http://192.168.1.20:8090/follow?table=1"
    assert address in Reader(page).text
    assert (
        segno.make(address, error="m", micro=False).svg_inline(
            border=2, svgclass="code", lineclass=None, omitsize=True, title=address
        )
        in page
    )
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="png", scale=4, border=2)
    (read,) = zxingcpp.read_barcodes(Image.open(drawn))
    assert read.text == address


def test_sheets_of_a_tournament_without_an_address_state_why_they_have_no_qr_code() -> None:
    for kind in ("seats", "signs", "cards"):
        text = of(paired(make(2)), kind).text
        assert "Follow" not in text
        assert "No QR code: the tournament has no address" in text


def test_the_seats_of_a_table_are_drawn_for_its_board() -> None:
    assert sheet(paired(make(3, teams=3)), "seats", None, 0.0).count("<circle") == 6
    short = make(5, System.ROUND_ROBIN, 3)
    for _ in range(rounds_in_all(short)):
        short = run(short, 1, seed=2)
    twos = [here.number for here in short.rounds if any(len(match.teams) == 2 for match in here.matches)]
    assert twos
    assert "Team" in of(short, "seats", twos[0]).text


def test_a_result_slip_asks_for_the_marbles_home_of_both_teams() -> None:
    text = of(paired(make(4)), "slips").text
    assert text.count("Marbles home") == 2
    assert "one more for each in START" in text


def test_the_sheet_of_standings_names_its_criteria_and_whether_the_round_is_over() -> None:
    now = run(make(4), 1, seed=1)
    assert "Standings after round 1" in of(now, "standings").text
    assert "Then Buchholz: the points of all opponents together." in of(now, "standings").text
    now = paired(now)
    assert "Standings after round 1" in of(now, "standings").text, "round 2 is not started"
    now = then(now, RoundStarted(2))
    assert "Standings during round 2" in of(now, "standings").text
    assert "Standings after round 1" in of(now, "standings", 1).text
    assert "Before the first round" in of(make(4), "standings").text
    assert "Buchholz" not in of(make(4, System.ROUND_ROBIN), "standings").text
    assert "Final standings" in of(run(make(4, rounds=1), 1, seed=1), "standings").text


def test_on_the_sheet_of_prizes_equal_teams_share_the_prizes_of_their_places() -> None:
    now = then(make(4, rounds=1), PrizesSet(("The cup", "A cake", "A pie")))
    now = paired(now)
    from jokerboard.tournament.event.actions import by_order
    from tests.jokerboard.tournament.event.tournaments import played

    now = played(now, lambda match: by_order(match, [match.teams]))
    text = of(now, "prizes").text
    assert "The cup, A cake and A pie (shared)" in text
    assert "Not final" not in text
    assert "Not final" in of(paired(then(make(4), PrizesSet(()))), "prizes").text


def test_a_sheet_of_a_round_that_is_not_paired_is_refused() -> None:
    with pytest.raises(EventError, match="no round is paired yet"):
        of(make(4), "pairings")


def test_a_sheet_served_by_the_desk_links_its_styles_and_a_saved_sheet_contains_them() -> None:
    now = paired(make(2))
    assert "@page" in sheet(now, "seats", None, 0.0)
    linked = sheet(now, "seats", None, 0.0, styles="/static/event/sheets.css")
    assert "<style" not in linked
    assert 'href="/static/event/sheets.css"' in linked
