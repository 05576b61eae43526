"""TZAAR in ten lessons."""

from __future__ import annotations

from gipf_engine.games.tzaar.board import MEN
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.lessons import (
    COURSES,
    Course,
    Lesson,
    any_turn,
    at_least,
    both,
    captured,
    exactly,
    passed,
    wins,
)

_HIGH = "Z.Z../AA..../T....../..(TT)..(tt)../....T.t./......../......t/....aa/..z.z w - - a7,t11,z4 A7,T11,Z4"


def _own_stacks(position: Position, move: Move) -> list[str]:
    """The stacks of two and more that the player has after the turn."""
    stacks = ("".join(stack) for stack in position.play(move).view().spots.values())
    return [stack for stack in stacks if len(stack) > 1 and stack[-1] in MEN[position.turn or 0]]


def _stacked(position: Position, move: Move) -> bool:
    return bool(_own_stacks(position, move))


def _tzaar_on_top(position: Position, move: Move) -> bool:
    return any(stack[-1] in (MEN[0][0], MEN[1][0]) for stack in _own_stacks(position, move))


def _takes_stack(position: Position, move: Move) -> bool:
    return any(len(stack) > 1 for stack in position.effects(move).captured.values())


def _goes_on(position: Position, move: Move) -> bool:
    return position.play(move).outcome is None


LESSONS = (
    Lesson(
        key="capture",
        title=_("Capture"),
        text=_("Every turn starts with a capture. In the very first turn of a game, that is all."),
        task=_("Capture a black piece next to one of yours."),
        hint=_("Any capture will do."),
        position="ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w - - - -",
        wanted=any_turn,
        solution="d3-d4",
        wrong="d3-d5",
    ),
    Lesson(
        key="line",
        title=_("Along the lines"),
        text=_("A piece moves over empty points to the first piece on its line. No line crosses the hole."),
        task=_("Capture a piece, then end the turn or go on."),
        hint=_("Any capture will do."),
        position="Z.Z../AA..../T....../..T..t../...Tt.../......../......t/....aa/..z.z w - - a7,t12,z4 A7,T12,Z4",
        wanted=any_turn,
        solution="d3-d6",
        wrong="e4-e6",
    ),
    Lesson(
        key="two",
        title=_("Capture twice"),
        text=_("After the first capture you can capture again, with any of your pieces."),
        task=_("Capture two pieces."),
        hint=_("That captured one. After it, capture again."),
        position="Z.Z../AA.T.t/T....../..T..t../......../.....a../......t/....aa/..z.z w - - a6,t12,z4 A7,T12,Z4",
        wanted=at_least(2, captured),
        solution="d3-d6;b4-b6",
        wrong="d3-d6",
    ),
    Lesson(
        key="again",
        title=_("The same piece again"),
        text=_("The piece that has captured can also go on."),
        task=_("Capture two pieces with one of yours."),
        hint=_("Two different pieces captured, or one captured once. Go on with the same piece."),
        position="Z.Z../AA.T.t/T....../..T..t../......../.....a../......t/....aa/..z.z w - - a6,t12,z4 A7,T12,Z4",
        wanted=both(at_least(2, captured), exactly(3, passed)),
        solution="d3-d6;d6-g7",
        wrong="d3-d6;b4-b6",
    ),
    Lesson(
        key="stack",
        title=_("Get stronger"),
        text=_("Instead of capturing again, you can put one of your pieces on another to make a stack."),
        task=_("Capture, then make a stack of two."),
        hint=_("There is no white stack yet. After the capture, move a piece onto one of yours."),
        position="Z.Z../AA..../T....../..T..t.A/......../.t....../......t/....aa/..z.z w - - a7,t12,z4 A6,T13,Z4",
        wanted=_stacked,
        solution="d3-d6;d8-d6",
        wrong="d3-d6",
    ),
    Lesson(
        key="height",
        title=_("As high or higher"),
        text=_("A stack captures stacks no higher than itself. A single piece can’t take a stack."),
        task=_("Capture the black stack of two."),
        hint=_("The black stack is still there. Use your stack of two."),
        position=_HIGH,
        wanted=_takes_stack,
        solution="d3-d6",
        wrong="e6-e8",
    ),
    Lesson(
        key="top",
        title=_("The top counts"),
        text=_("A stack counts as the piece on its top. Tzaars, with a dot in a ring, are the rarest."),
        task=_("Make a stack of two with a tzaar on top."),
        hint=_("No stack has a tzaar on top. Capture, then move a tzaar onto another piece."),
        position="Z.Z../AA.Z.T/T....../..T..t../......../......../......t/....aa/..z.z w - - a7,t13,z4 A7,T12,Z3",
        wanted=_tzaar_on_top,
        solution="d3-d6;b4-b6",
        wrong="d3-d6;b6-b4",
    ),
    Lesson(
        key="keep",
        title=_("Keep all three"),
        text=_("A player without a tzaar, a tzarra or a tott on top of a stack loses. Don’t cover your last one."),
        task=_("Make a stack of two, but keep all three kinds."),
        hint=_("You have one tzaar and one tzarra. Put a tott on a tott."),
        position="Z..../A...../T....../..T..t../..T...../......../......t/....aa/..z.z w - - a7,t13,z4 A8,T12,Z5",
        wanted=both(_stacked, _goes_on),
        solution="d3-d6;c1-e3",
        wrong="d3-d6;a1-b1",
    ),
    Lesson(
        key="stuck",
        title=_("No capture left"),
        text=_("A player who can’t capture at the start of a turn loses."),
        task=_("Leave Black without a capture."),
        hint=_("Black can still capture. Which black piece has a white one on its line?"),
        position="Z..../A...../T....../..T..t../......../......../t....../a...../z.... w - - a8,t13,z5 A8,T13,Z5",
        wanted=wins,
        solution="d3-d6",
        wrong="d3-g1",
    ),
    Lesson(
        key="win",
        title=_("The last of a kind"),
        text=_("You win at once when you capture the last tzaar, the last tzarra or the last tott."),
        task=_("Win: capture the last black tzaar."),
        hint=_("That did not win. The tzaar has a dot in a ring."),
        position="Z.Z../AA..../T....../..T..z../......../..t...../......t/....aa/..... w - - a7,t13,z5 A7,T13,Z4",
        wanted=wins,
        solution="d3-d6",
        wrong="c1-f3",
    ),
)
COURSES.add("tzaar", Course("tzaar", "tzaar-drawn", LESSONS))
