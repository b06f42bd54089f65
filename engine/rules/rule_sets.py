"""The rule sets as data: every difference between two of them is the value of a switch.

`RULES` holds the five published sets (rulebook section 3). `SWITCHES` has the words for the
values of each switch, and its source; `with_switches` makes house rules of a set. No rule of the
game depends on a rule set's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from engine.errors import RulesError

Value: TypeAlias = bool | int | str | None
"""A switch's value: a flag, a number or a word; None stands for the word `published`."""

FLAG = ("off", "on")


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: the words for its values, and the source of the rule.

    Its meaning is the message `switch-NAME` of `jokerboard/words/`.
    """

    name: str
    values: tuple[str, ...]
    source: str

    @property
    def type(self) -> str:
        """The type of its values: `flag`, `number` or `word`."""
        if self.values == FLAG:
            return "flag"
        return "number" if all(value.isdigit() or value == "published" for value in self.values) else "word"

    def parse(self, word: str) -> Value:
        """The value for that word; RulesError lists the words that are allowed."""
        if word not in self.values:
            raise RulesError(f"switch {self.name} is {', '.join(self.values)}; not {word!r}")
        if self.values == FLAG:
            return word == "on"
        if word == "published":
            return None
        return int(word) if word.isdigit() else word

    def word(self, value: Value) -> str:
        """The word for that value."""
        if value is None:
            return "published"
        if isinstance(value, bool):
            return FLAG[value]
        return str(value)


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


_SWITCHES = (
    # Switches of cards and of the marbles they move
    Switch("ace_11", FLAG, "texas; own-deck optional"),
    Switch("face_values_11_12_13", FLAG, "HVR, HAF, REA"),
    Switch("two_swap", FLAG, "pegs-and-jokers"),
    Switch(
        "nine_mode", ("none", "one_each_way", "any_way", "must"), "own-deck, R-001-4; pegs-and-jokers; IDA"
    ),
    Switch("nine_unsplit_backward", FLAG, "R-001-4"),
    Switch("seven_scope", ("own", "team"), "IDA"),
    Switch("nine_scope", ("own", "team"), "PAG-9, DUR, IDA"),
    Switch("seven_remainder_to_partner", FLAG, "texas, own-deck, R-004-6"),
    Switch("nine_remainder_to_partner", FLAG, "R-004-6"),
    Switch("partial_7_9_forfeit", FLAG, "alternative reading of pegs-and-jokers"),
    Switch("play_for_partner_any_time", FLAG, "IDA"),
    # Switches of Jokers
    Switch(
        "joker_forced",
        ("never", "nothing_in_play", "only_play"),
        "marbles-and-jokers / joker-board / own-deck; R-000-4",
    ),
    Switch("joker_comes_out", FLAG, "IDA"),
    Switch("joker_any_hole", FLAG, "DON"),
    Switch("joker_true_swap", FLAG, "IDA"),
    # Switches of landing on a marble
    Switch("in_spot_same_colour", ("illegal", "one_to_start"), "marbles-and-jokers / own-deck"),
    Switch("in_spot_chain", ("chain", "illegal"), "joker-board, HAF"),
    Switch("start_hole_safe", FLAG, "TOCK"),
    # Switches of HOME
    Switch("home_branch", ("free", "forced"), "RC-3; DAN, REA"),
    Switch("home_overshoot", ("go_round", "wait"), "RC-4; HVR"),
    # Switches of partners and winning
    Switch("help_order", ("left", "any", "none"), "joker-board, R-002-6"),
    Switch("win_condition", ("team", "player"), "section 8"),
    Switch("team_layout", ("two_teams", "pairs", "alone"), "PAG"),
    Switch("marbles_per_player", ("4", "5"), "COIN"),
    # Switches of hands and decks
    Switch("hand_size", _numbers(3, 7), "the five sets; HAF"),
    Switch("draw_first", FLAG, "joker-board"),
    Switch("forgot_draw_penalty", FLAG, "texas, COIN"),
    Switch("draw_pile", ("shared", "own"), "own-deck"),
    Switch("decks", ("published", *_numbers(1, 8)), "the five sets"),
    Switch("decks_per_player", FLAG, "IDA, HVR"),
    Switch("half_deck", FLAG, "own-deck, R-001-2"),
    Switch("jokers", ("published", "0", "1", "2"), "pegs-and-jokers: no Jokers for two players"),
    Switch("free_start_after", ("0", "3", "4", "5"), "IDA"),
    Switch("discard_free", FLAG, "for beginners"),
)
SWITCHES: Mapping[str, Switch] = MappingProxyType({switch.name: switch for switch in _SWITCHES})

UNSUPPORTED: Mapping[str, str] = MappingProxyType(
    {
        "ten_split": "it moves opponents' marbles, and no source defines whose landing rules apply to them",
        "joker_not_past_home": "for a marble that went backwards, no source defines which hole is farther",
        "partner_on_own_in_spot": "the marble that moves would not stay where it lands (RC-7), and no"
        " hole could show the play",
        "limbo": "the only source does not say whether J, Q and K count as a 10",
        "sides": "not a rule: each table sets the sides of its board, 3 to 8, some perhaps without players",
        "touch_card": "not a switch of the rules: the referee decides when a card counts as laid (RC-21)",
        "table_talk": "no sensor can detect what players say, so players judge it themselves (RC-21)",
    }
)


@dataclass(frozen=True)
class Rules:
    """A rule set: its name, its numbers of players, the published number of decks, and every switch.

    The constructor checks the values together: RulesError names a contradiction between them.
    """

    name: str
    title: str
    players: tuple[int, ...]
    published_decks: tuple[tuple[int, int], ...]
    """The number of decks for each number of players; if `draw_pile` is `own`, the decks of each player."""
    jokers_out: tuple[int, ...] = ()
    """Numbers of players for which the published game leaves out the Jokers."""

    ace_11: bool = False
    face_values_11_12_13: bool = False
    two_swap: bool = False
    nine_mode: Literal["none", "one_each_way", "any_way", "must"] = "none"
    nine_unsplit_backward: bool = False
    seven_scope: Literal["own", "team"] = "own"
    nine_scope: Literal["own", "team"] = "own"
    seven_remainder_to_partner: bool = False
    nine_remainder_to_partner: bool = False
    partial_7_9_forfeit: bool = False
    play_for_partner_any_time: bool = False
    joker_forced: Literal["never", "nothing_in_play", "only_play"] = "only_play"
    joker_comes_out: bool = False
    joker_any_hole: bool = False
    joker_true_swap: bool = False
    in_spot_same_colour: Literal["illegal", "one_to_start"] = "illegal"
    in_spot_chain: Literal["chain", "illegal"] = "chain"
    start_hole_safe: bool = False
    home_branch: Literal["free", "forced"] = "free"
    home_overshoot: Literal["go_round", "wait"] = "go_round"
    help_order: Literal["left", "any", "none"] = "left"
    win_condition: Literal["team", "player"] = "team"
    team_layout: Literal["two_teams", "pairs", "alone"] = "two_teams"
    marbles_per_player: int = 5
    hand_size: int = 5
    draw_first: bool = False
    forgot_draw_penalty: bool = False
    draw_pile: Literal["shared", "own"] = "shared"
    decks: int | None = None
    decks_per_player: bool = False
    half_deck: bool = False
    jokers: int | None = None
    free_start_after: int = 0
    discard_free: bool = False

    def __post_init__(self) -> None:
        for switch in _SWITCHES:
            switch.parse(switch.word(getattr(self, switch.name)))
        for fault in _senseless(self):
            raise RulesError(fault)

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.players, tuple(self.switches().values())))

    def __hash__(self) -> int:
        return self._hash

    def with_switches(self, switches: Mapping[str, str]) -> Rules:
        """These rules with some switches set by words, such as `rules.with_switches({"ace_11": "on"})`."""
        values: dict[str, Any] = {name: switch_named(name).parse(word) for name, word in switches.items()}
        return replace(self, **values)

    def switches(self) -> dict[str, str]:
        """Every switch's value as its word."""
        return {switch.name: switch.word(getattr(self, switch.name)) for switch in _SWITCHES}

    def teams_for(self, players: int) -> int:
        """The number of teams for `players` players; equal to `players` if everybody plays alone."""
        if self.team_layout == "alone" or players < 4 or players % 2:
            return players
        return 2 if self.team_layout == "two_teams" else players // 2

    def decks_for(self, players: int) -> int:
        """The number of decks for `players` players: in the shared pile, or in each player's own pile."""
        if self.decks is None:
            return dict(self.published_decks)[players]
        return self.decks * players if self.decks_per_player else self.decks

    def jokers_for(self, players: int) -> int:
        """The number of Jokers in each deck, or in each half of a halved deck."""
        if self.jokers is not None:
            return self.jokers
        if players in self.jokers_out:
            return 0
        return 1 if self.half_deck else 2


def switch_named(name: str) -> Switch:
    """The switch with that name; raise RulesError if there is none, with the reason if one is known."""
    if name in SWITCHES:
        return SWITCHES[name]
    if name in UNSUPPORTED:
        raise RulesError(f"switch {name} is not supported: {UNSUPPORTED[name]}")
    raise RulesError(f"no switch is called {name!r}; there are {', '.join(SWITCHES)}")


def rules_named(name: str) -> Rules:
    """The published rule set with that name; raise RulesError if there is none."""
    try:
        return RULES[name]
    except KeyError:
        raise RulesError(f"no rule set is called {name!r}; there are {', '.join(RULES)}") from None


def _senseless(rules: Rules) -> list[str]:
    """The contradictions between these values, each with its reason."""
    no_nine = rules.nine_mode == "none"
    alone = rules.help_order == "none"
    own = rules.draw_pile == "own"
    checks = (
        (
            no_nine and rules.nine_scope == "team",
            "nine_scope team needs a nine_mode: without one, a 9 is never split",
        ),
        (
            no_nine and rules.nine_remainder_to_partner,
            "nine_remainder_to_partner needs a nine_mode: without one, a 9 is never split",
        ),
        (
            alone and (rules.seven_remainder_to_partner or rules.nine_remainder_to_partner),
            "a remainder goes to the helped partner, and help_order none helps nobody",
        ),
        (
            rules.forgot_draw_penalty and rules.draw_first,
            "forgot_draw_penalty is for a draw after the play; with draw_first nobody can forget the draw",
        ),
        (
            rules.half_deck and not own,
            "half_deck needs draw_pile own: two players share the halves of a deck",
        ),
        (
            rules.half_deck and rules.jokers == 2,
            "half a deck has half of its Jokers, so jokers must be 0 or 1",
        ),
        (
            own and rules.decks_per_player,
            "decks_per_player is for a shared pile; with draw_pile own, decks counts each player's",
        ),
        (
            rules.decks_per_player and rules.decks is None,
            "decks_per_player needs a number in decks: the published number is for the whole table",
        ),
    )
    return [reason for wrong, reason in checks if wrong]


RULES: Mapping[str, Rules] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            Rules(
                name="texas",
                title="Texas / tournament rules",
                players=(4, 6),
                published_decks=((4, 2), (6, 2)),
                ace_11=True,
                seven_remainder_to_partner=True,
                team_layout="pairs",
                forgot_draw_penalty=True,
            ),
            Rules(
                name="own-deck",
                title="Own-deck game",
                players=(4, 6, 8),
                published_decks=((4, 1), (6, 1), (8, 1)),
                nine_mode="any_way",
                seven_remainder_to_partner=True,
                in_spot_same_colour="one_to_start",
                hand_size=6,
                draw_pile="own",
            ),
            Rules(
                name="marbles-and-jokers",
                title="Marbles and Jokers",
                players=(4, 6, 8),
                published_decks=((4, 3), (6, 3), (8, 4)),
                joker_forced="never",
                help_order="any",
                hand_size=7,
            ),
            Rules(
                name="joker-board",
                title="Joker Board",
                players=(4, 6, 8),
                published_decks=((4, 2), (6, 2), (8, 2)),
                draw_first=True,
            ),
            Rules(
                name="pegs-and-jokers",
                title="Pegs and Jokers (Wizard Woodworks)",
                players=(2, 3, 4, 5, 6, 7, 8),
                published_decks=((2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)),
                jokers_out=(2,),
                two_swap=True,
                nine_mode="one_each_way",
                seven_remainder_to_partner=True,
                nine_remainder_to_partner=True,
            ),
        )
    }
)
