"""Variants of disputes, drawn at random: other times, holes, cards, rule sets, seats and readers.

`drawn(kind, seed)` returns one variant. At least half of all variants differ from the original dispute in the
rules, the seat or the reader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.cards import Rank
from engine.rules.card_powers import powers
from engine.rules.rule_sets import RULES as RULE_SETS
from tests.engine.referee.scenes.scene import RULES, Scene

COUNTS = (3, 5, 6)
"""Cards that walk forward by their number under every rule set."""
CALM = {"illegal": 0, "fault": 0, "ambiguous": 0}
LONE = "A8/B8/C8/D8 A"
HOME = "h1,h2,h3,h4,h5"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of dispute: how a variant is drawn, and the rules and readers that it needs."""

    draw: Callable[[Random], Scene]
    rules: tuple[str, ...] = RULES
    readers: tuple[str, ...] = ("seat", "table")


def drawn(name: str, seed: int) -> tuple[Scene, str, int, str]:
    """One variant: the scene, its rule set, the number of sides by which it is turned, and its readers."""
    kind = KINDS[name]
    rng = Random(f"{name} {seed}")
    scene = kind.draw(rng)
    by = rng.randrange(scene.header.get("players", 4))
    return scene, kind.rules[seed % len(kind.rules)], by, kind.readers[seed % len(kind.readers)]


def faults(name: str, seed: int) -> list[str]:
    """The differences between the verdicts on that variant and what people expect, a line each."""
    scene, rules, by, cards = drawn(name, seed)
    title = f"{name} {seed} ({rules}, {by} seats on, {cards})"
    return [f"{title}: {line}" for line in scene.faults(rules, by, cards)]


def timed(rng: Random, *steps: str) -> str:
    """The steps with absolute times; each step begins with its delay, which varies unless `!` follows it."""
    t, made = 0.0, []
    for step in steps:
        gap, _, what = step.partition(" ")
        t += float(gap[:-1]) if gap.endswith("!") else float(gap) * rng.uniform(0.75, 1.35)
        made.append(f"{t:.3f} {what}")
    return "/".join(made)


def play(seat: str, source: int, count: int, suit: str = "D") -> tuple[str, str, str]:
    """The steps of a plain play of a card by its number."""
    return f"1.5 {seat}:{count}{suit}", f"0.5 {seat}{source}-", f"0.5 {seat}{source + count}+"


def withdrawn_card(rng: Random) -> Scene:
    """The card leaves the reader, the play is undone, and another play of that card is made."""
    n, m, a = rng.choice(COUNTS), rng.choice(COUNTS), rng.choice((9, 10))
    steps = (
        f"0.5 A:{n}C", f"0.5 A{a}-", f"0.4 A{a + n}+", "0.6 A:-", f"1.0 A{a + n}-", f"0.3 A{a}+",
        "0.9 A2-", f"0.4 A{2 + n}+", *play("B", 8, m), "3",
    )  # fmt: skip
    after = f"A{2 + n},A{a}"
    moves = [f"{after}/B8/C8/D8 B", f"{after}/B{8 + m}/C8/D8 C"]
    return Scene(f"A2,A{a}/B8/C8/D8 A", timed(rng, *steps), {"moves": moves, **CALM})


def sliding_card(rng: Random) -> Scene:
    """The card of an announced play slides off its seat's reader, and on again."""
    n = rng.choice(COUNTS)
    off = rng.choice(("0.3", "1.2"))
    before, later = ((f"{off} A:-",), ()) if rng.random() < 0.5 else ((), (f"{off} A:-",))
    again = (f"{rng.uniform(0.4, 1.6):.2f} A:{n}C",)
    steps = (f"0.5 A:{n}C", *before, "0.3 A8-", f"0.4 A{8 + n}+", *later, *again, "3")
    return Scene(LONE, timed(rng, *steps), {"moves": [f"A{8 + n}/B8/C8/D8 B"], **CALM})


def equal_card(rng: Random) -> Scene:
    """In an unnumbered deck, an equal card is laid just before the last marble of a play is placed."""
    n, b, c, d = (rng.choice(COUNTS) for _ in range(4))
    n = rng.choice((3, 5)) if n == 6 else n
    early = rng.uniform(0.03, 0.2)
    steps = (
        f"0.5 A:{n}C", "0.5 A8-", f"0.4 A{8 + n}+", *play("B", 8, b), *play("C", 8, c),
        f"1.5 D:{d}S", "0.5 D8-", f"0.3 A:{n}C", f"{early:.3f}! D{8 + d}+", f"0.7 A{8 + n}-",
        f"0.4 {_on('A', 8 + 2 * n)}+", "3",
    )  # fmt: skip
    fields = [f"A{8 + n}", "B8", "C8", "D8"]
    moves = [f"{'/'.join(fields)} B"]
    for i, (field, turn) in enumerate(((f"B{8 + b}", "C"), (f"C{8 + c}", "D"), (f"D{8 + d}", "A")), 1):
        fields[i] = field
        moves.append(f"{'/'.join(fields)} {turn}")
    fields[0] = _on("A", 8 + 2 * n)
    moves.append(f"{'/'.join(fields)} B")
    return Scene(LONE, timed(rng, *steps), {"moves": moves, **CALM})


def _on(seat: str, hole: int) -> str:
    """The name of the ring hole `hole` holes clockwise of the seat's corner."""
    return f"{chr(ord(seat) + hole // 18)}{hole % 18}"


def fidgets(rng: Random) -> Scene:
    """Two marbles are fidgeted with; much later a Joker captures one of them cleanly."""
    steps = ["0.3"]
    for hole in ("B8", "C8"):
        for _ in range(rng.randint(6, 10)):
            steps += [f"0.25 {hole}-", f"0.2 {hole}+"]
    steps += ["20", "0.5 A:X#1", "0.5 A8-", "0.5 B8-", "0.4 B8+", "0.6 Bs5+", "4"]
    outcome = {"moves": ["B8/-/C8/D8 B"], "illegal": 0, "fault": 2, "ambiguous": 0}
    return Scene(LONE, timed(rng, *steps), outcome)


def on_the_floor(rng: Random) -> Scene:
    """A marble falls off the table, and is found after a long while; then it is captured."""
    n, away = rng.choice(COUNTS), rng.uniform(15, 85)
    steps = (
        f"0.5 A:{n}D", "0.5 A8-", f"{away:.1f}! A{8 + n}+", "5 B:X#1", "1 B8-", f"0.4 A{8 + n}-",
        f"0.4 A{8 + n}+", "0.8 As5+", *play("C", 8, 3), "4",
    )  # fmt: skip
    moves = [f"A{8 + n}/B8/C8/D8 B", f"-/A{8 + n}/C8/D8 C", f"-/A{8 + n}/C11/D8 D"]
    return Scene(LONE, timed(rng, *steps), {"moves": moves, **CALM})


def adjusted_after_a_joker(rng: Random) -> Scene:
    """A Joker's capture was announced; another marble is adjusted; the next card comes."""
    m, blink = rng.choice((3, 5, 6)), rng.uniform(0.3, 0.6)
    steps = (
        "0.5 A:X#1", "0.5 D8-", "0.2 C17-", f"{blink:.2f}! C17+", "0.9 B16-", "0.5 B16+", f"1.5 B:{m}D",
        "0.5 C2-", f"0.4 C{2 + m}+", "1.6 Ds4+", "3",
    )  # fmt: skip
    moves = ["C17/C2/B14/B16 B", f"C17/C{2 + m}/B14/B16 C"]
    return Scene("D8/C2/B14/B16,C17 A", timed(rng, *steps), {"moves": moves, **CALM})


def exchange_beside_a_ghost(rng: Random) -> Scene:
    """A 2 exchanges two marbles while a neighbouring hole reads full for a moment."""
    ghost, long = rng.choice(("C3", "C5")), rng.uniform(0.03, 0.1)
    steps = (
        "0.5 B:2H", "0.5 C4-", f"0.006! {ghost}+", f"{long:.3f}! {ghost}-", "0.2 C15-", "0.2 C4+", "0.3 C15+",
        "2 C:9S", "3",
    )  # fmt: skip
    outcome = {"start": ["C9/B2,C15/C4/D3 C"], **CALM}
    return Scene("C9/B2,C4/C15/D3 B", timed(rng, *steps), outcome)


def set_up_again(rng: Random) -> Scene:
    """People clear the board during a game, and put all marbles into START."""
    n, out = rng.choice((3, 5)), ["B1", "B10", "C8", "D9"]
    rng.shuffle(out)
    homes = ["As4", "As5", "Bs5", "Cs5", "Ds5"]
    rng.shuffle(homes)
    steps = [f"0.5 A:{n}H", "0.5 A12-", f"0.5 A{12 + n}+", f"6 A{12 + n}-"]
    steps += [f"0.35 {hole}-" for hole in out] + ["3"] + [f"0.4 {hole}+" for hole in homes]
    steps += ["5 B:KH", "1 Bs1-", "0.5 B8+", "6"]
    outcome = {"offer": 1, "illegal": 1, "fault": 0, "ambiguous": 0}
    return Scene("A12,B1/B10/C8/D9 A", timed(rng, *steps), outcome, {"mode": "play"})


def overlapping(rng: Random) -> Scene:
    """The next player plays before a slip is corrected."""
    n, m, slip = rng.choice(COUNTS), rng.choice(COUNTS), rng.choice((-1, 1, 2))
    wrong = 8 + n + slip
    steps = (
        f"1 A:{n}D", "0.5 A8-", f"0.5 A{wrong}+", f"0.6 B:{m}C", "0.5 B8-", f"0.5 B{8 + m}+",
        f"0.6 A{wrong}-", f"0.5 A{8 + n}+", *play("C", 8, 3, "H"), "4",
    )  # fmt: skip
    done = f"A{8 + n}/B{8 + m}"
    moves = [f"A{8 + n}/B8/C8/D8 B", f"{done}/C8/D8 C", f"{done}/C11/D8 D"]
    return Scene(LONE, timed(rng, *steps), {**CALM, "moves": moves, "illegal": 1})


def cleared_after_the_win(rng: Random) -> Scene:
    """The game is won, and everybody puts their marbles into START in any order."""
    n = rng.choice((2, 3))
    carries = [(f"Ah{i}", f"As{i}") for i in range(1, 6)] + [(f"Ch{i}", f"Cs{i}") for i in range(1, 6)]
    carries += [("B8", "Bs5"), ("D8", "Ds5")]
    rng.shuffle(carries)
    steps = [f"1 A:{n}D", f"0.5 {_on('A', 4 - n)}-", "0.5 Ah1+", "3"]
    steps += [step for source, home in carries for step in (f"0.3 {source}-", f"0.4 {home}+")] + ["8"]
    outcome = {"moves": [f"{HOME}/B8/{HOME}/D8 B"], "no": ["takeback", "illegal", "fault"], "offer": 1}
    start = f"{_on('A', 4 - n)},h2,h3,h4,h5/B8/{HOME}/D8 A"
    return Scene(start, timed(rng, *steps), outcome)


def same_copy_again(rng: Random) -> Scene:
    """After a reshuffle the same numbered Joker comes to the same reader, which reports no take-off."""
    n, d, copy = rng.choice(COUNTS), rng.choice(COUNTS), rng.choice(("#1", "#2", "#4"))
    last = f"D{8 + d}"
    text = timed(
        rng, f"1 C:X{copy}", "0.5 C8-", "0.3 B8-", "0.4 B8+", "0.4 Bs5+", *play("D", 8, d),
        *play("A", 8, n, "S"), "1.2 B:5H", "1 reshuffle", f"{rng.uniform(0.01, 1.5):.3f}! C:X{copy}",
        "0.5 B8-", f"0.3 {last}-", f"0.4 {last}+", "0.4 Ds5+", "5",
    )  # fmt: skip
    due = float(text.split("/")[-2].split(" ")[0]) + 0.7
    a = f"A{8 + n}"
    moves = [
        "A8/-/B8/D8 D", f"A8/-/B8/{last} A", f"{a}/-/B8/{last} B", f"{a}/-/B8/{last} C", f"{a}/-/{last}/- D",
    ]  # fmt: skip
    outcome = {"moves": moves, "illegal": 0, "fault": 0, "said_by": {moves[-1]: due}}
    return Scene("A8/B8/C8/D8 C", text, outcome)


def silent_start(rng: Random) -> Scene:
    """A Joker comes out of START onto a marble; the START hole is stuck and always reads full."""
    other = rng.choice(("A3,B6,D14", "B6,C1,D14", "C1,D14"))
    left, in_start = other.removesuffix(",D14"), 5 - other.count(",") - 1
    steps = ("1.5 D:X", "0.8 D14-", "0.35 D14+", f"0.5 Cs{in_start + 1}+", "2 A:AS", "6")
    outcome = {"start": [f"A2/B9/{left}/D14,h1,h5 A"], "never": [f"A2/B9/{other}/h1,h5 A"]}
    return Scene(f"A2/B9/{other}/h1,h5 D", timed(rng, *steps), outcome)


def one_card_read_again(rng: Random) -> Scene:
    """The shared reader reads a discarded card again and again before the next card is laid."""
    n, again = rng.choice(COUNTS), rng.randint(1, 3)
    touch = ["0.3 D8-", "0.5 D8+"] if rng.random() < 0.5 else []
    steps = ["0.8 C:7C", *touch, *["0.9 C:7C"] * again, f"0.9 D:{n}H", "0.6 D8-", f"0.5 D{8 + n}+", "4"]
    moves = ["A8/B8/-/D8 D", f"A8/B8/-/D{8 + n} A"]
    return Scene("A8/B8/-/D8 C", timed(rng, *steps), {"moves": moves, **CALM})


def begun_unlike(rng: Random) -> Scene:
    """The board is set up again, but one marble is beside its hole or missing."""
    sides = rng.choice("ABCD")
    full = [f"{side}{hole}" for side in "ABCD" for hole in ("12", "s1", "s2", "s3", "s4")]
    full.remove(f"{sides}12")
    if rng.random() < 0.7:
        full.append(f"{sides}{12 + rng.choice((-2, -1, 1, 2))}")
    return Scene("A12/B12/C12/D12 A", "3/6", {"told_by": 3.0, "fault": 0}, {"occupied": full})


def stands_out_of_turn(rng: Random) -> Scene:
    """A decision lets a play out of turn stand; the other seats still have their turns."""
    n, b, d = (rng.choice(COUNTS) for _ in range(3))
    steps = (
        f"1 C:{n}D", "0.5 C8-", f"0.5 C{8 + n}+", f"{rng.choice((0.6, 2.0, 3.3))} let-stand",
        *play("B", 8, b, "S"), *play("D", 8, d, "S"), "4",
    )  # fmt: skip
    outcome = {"illegal": 2, "fault": 0, "ambiguous": 0, "last": f"A8/B{8 + b}/C{8 + n}/D{8 + d} A"}
    return Scene("A8/B8/C8/D8 B", timed(rng, *steps), outcome)


def one_event(rng: Random) -> Scene:
    """A knock or a sleeve lifts three marbles or more at once; they are back soon."""
    n, m = rng.choice((5, 6)), rng.choice(COUNTS)
    holes = ["A15", "C8", "C12", f"A{8 + n}", "D8"]
    swept = rng.sample(holes, rng.randint(3, 5))
    at, changes = rng.uniform(2.0, 4.0), []
    for hole in swept:
        up = at + rng.uniform(0, 0.09)
        changes += [(up, f"{hole}-"), (up + rng.uniform(0.02, 0.4), f"{hole}+")]
    text = timed(rng, f"0.5! A:{n}D", "0.4! A8-", f"0.4! A{8 + n}+")
    text += "".join(f"/{t:.3f} {what}" for t, what in sorted(changes))
    text += f"/6 B:{m}C/6.5 B8-/7.1 B{8 + m}+/10"
    moves = [f"A{8 + n},A15/B8/C8,C12/D8 B", f"A{8 + n},A15/B{8 + m}/C8,C12/D8 C"]
    outcome = {"moves": moves, "no": ["illegal", "fault", "ambiguous", "takeback"]}
    return Scene("A8,A15/B8/C8,C12/D8 A", text, outcome)


def anothers_reader(rng: Random) -> Scene:
    """A card is laid at another seat's reader while the right seat moves."""
    n, m, at = rng.choice(COUNTS), rng.choice(COUNTS), rng.choice("BC")
    steps = (
        f"1 {at}:{n}D", "0.5 A8-", f"0.5 A{8 + n}+", f"{rng.uniform(3.5, 6):.2f} B:{m}C", "0.5 B8-",
        f"0.5 B{8 + m}+", "4",
    )  # fmt: skip
    moves = [f"A{8 + n}/B8/C8/D8 B", f"A{8 + n}/B{8 + m}/C8/D8 C"]
    return Scene(LONE, timed(rng, *steps), {**CALM, "moves": moves, "illegal": 1})


def carried_without_a_card(rng: Random) -> Scene:
    """A marble is carried far away, and nobody lays a card."""
    seat, far = rng.choice("ABCD"), rng.choice("ABCD")
    text = timed(rng, f"1 {seat}8-", f"0.8 {far}{rng.choice((2, 5, 12))}+")
    t = float(text.split("/")[-1].split(" ")[0])
    outcome = {"moves": [], "told_by": round(t + 20.3, 3), "illegal": 1, "fault": 0}
    return Scene(LONE, f"{text}/{t + 21:.3f}/{t + 24:.3f}", outcome)


EXCHANGING = tuple([name for name in RULES if powers(RULE_SETS[name])[Rank.TWO].exchange])
KINDS = {
    "a withdrawn card": Kind(withdrawn_card, readers=("seat",)),
    "a sliding card": Kind(sliding_card, readers=("seat",)),
    "an equal card": Kind(equal_card, readers=("seat",)),
    "fidgets": Kind(fidgets),
    "on the floor": Kind(on_the_floor),
    "adjusted after a Joker": Kind(adjusted_after_a_joker),
    "an exchange beside a ghost": Kind(exchange_beside_a_ghost, EXCHANGING),
    "set up again": Kind(set_up_again),
    "overlapping turns": Kind(overlapping),
    "cleared after the win": Kind(cleared_after_the_win, ("pegs-and-jokers", "texas", "joker-board")),
    "the same copy again": Kind(same_copy_again),
    "a silent START": Kind(silent_start),
    "one card read again": Kind(one_card_read_again, readers=("table",)),
    "begun unlike": Kind(begun_unlike),
    "stands out of turn": Kind(stands_out_of_turn),
    "one event": Kind(one_event, readers=("seat", "table", "none")),
    "another's reader": Kind(anothers_reader, readers=("seat",)),
    "carried without a card": Kind(carried_without_a_card),
}
"""Every kind of dispute by its name."""
