"""Whom an entrant faced in each round, as Buchholz and Sonneborn-Berger see it (FIDE C.07, article 16).

A round with a game counts the opponent's adjusted score. A round without one counts, in a Swiss, a
dummy opponent with the entrant's own score, but not more than the scheduled opponent's adjusted
score (article 16.4.1), or, where none was scheduled, than a draw in every round (16.4.2). Where
pairings are made beforehand, forfeits are games and rounds without an opponent count nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.standings.own_results import bye_phrase
from gipf_engine.tournament.standings.score_history import ScoreHistory, ScoreLine, adjust_points


class Opponent(NamedTuple):
    """One round that counts: its line, the score in tenths that it stands for, and whether that is a dummy's."""

    line: ScoreLine
    score: int
    is_dummy: bool

    @property
    def voluntary(self) -> bool:
        """Whether the round was missed by choice, and no opponent counts for it."""
        return self.is_dummy and self.line.voluntary


def opponents_of(history: ScoreHistory, number: int, *, forfeits: bool, fore: bool) -> list[Opponent]:
    """The rounds of an entrant that count. Worked out once for each table and pair of switches."""
    rounds: dict[int, list[Opponent]] = history.once(
        ("faced", forfeits, fore), lambda: _everybody(history, forfeits, fore)
    )
    return rounds[number]


def opponent_label(history: ScoreHistory, against: Opponent) -> object:
    """The opponent's name, or what stands for it."""
    opponent = against.line.opponent
    if opponent is None:
        return bye_phrase(against.line)
    name = history.names.get(opponent, "?")
    return Message(_("no game with %(name)s"), {"name": name}) if against.is_dummy else name


def _everybody(history: ScoreHistory, forfeits: bool, fore: bool) -> dict[int, list[Opponent]]:
    scores = _fore_scores(history) if fore else history.adjusted
    found: dict[int, list[Opponent]] = {}
    for number, lines in history.lines.items():
        own = _fore_own(history, number) if fore else history.points[number]
        found[number] = []
        for line in lines:
            last_as_draw = fore and line.round == history.last_round and line.opponent is not None
            if last_as_draw or history.counts_as_game(line, forfeits=forfeits):
                found[number].append(Opponent(line, scores.get(line.opponent or 0, 0), False))
            elif not history.table.predetermined:
                limit = history.draw * history.rounds if line.opponent is None else scores.get(line.opponent, 0)
                found[number].append(Opponent(line, min(own, limit), True))
    return found


def _fore_scores(history: ScoreHistory) -> dict[int, int]:
    """Adjusted scores with every game of the event's last round taken as a draw (article 8.3)."""
    return {number: _fore_score(history, lines) for number, lines in history.lines.items()}


def _fore_score(history: ScoreHistory, lines: tuple[ScoreLine, ...]) -> int:
    elected = history.last_round if _was_paired_in_last_round(history, lines) else None
    counted = adjust_points(lines, history.draw, history.table.predetermined, elected=elected)
    if elected and lines[-1].opponent is not None:
        counted[elected] = history.draw
    return sum(counted.values())


def _fore_own(history: ScoreHistory, number: int) -> int:
    lines = history.lines[number]
    if _was_paired_in_last_round(history, lines) and lines[-1].opponent is not None:
        return history.points[number] - lines[-1].points + history.draw
    return history.points[number]


def _was_paired_in_last_round(history: ScoreHistory, lines: tuple[ScoreLine, ...]) -> bool:
    """Whether the event's last round stands and gave this entrant an opponent or the pairing's bye."""
    if not lines or lines[-1].round != history.last_round:
        return False
    return lines[-1].opponent is not None or lines[-1].bye is ByeKind.PAIRING
