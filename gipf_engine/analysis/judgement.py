"""How good the turns of a game were: what each loses against the best one, by what a search says of the positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from gipf_engine.analysis.answer import PROVED
from gipf_engine.rules.base import WHITE, Position

SCALE = 250
"""A lead of so much, in hundredths of a piece, is a chance of 73 %."""
MISTAKE, BLUNDER = 0.15, 0.30
"""Losses of the chance to win: "?" and "??"."""
ONLY_GOOD = 0.20
"""By so much the best turn is better than the next one: "!"."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a search said of a position: scores of the side to move, of the best turn and the next; and the best."""

    score: int
    second: int | None
    best: str


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """The turn that led to position `ply`. `loss`: by how much it lessened the chance of `seat` to win, 0 to 1."""

    ply: int
    seat: int
    loss: float
    mark: str


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """The turns of a game; `chances` of White in each position, from the start on."""

    turns: tuple[JudgedTurn, ...]
    chances: tuple[float, ...]

    def accuracy(self, seat: int) -> int | None:
        """100 less what the turns of a seat lost in the middle, in per cent; None for a seat without turns."""
        losses = [turn.loss for turn in self.turns if turn.seat == seat]
        return round(100 * (1 - sum(losses) / len(losses))) if losses else None

    @property
    def turning_point(self) -> JudgedTurn | None:
        """The turn that lost most, where one was a mistake."""
        worst = max(self.turns, key=lambda turn: turn.loss, default=None)
        return worst if worst is not None and worst.loss >= MISTAKE else None


def chance(score: int) -> float:
    """The chance to win with a score, 0 to 1."""
    if abs(score) > PROVED:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + exp(-score / SCALE))


def chance_of_white(position: Position, seen: Seen | None) -> float:
    """White's chance in a position, by what was seen of it or by how the game ended. ValueError for neither."""
    if position.outcome is not None:
        return {"1-0": 1.0, "0-1": 0.0}.get(position.outcome.result, 0.5)
    if seen is None:
        raise ValueError("nothing was seen of a position")
    return chance(seen.score) if position.turn == WHITE else 1 - chance(seen.score)


def judge_turns(positions: Sequence[Position], tokens: Sequence[str], seen: Sequence[Seen | None]) -> JudgedGame:
    """Judge the turns of a legal record, whose `positions` are the start and what each turn led to.

    `seen` of a position is None where the game is over there, and ends earlier where not all were looked at yet.
    """
    known = list(zip(positions, seen, strict=False))
    chances = tuple(chance_of_white(position, each) for position, each in known)
    turns = tuple(
        _judge_turn(ply, known[ply - 1], tokens[ply - 1], chances[ply - 1 : ply + 1]) for ply in range(1, len(known))
    )
    return JudgedGame(turns, chances)


def _judge_turn(ply: int, before: tuple[Position, Seen | None], token: str, chances: Sequence[float]) -> JudgedTurn:
    position, seen = before
    assert seen is not None
    assert position.turn is not None
    best, after = chances if position.turn == WHITE else (1 - chances[0], 1 - chances[1])
    loss = 0.0 if token == seen.best else max(0.0, best - after)
    return JudgedTurn(ply, position.turn, loss, _mark(loss, token, seen))


def _mark(loss: float, token: str, seen: Seen) -> str:
    if loss >= MISTAKE:
        return "??" if loss >= BLUNDER else "?"
    is_only = seen.second is not None and chance(seen.score) - chance(seen.second) >= ONLY_GOOD
    return "!" if token == seen.best and is_only else ""
