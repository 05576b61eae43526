"""One system judged by the games of a list, as a piece of work for a process of its own: packed data in and out."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.ratings.base import Game, System
from gipf_engine.ratings.evidence import Evidence, forecasts, judge
from gipf_engine.ratings.first_move import FirstMove, estimate_first_move
from gipf_engine.ratings.handicaps import HandicapWorth, UnequalGame, estimate_handicaps

HandicapPeriod = tuple[int, Sequence[Game], Sequence[UnequalGame]]
"""A day, its games that are rated, and its games with a handicap."""


@dataclass(frozen=True, slots=True)
class Work:
    """A system, its periods and steps as `forecasts` takes them, and what handicaps are estimated from."""

    system: System
    rated: Sequence[tuple[int, Sequence[Game]]]
    steps: Sequence[Sequence[int]]
    unequal: tuple[System, Sequence[HandicapPeriod]] | None


@dataclass(frozen=True, slots=True)
class Judged:
    """How well the system predicts, what beginning is worth by its forecasts, and what handicaps are worth."""

    evidence: Evidence
    first_move: FirstMove
    handicaps: Sequence[HandicapWorth]


def judge_system(work: Work) -> Judged:
    """Judge one system."""
    system = work.system
    found, blind = forecasts(system, work.rated, work.steps), system.without_first_move()
    first_move = estimate_first_move(found if blind is system else forecasts(blind, work.rated, work.steps))
    handicaps = estimate_handicaps(*work.unequal) if work.unequal is not None else []
    return Judged(judge(found), first_move, handicaps)


def judge_packed(data: bytes) -> bytes:
    """`judge_system` of a pickled `Work`, pickled. Both come from processes of this server alone."""
    work: Work = pickle.loads(data)  # noqa: S301
    return pickle.dumps(judge_system(work))
