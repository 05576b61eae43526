"""What the computer says of the position that the analysis board shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.analysis.queries import ShownLine, deepest_look, is_being_looked_at, shown_lines, white_chance
from games.analysis.services import STEPS, need_judged
from games.analysis_board.line import AnalysedLine
from games.core.services.errors import GameRefused
from games.models import PositionAnalysis
from gipf_engine.analysis.answer import PROVED, WIN
from gipf_engine.messages import Message
from gipf_engine.rules.base import WHITE, Position

MOST_SHOWN = 8
"""Turns of a line that are shown."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of turns from the shown position: `url` is where its first is made, "" for a threat."""

    score: Message
    turns: list[str]
    url: str


@dataclass(frozen=True)
class Judgement:
    """What is known of the shown position, and whether more is on its way."""

    line: AnalysedLine

    @property
    def position(self) -> Position:
        return self.line.position

    @cached_property
    def refusal(self) -> Message | None:
        """Why it is not judged at all; None where it is."""
        try:
            need_judged(self.position)
        except GameRefused as refused:
            return refused.message
        return None

    @cached_property
    def row(self) -> PositionAnalysis | None:
        """The deepest look."""
        return None if self.refusal is not None or self.position.outcome is not None else deepest_look(self.position)

    @cached_property
    def is_waiting(self) -> bool:
        """Whether a person looks at it, or at its threats, now."""
        return any(map(is_being_looked_at, self.line.judged)) if self.refusal is None else False

    @property
    def is_unjudged(self) -> bool:
        """Whether a look found nothing."""
        return self.row is not None and not self.row.lines

    @property
    def may_look_deeper(self) -> bool:
        """Whether a deeper look could tell more."""
        return self.row is not None and bool(self.row.lines) and not self.wins_in and self.row.nodes < STEPS[-1]

    @property
    def chance(self) -> int | None:
        """White's, in per cent."""
        return white_chance(self.position, self.row)

    @property
    def wins_in(self) -> int | None:
        """In how many turns of both the game is over at most, where its winner is proved."""
        if self.row is None or not self.row.lines or abs(self.row.lines[0][0]) <= PROVED:
            return None
        return WIN - abs(int(self.row.lines[0][0]))

    @property
    def is_lost(self) -> bool:
        """Whether it is proved that the player to move loses."""
        return self.wins_in is not None and self.row is not None and self.row.lines[0][0] < 0

    @property
    def white_wins(self) -> bool:
        """Who wins where that is proved."""
        return (self.position.turn == WHITE) != self.is_lost

    @property
    def lines(self) -> list[BoardLine]:
        """The best ones; the first turn of each can be made."""
        return [self._board_line(shown) for shown in shown_lines(self.position, self.row)]

    @cached_property
    def threats(self) -> list[BoardLine]:
        """What the other player would do, the best alone."""
        other = self.line.threatening
        found = [] if other is None or self.refusal is not None else shown_lines(other, deepest_look(other))
        return [BoardLine(shown.score, list(shown.turns)[:MOST_SHOWN], "") for shown in found[:1]]

    def _board_line(self, shown: ShownLine) -> BoardLine:
        return BoardLine(shown.score, list(shown.turns)[:MOST_SHOWN], self.line.played(shown.turns[0]).url)
