"""A random game in which people play, draw late and step back in any order equals a replay of its actions."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.dealing import may_draw, setup_for
from engine.errors import EngineError
from engine.game import Action, Draw, Game, begin, fold, options
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.engine.tables import every_card
from tests.examples import examples


class GameMachine(RuleBasedStateMachine):
    """A state machine: the game must always equal the fold of the actions in force over its setup."""

    game: Game
    actions: list[Action]

    @initialize(name=st.sampled_from(sorted(RULES)), manual=st.booleans(), seed=st.text(max_size=2))
    def sit_down(self, name: str, manual: bool, seed: str) -> None:
        self.game = begin(setup_for(table_for(RULES[name]), seed, manual_draw=manual))
        self.actions = []
        self.box = every_card(self.game)

    def do(self, action: Action) -> None:
        self.game = self.game.do(action)
        self.actions.append(action)

    @precondition(lambda self: not self.game.over)
    @rule(choice=st.floats(0, 1, exclude_max=True))
    def act(self, choice: float) -> None:
        choices = options(self.game)
        self.do(choices[int(choice * len(choices))])

    @rule(seat=st.integers(0, 3))
    def draw_by_hand(self, seat: int) -> None:
        if may_draw(self.game.setup, self.game.state, seat):
            self.do(Draw(seat))
            assert not may_draw(self.game.setup, self.game.state, seat)
        else:
            before = self.game
            refused = False
            try:
                self.game.do(Draw(seat))
            except EngineError:
                refused = True
            assert refused
            assert self.game is before

    @precondition(lambda self: self.actions)
    @rule(count=st.integers(1, 4))
    def step_back(self, count: int) -> None:
        count = min(count, len(self.actions))
        self.game = self.game.back(count)
        del self.actions[-count:]

    @rule(count=st.integers(0, 4), choice=st.floats(0, 1, exclude_max=True))
    def go_on_elsewhere_from_an_earlier_moment(self, count: int, choice: float) -> None:
        earlier = self.game.back(min(count, len(self.actions)))
        choices = options(earlier)
        if choices:
            action = choices[int(choice * len(choices))]
            assert earlier.do(action).actions == (*earlier.actions, action)

    @invariant()
    def the_game_is_what_its_actions_make_of_it(self) -> None:
        assert self.game.actions == tuple(self.actions)
        assert every_card(self.game) == self.box
        assert self.game == fold(begin(self.game.setup), self.actions)


TestGames = GameMachine.TestCase
TestGames.settings = examples(15, stateful_step_count=30)
