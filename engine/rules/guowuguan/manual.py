"""The rules of Guo Wu Guan in chapters: what is told, and the positions that show it."""

from __future__ import annotations

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules.base import Chapter
from engine.rules.guowuguan import rules_text as text
from engine.rules.guowuguan.layout import Layout

_GOAL, _START, _TRIPLES = Message(_("The goal")), Message(_("The tiles and the start")), Message(_("Triples"))
_LIFTING, _PASSING = Message(_("Lifting triples")), Message(_("Passing levels"))
_REFILLING, _END = Message(_("Refilling")), Message(_("The end"))


def chapters_of(layout: Layout) -> list[Chapter]:
    """The rules of the game that is laid out like this."""
    return [
        Chapter(_GOAL, (_goal(layout),)),
        Chapter(_START, (text.TILES, _start(layout))),
        Chapter(_TRIPLES, (text.TRIPLES, text.EQUAL_ENDS, text.DRAGONS)),
        Chapter(_LIFTING, _lifting(layout)),
        *([Chapter(_PASSING, _passing(layout))] if layout.has_passing else []),
        Chapter(_REFILLING, _refilling(layout)),
        Chapter(_END, (_end(layout), text.CLOSED, text.SCORE)),
    ]


def _goal(layout: Layout) -> Message:
    if layout.spends_generals:
        return text.GOAL
    return text.GOAL_QIQIN if layout.returning else text.GOAL_OKUAN


def _start(layout: Layout) -> Message:
    if layout.spends_generals:
        return text.START
    if layout.returning:
        return text.START_QIQIN
    return text.START_OKUAN if layout.width == 4 else text.START_TONG


def _lifting(layout: Layout) -> tuple[Message, ...]:
    if layout.any_three:
        return text.ROUNDS, text.LIFTING_ANY, text.CLOSING
    if layout.has_passing:
        return text.ROUNDS, text.LIFTING, text.RING
    emptying = text.EMPTYING_REFILLED if layout.refills_empty else text.EMPTYING
    return text.ROUNDS_OKUAN, text.LIFTING_UP, text.RING, emptying


def _passing(layout: Layout) -> tuple[Message, ...]:
    return (text.PASSING_QIQIN,) if layout.returning else (text.PASSING, text.PASSING_BLOCK)


def _refilling(layout: Layout) -> tuple[Message, ...]:
    if layout.returning:
        return text.REFILLING, text.ESCAPE
    return (text.REFILLING if layout.has_passing else text.REFILLING_OKUAN,)


def _end(layout: Layout) -> Message:
    if layout.spends_generals:
        return text.END
    return text.END_TOGETHER if layout.refills_empty else text.END_LEVELS
