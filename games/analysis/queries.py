"""The analysis of a record as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import F, QuerySet

from common.jobs.models import Job
from common.journal import queries as journal
from games.analysis.search_version import version_of
from games.analysis.services import DEEPEN_ON_BOARD, LOOK_ON_BOARD, STEPS
from games.core.analysis_address import analysis_address
from games.core.queries.page import GamePage, RecordView
from games.models import AskedPosition, PositionAnalysis, RecordAnalysis
from gipf_engine.analysis.answer import PROVED, WIN
from gipf_engine.analysis.judgement import JudgedGame, JudgedTurn, Seen, chance, judge_turns
from gipf_engine.analysis.kernels import has_kernel
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import BLACK, WHITE, Position
from gipf_engine.rules.record import number_turns

GRAPH_WIDTH, GRAPH_HEIGHT = 600, 120
"""Of the graph, in its own units."""


@dataclass(frozen=True)
class ShownLine:
    """A line of turns; `score` is White's, in words."""

    score: Message
    turns: Sequence[str]


@dataclass(frozen=True)
class ShownTurn:
    """A turn of the record under its number (None: the same as before), with what it lost; None: not looked at yet."""

    ply: int
    token: str
    number: int | None
    seat: int
    judged: JudgedTurn | None

    @property
    def mark(self) -> str:
        return self.judged.mark if self.judged is not None else ""


@dataclass(frozen=True)
class AnalysisPage:
    """The analysis of a record at its position after `ply` turns. `asked`: None before anyone has asked for it."""

    page: GamePage
    record: RecordView
    ply: int
    asked: RecordAnalysis | None
    known: dict[str, list[PositionAnalysis]]
    version: int

    @property
    def board_url(self) -> str:
        """The game on the analysis board, at the position that is shown."""
        return analysis_address(self.record.start, self.record.tokens, self.ply)

    @property
    def last(self) -> int:
        return self.record.line.plies

    @property
    def done(self) -> int:
        return self.asked.done if self.asked is not None else 0

    @property
    def is_complete(self) -> bool:
        return self.done > self.last

    @cached_property
    def judged(self) -> JudgedGame:
        """The turns of which both positions were looked at."""
        positions = self.record.positions
        seen: list[Seen | None] = []
        for position in positions[: self.done]:
            rows = self.known.get(position.text(), [])
            if position.outcome is None and not (rows and rows[0].lines):
                break
            seen.append(None if position.outcome is not None else _seen(rows[0]))
        return judge_turns(positions, self.record.tokens, seen)

    @property
    def turns(self) -> list[ShownTurn]:
        """The turns of the record."""
        judged = {turn.ply: turn for turn in self.judged.turns}
        numbers = number_turns(step.mover for step in self.record.steps)
        return [
            ShownTurn(step.ply, step.token, number, step.mover, judged.get(step.ply))
            for step, number in zip(self.record.steps, numbers, strict=True)
        ]

    @property
    def accuracy(self) -> tuple[int | None, int | None]:
        """Of White and Black, in per cent."""
        return self.judged.accuracy(WHITE), self.judged.accuracy(BLACK)

    @property
    def here(self) -> PositionAnalysis | None:
        """The deepest look at the position that is shown."""
        rows = self.known.get(self.record.positions[self.ply].text(), [])
        return rows[-1] if rows else None

    @property
    def chance(self) -> int | None:
        """White's chance in the position that is shown, in per cent, by the deepest look; None where it had none."""
        return white_chance(self.record.positions[self.ply], self.here)

    @property
    def lines(self) -> list[ShownLine]:
        """The best lines of the position that is shown, by the deepest look."""
        return shown_lines(self.record.positions[self.ply], self.here)

    @property
    def graph(self) -> str:
        """White's chance over the game: the points of a line."""
        points = self.judged.chances
        return " ".join(f"{self._x(ply)},{round(GRAPH_HEIGHT * (1 - each), 1)}" for ply, each in enumerate(points))

    @property
    def graph_end(self) -> float:
        """Where the line ends: not all positions were looked at yet, perhaps."""
        return self._x(len(self.judged.chances) - 1)

    @property
    def here_x(self) -> float:
        """Where the position that is shown lies in the graph."""
        return self._x(self.ply)

    def _x(self, ply: int) -> float:
        return round(GRAPH_WIDTH * ply / max(1, self.last), 1)


def white_chance(position: Position, row: PositionAnalysis | None) -> int | None:
    """White's chance in a position, in per cent, as a look found; None where it found none."""
    if position.outcome is not None:
        return {"1-0": 100, "0-1": 0}.get(position.outcome.result, 50)
    if row is None or not row.lines:
        return None
    mine = chance(row.lines[0][0])
    return round(100 * (mine if position.turn == WHITE else 1 - mine))


def shown_lines(position: Position, row: PositionAnalysis | None) -> list[ShownLine]:
    """The best lines of a position as a look found them."""
    if row is None:
        return []
    turn = position.turn
    return [ShownLine(_words(score if turn == WHITE else -score), turns) for score, turns in row.lines]


def deepest_look(position: Position) -> PositionAnalysis | None:
    """What the deepest look at a position found, by the search as it is now. One query."""
    known = {"rules": position.rules.key, "position": position.text(), "version": version_of(position.rules.game)}
    return PositionAnalysis.objects.filter(**known).order_by("-nodes").first()


def is_being_looked_at(position: Position) -> bool:
    """Whether a look at a position that was asked for at the analysis board is still to come. Two queries."""
    asked = AskedPosition.objects.filter(rules=position.rules.key, position=position.text()).values_list("pk").first()
    if asked is None:
        return False
    subjects = [f"{asked[0]}:{step}" for step in range(len(STEPS))]
    return Job.objects.filter(kind__in=(LOOK_ON_BOARD, DEEPEN_ON_BOARD), subject__in=subjects).exists()


def _seen(row: PositionAnalysis) -> Seen:
    second = row.lines[1][0] if len(row.lines) > 1 else None
    return Seen(row.lines[0][0], second, row.lines[0][1][0])


def _words(score: int) -> Message:
    """A score of White's in words: "+1.4", or who wins."""
    if abs(score) > PROVED:
        winner = _("White wins in %(turns)s") if score > 0 else _("Black wins in %(turns)s")
        return Message(winner, {"turns": WIN - abs(score)})
    return Message("%(pieces)s", {"pieces": f"{score / 100:+.1f}"})


def analysis_page(page: GamePage, record: RecordView, ply: int) -> AnalysisPage:
    """What is known of a record. Three queries at most."""
    version = version_of(rules_for(page.game.rules).game)
    asked = RecordAnalysis.objects.filter(pk=record.line.id, version=version).first()
    known: dict[str, list[PositionAnalysis]] = {}
    if asked is not None:
        texts = {position.text() for position in record.positions}
        rows = PositionAnalysis.objects.filter(position__in=texts, rules=page.game.rules, version=version)
        for row in rows.order_by("nodes"):
            known.setdefault(row.position, []).append(row)
    return AnalysisPage(page, record, ply, asked, known, journal.version(asked.scope) if asked is not None else 0)


def complete_analyses() -> QuerySet[RecordAnalysis]:
    """Analyses that have looked at every position of their record, by the searches as they are now."""
    versions = {version_of(rules.game) for rules in map(rules_for, all_rules()) if has_kernel(rules)}
    return RecordAnalysis.objects.filter(version__in=versions, done__gt=F("record__plies"))


def is_analysed(record: int) -> bool:
    """Whether the analysis of a record, by its id, is complete. One query."""
    return complete_analyses().filter(record=record).exists()
