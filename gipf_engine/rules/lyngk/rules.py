"""The two rule sets of LYNGK in the register."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Outcome, Position, Rules, TurnCount
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.lyngk.board import COLOUR_NAMES
from gipf_engine.rules.lyngk.manual import main_chapters, six_chapters
from gipf_engine.rules.lyngk.outcome import END_REASONS
from gipf_engine.rules.lyngk.position import LITERAL_TIE, LyngkPosition, has_no_claim
from gipf_engine.rules.lyngk.position_text import read_position, read_setup
from gipf_engine.rules.lyngk.score import (
    MAIN_NAMES,
    SIX_NAMES,
    count_score,
    deciding_count,
    explain_outcome,
    outcome_of,
)
from gipf_engine.rules.lyngk.setups import CHANCE
from gipf_engine.rules.lyngk.state import State
from gipf_engine.rules.registry import register
from gipf_engine.rules.score import Score


class LyngkRules(Rules):
    """What both rule sets have in common; `limit` is the height of a complete stack."""

    game = "lyngk"
    game_name = _("LYNGK")
    alternating = True
    draws = True
    end_reasons = END_REASONS
    piece_names = COLOUR_NAMES
    counts: ClassVar = {"moves": TurnCount(_("only turns without a claim"), has_no_claim)}
    chance = CHANCE
    limit: ClassVar[int]

    def place(self, state: State) -> Position:
        """The checker's own position of this state."""
        return LyngkPosition(self, state)

    def start(self, setup: str = "", handicap: str = "") -> Position:
        """43 pieces laid out, nothing claimed. Raises `BadSetup`; LYNGK has no handicap."""
        if handicap:
            raise BadSetup(Message(_("LYNGK has no handicap")))
        return self.place(State(read_setup(setup), ("", ""), ((), ()), 0, self.limit, self._captures))

    def position(self, text: str) -> Position:
        """Read a position text (see `wording`). Raises `BadSetup`."""
        return self.place(read_position(text, limit=self.limit, captures=self._captures))

    @abstractmethod
    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in parts, with pictures."""

    def explain(self) -> Sequence[Message]:
        """The rules told to players, with the options that are on."""
        return [paragraph for chapter in self.chapters() for paragraph in chapter.paragraphs]

    def score(self, position: Position) -> Score:
        """The completed columns and own stacks of both players, with the stacks themselves."""
        state = read_position(position.text(), limit=self.limit, captures=self._captures)
        return count_score(state, literal_tie=self._literal_tie)

    def explain_outcome(self, outcome: Outcome) -> Message:
        """The stacks that decided."""
        return explain_outcome(outcome, dict(self.score_names), literal_tie=self._literal_tie)

    def deciding_count(self, outcome: Outcome) -> str:
        """The stacks that decided; "" where the players are equal."""
        return deciding_count(outcome, dict(self.score_names), literal_tie=self._literal_tie)

    def outcome_of(self, counts: Sequence[Sequence[int]]) -> Outcome:
        """Who has the better stacks by these counts. Raises `BadSetup`."""
        return outcome_of(counts, dict(self.score_names), literal_tie=self._literal_tie)

    @property
    def _literal_tie(self) -> bool:
        return LITERAL_TIE in self.options

    @property
    def _captures(self) -> bool:
        return "claim_captures" in self.options


@register
class LyngkMain(LyngkRules):
    """The main game: a complete column has five pieces and is taken off by the owner of its top colour (LYNGK 9)."""

    key = "lyngk-main"
    variant = "main"
    name = _("LYNGK")
    help = _("The main game: who completes the most columns of five under own colours wins.")
    limit = 5
    score_names = MAIN_NAMES
    option_help = {
        "claim_captures": _("A claim takes the complete neutral columns of that colour off the board for the claimer."),
        "literal_tie": _("Equal numbers of completed columns are a draw; the stacks left on the board do not count."),
    }

    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in parts, with pictures."""
        return main_chapters(self.options)


@register
class LyngkSix(LyngkRules):
    """The six-stack game: the first complete six-stack under a colour of one's own wins at once (LYNGK 13)."""

    key = "lyngk-six"
    variant = "six"
    name = _("LYNGK: sudden death")
    help = _("The six-stack game: who completes a stack of six under a colour of his own wins at once.")
    limit = 6
    score_names = SIX_NAMES

    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in parts, with pictures."""
        return six_chapters()
