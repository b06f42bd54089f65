"""`jokerboard rules`: rule sets, legal plays of a position, perft, switches (docs/formats.md, section 2)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from engine.cards import Card, Rank
from engine.errors import EngineError
from engine.legal import Outcome, legal, perft
from engine.position import Position
from engine.rules.rule_sets import RULES, SWITCHES, UNSUPPORTED, Rules, rules_named
from engine.table import Table, table_at
from jokerboard.cli.arguments import add_options, switches_of
from jokerboard.host.errors import UsageError

Query: TypeAlias = tuple[Table, Position]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions list, show, legal, perft and switches."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="list the rule sets and their numbers of players")
    listing.add_argument("--json", action="store_true", help="as JSON")
    show = actions.add_parser("show", help="print a rule set for people to read, house rules marked")
    show.add_argument("rules", metavar="NAME", nargs="?", help=", ".join(RULES))
    _add_house(show)
    legal_plays = actions.add_parser("legal", help="list the legal plays of a card in a position")
    _add_query(legal_plays, required=False)
    add_options(
        legal_plays,
        ("--card", "CARD", str, None, "a rank (A 2 .. 9 T J Q K X) or a card (7H)"),
        ("--json", "print a JSON array of plays and the positions after them"),
        ("--batch", "answer JSON queries from standard input, one a line"),
    )
    counting = actions.add_parser("perft", help="count the positions that cards can reach in --depth turns")
    _add_query(counting, required=True)
    counting.add_argument(
        "--depth", metavar="N", type=_depth, required=True, help="number of turns to search"
    )
    switches = actions.add_parser("switches", help="list the switches, and their values in each rule set")
    switches.add_argument("--json", action="store_true", help="as a JSON array")


def run(args: argparse.Namespace) -> int:
    """Print the result of the action; raise UsageError or EngineError for bad input."""
    actions: dict[str, Callable[[argparse.Namespace], Iterable[str]]] = {
        "list": _list,
        "show": _show,
        "legal": _batch if getattr(args, "batch", False) else _legal,
        "perft": _perft,
        "switches": _switches,
    }
    for line in actions[args.action](args):
        # A program may wait for each answer of `legal --batch` before it sends its next query.
        print(line, flush=True)
    return 0


def _add_query(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument("--rules", metavar="NAME", help=", ".join(RULES))
    parser.add_argument("--position", metavar="LINE", required=required, help='as "A8/-/-/- A"')
    parser.add_argument(
        "--teams", metavar="N", type=_number, help="number of teams; the seats k, k+N ... are one team"
    )
    _add_house(parser)


def _add_house(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", metavar="SWITCH=VALUE", action="append", default=[], help="a house rule")
    parser.add_argument(
        "--house", metavar="FILE", type=Path, help="TOML file of house rules; --set adds to them"
    )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 999")
    return int(text)


def _depth(text: str) -> int:
    depth = _number(text)
    if depth > 8:
        raise argparse.ArgumentTypeError(f"{depth} turns take too long to count; give 8 or fewer")
    return depth


def _list(args: argparse.Namespace) -> list[str]:
    if args.json:
        sets = [{"name": r.name, "title": r.title, "players": list(r.players)} for r in RULES.values()]
        return [json.dumps(sets)]
    width = max(map(len, RULES))
    return [f"{r.name:{width}}  {r.title}; {_players(r.players)} players" for r in RULES.values()]


def _show(args: argparse.Namespace) -> list[str]:
    # The import is slow, and only the actions `show` and `switches` need this module.
    from jokerboard.words.card_sheet import card_sheet

    return [card_sheet(_rules(args)).rstrip("\n")]


def _players(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 3:
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(map(str, numbers))


def _legal(args: argparse.Namespace) -> list[str]:
    for name in ("rules", "position", "card"):
        if getattr(args, name) is None and not (name == "rules" and args.house):
            raise UsageError(f"rules legal needs --{name}, or --batch and queries on standard input")
    table, position = _query(_rules(args), args.position, args.teams)
    found = legal(table, position, _rank(args.card))
    plays = [(outcome.play.text(table.board), outcome.position.line()) for outcome in found]
    if args.json:
        return [json.dumps([{"play": play, "position": line} for play, line in plays])]
    width = max((len(play) for play, _ in plays), default=0)
    return [f"{play:{width}}  {line}" for play, line in plays] or ["no legal play"]


def _perft(args: argparse.Namespace) -> list[str]:
    table, position = _query(_rules(args), args.position, args.teams)
    return [str(perft(table, position, args.depth))]


def _switches(args: argparse.Namespace) -> list[str]:
    from jokerboard.words.card_sheet import switch_meaning

    switches = [
        {
            "name": switch.name,
            "type": switch.type,
            "values": list(switch.values),
            "default": {name: rules.switches()[switch.name] for name, rules in RULES.items()},
            "meaning": switch_meaning(switch.name),
            "source": switch.source,
        }
        for switch in SWITCHES.values()
    ]
    if args.json:
        return [json.dumps(switches)]
    not_supported = (f"  {n}: {why}" for n, why in UNSUPPORTED.items())
    return [*_switch_table(switches), "", "Not supported:", *not_supported]


def _switch_table(switches: list[dict[str, Any]]) -> Iterator[str]:
    for switch in switches:
        yield f"{switch['name']} = {' | '.join(switch['values'])}"
        yield f"    {switch['meaning']} ({switch['source']})"
        values = switch["default"]
        # The most frequent value comes first; the rule sets that differ from it follow by name.
        common = max(values.values(), key=list(values.values()).count)
        others = [f"{value} in {name}" for name, value in values.items() if value != common]
        yield f"    {common}{''.join(f', {other}' for other in others)}"


def _rules(args: argparse.Namespace) -> Rules:
    """The rule set that --rules or --house names, with the switches that --set changes."""
    if args.house is not None:
        rules = _house(args.house)
        if args.rules not in (None, rules.name):
            raise UsageError(
                f"{args.house} has rules for {rules.name}, not {args.rules}; leave {args.rules} out"
            )
    elif args.rules is None:
        raise UsageError(f"rules {args.action} needs a rule set ({', '.join(RULES)}), or --house FILE")
    else:
        rules = rules_named(args.rules)
    return rules.with_switches(switches_of(args.set))


def _house(path: Path) -> Rules:
    """The house rules in a TOML file.

    Raise UsageError if the file is unreadable, RulesError with the line if a rule in it is wrong.
    """
    from engine.rules.house_rules import LONGEST_TEXT, LONGEST_TITLE, parse_house
    from jokerboard.host.outside_text import TextError, accepted
    from jokerboard.host.text_files import text_file

    with text_file(path, "house rules", "give the path of a TOML file", 4 * LONGEST_TEXT) as text:
        rules = parse_house(text, path.name)
    try:
        return replace(rules, title=accepted(rules.title, LONGEST_TITLE))
    except TextError as error:
        raise UsageError(f"house rules {path}: `title` is refused: {error}") from None


def _query(rules: Rules, line: str, teams: int | None) -> Query:
    position = Position.parse(line, rules.marbles_per_player)
    return table_at(rules, position, teams), position


def _rank(text: str) -> Rank:
    return Card.parse(text).rank


def _batch(args: argparse.Namespace) -> Iterator[str]:
    """One JSON line for each query on standard input: its results, or the error of a bad query."""
    if any((args.rules, args.position, args.card, args.teams, args.set, args.house)):
        raise UsageError("--batch reads all queries from standard input; leave the other arguments out")
    return (json.dumps(_answer(line)) for line in sys.stdin.buffer if line.strip())


def _answer(line: bytes) -> dict[str, Any]:
    try:
        return {"results": [outcome.position.line() for outcome in _ask(json.loads(line))]}
    except EngineError as error:
        return {"error": str(error)}
    except UsageError as error:
        return {"error": str(error)}
    # json.loads recurses once for each level of nesting.
    except RecursionError:
        return {"error": "the query is nested too deeply"}
    except ValueError as error:
        return {"error": f"the query is not JSON: {error}"}


def _ask(query: Any) -> tuple[Outcome, ...]:
    if not isinstance(query, dict):
        raise UsageError("a query is a JSON object")
    for key in ("rules", "position", "card"):
        if not isinstance(query.get(key), str):
            raise UsageError(f"a query needs the key {key!r} with a string")
    teams, settings = query.get("teams"), query.get("set")
    settings = {} if settings is None else settings
    if teams is not None and type(teams) is not int:
        raise UsageError(f"'teams' is a number or null, not {teams!r}")
    if not isinstance(settings, dict):
        raise UsageError("'set' is an object of switches and their values")
    words = {name: _word(value) for name, value in settings.items()}
    rules = rules_named(query["rules"]).with_switches(words)
    table, position = _query(rules, query["position"], teams)
    return legal(table, position, _rank(query["card"]))


def _word(value: object) -> str:
    """A switch's value as text, from JSON: "on" or "off" for a Boolean, the digits of a number."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
