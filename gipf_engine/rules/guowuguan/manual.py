"""The rules of Guo Wu Guan in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration
from gipf_engine.rules.guowuguan import diagrams
from gipf_engine.rules.guowuguan import rules_text as text
from gipf_engine.rules.guowuguan.layout import Layout

_GOAL, _START = Message(_("The goal")), Message(_("The tiles and the start"))
_TRIPLES = Chapter(Message(_("Triples")), (text.TRIPLES, text.EQUAL_ENDS, text.DRAGONS))
_LIFTING, _PASSING = Message(_("Lifting triples")), Message(_("Passing levels"))
_REFILLING, _END = Message(_("Refilling")), Message(_("The end"))


def chapters_of(layout: Layout) -> list[Chapter]:
    """The rules of the game that is laid out like this."""
    if layout.spends_generals:
        return _of_generals(layout)
    return _of_qiqin() if layout.returning else _of_levels(layout)


def _of_generals(layout: Layout) -> list[Chapter]:
    """Guo Wu Guan and the simplified game."""
    lifting = (text.LIFTING_ANY, text.CLOSING) if layout.any_three else (text.LIFTING, text.RING)
    return [
        Chapter(_GOAL, (text.GOAL,)),
        Chapter(_START, (text.TILES, text.START), diagrams.START),
        _TRIPLES,
        Chapter(_LIFTING, (text.ROUNDS, *lifting), diagrams.ANY_THREE if layout.any_three else diagrams.RING),
        Chapter(_PASSING, (text.PASSING, text.PASSING_BLOCK), diagrams.PASSING),
        Chapter(_REFILLING, (text.REFILLING,), diagrams.REFILLING),
        Chapter(_END, (text.END, text.CLOSED, text.SCORE)),
    ]


def _of_qiqin() -> list[Chapter]:
    return [
        Chapter(_GOAL, (text.GOAL_QIQIN,)),
        Chapter(_START, (text.TILES, text.START_QIQIN), diagrams.START_QIQIN),
        _TRIPLES,
        Chapter(_LIFTING, (text.ROUNDS, text.LIFTING, text.RING), diagrams.LIFT_QIQIN),
        Chapter(_PASSING, (text.PASSING_QIQIN,), diagrams.PASSING_QIQIN),
        Chapter(_REFILLING, (text.REFILLING, text.ESCAPE), diagrams.REFILLING_QIQIN),
        Chapter(_END, (text.END_LEVELS, text.CLOSED, text.SCORE)),
    ]


def _of_levels(layout: Layout) -> list[Chapter]:
    """O-Kuan and Tong Wu Guan: no generals, levels that are emptied."""
    is_okuan = layout.commons > layout.levels
    pictures = _OKUAN if is_okuan else _TONG
    emptying, end, emptied = text.EMPTYING, text.END_LEVELS, pictures.emptied
    if layout.refills_empty:
        emptying, end, emptied = text.EMPTYING_REFILLED, text.END_TOGETHER, ()
    return [
        Chapter(_GOAL, (text.GOAL_OKUAN,)),
        Chapter(_START, (text.TILES, text.START_OKUAN if is_okuan else text.START_TONG), pictures.start),
        _TRIPLES,
        Chapter(_LIFTING, (text.ROUNDS_OKUAN, text.LIFTING_UP, text.RING, emptying), (*pictures.ring, *emptied)),
        Chapter(_REFILLING, (text.REFILLING_OKUAN,), pictures.refill),
        Chapter(_END, (end, text.CLOSED, text.SCORE)),
    ]


class _Pictures(NamedTuple):
    start: tuple[Illustration, ...]
    ring: tuple[Illustration, ...]
    emptied: tuple[Illustration, ...]
    refill: tuple[Illustration, ...]


_OKUAN = _Pictures(diagrams.START_OKUAN, diagrams.RING_OKUAN, diagrams.EMPTIED_OKUAN, diagrams.REFILLING_OKUAN)
_TONG = _Pictures(diagrams.START_TONG, diagrams.RING_TONG, diagrams.EMPTIED_TONG, diagrams.REFILLING_TONG)
