"""Why something may not be chosen in ZÈRTZ."""

from __future__ import annotations

from gipf_engine.games.zertz.board import COLOUR_NAMES, COLOURS, POOL
from gipf_engine.games.zertz.notation import COLOUR, JUMPER, LEAP, PASS, POINT, RING
from gipf_engine.kit.choices import Made
from gipf_engine.kit.table import GONE, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_MUST_CAPTURE = Message(_("a marble can be captured, so you must capture"))
_NO_CAPTURE = Message(_("no marble can jump, so there is nothing to capture"))
_MUST_PASS = Message(_("you have no marble to place: you must pass"))
_MAY_NOT_PASS = Message(_("you can place a marble, so you may not pass"))
_NO_FREE_RING = Message(_("no ring can be removed here, so name none"))
_NO_FURTHER = Message(_("the marble cannot jump any further"))
_MARBLE_FIRST = Message(_("choose a marble first"))
_OVER = Message(_("nothing more can be done in this turn"))


def refuse(state: Table, made: Made, part: str, expected: str) -> Message:
    """Why `part` cannot be chosen where a choice of the kind `expected` is asked, "" where the turn is complete."""
    point = part[-2:] if part[-1:].isdigit() else ""
    if point and point not in state.equipment.board:
        return Message(_("the board has no ring %(point)s"), {"point": point})
    if expected in (JUMPER, COLOUR, PASS):
        return _refuse_beginning(state, expected, part, point)
    if expected == POINT:
        return _refuse_vacancy(state, point)
    if expected == RING:
        return _refuse_ring(state, point)
    if expected == LEAP:
        return _refuse_leap(state, made[-1].points[0], point, part[:1])
    if made and made[-1].kind == LEAP:
        return _NO_FURTHER
    return _NO_FREE_RING if part.startswith(",") else _OVER


def _refuse_beginning(state: Table, expected: str, part: str, point: str) -> Message:
    if expected == JUMPER:
        return _refuse_jumper(state, point) if part.startswith("x") else _MUST_CAPTURE
    if part.startswith("x"):
        return _NO_CAPTURE
    if expected == PASS:
        return _MUST_PASS
    if part in COLOUR_NAMES:
        template = (
            _("no %(colour)s marble is left") if state.pile(POOL) else _("you have no %(colour)s marble to place")
        )
        return Message(template, {"colour": COLOUR_NAMES[part]})
    return _MAY_NOT_PASS if part == "pass" else _MARBLE_FIRST


def _refuse_jumper(state: Table, point: str) -> Message:
    return _no_marble(state, point) or Message(_("the marble on %(point)s cannot jump"), {"point": point})


def _refuse_vacancy(state: Table, point: str) -> Message:
    words = {"point": point}
    if state[point] == GONE:
        return Message(_("the ring %(point)s has left the board"), words)
    return Message(_("a marble lies on %(point)s"), words)


def _refuse_ring(state: Table, point: str) -> Message:
    if state[point]:
        return _refuse_vacancy(state, point)
    return Message(_("the ring %(point)s cannot slide off the board: other rings are in its way"), {"point": point})


def _refuse_leap(state: Table, source: str, target: str, colour: str) -> Message:
    words = {"source": source, "point": target}
    between = state.equipment.board.between(source, target)
    if between is None or len(between) != 1:
        return Message(
            _("a jump ends on the ring straight behind a marble, and %(point)s is not two away from %(source)s"), words
        )
    jumped = between[0]
    missing = _no_marble(state, jumped)
    if missing is not None:
        return missing
    if state[target]:
        return _refuse_vacancy(state, target)
    if colour in COLOURS and colour != state[jumped]:
        return Message(
            _("the marble on %(point)s is %(right)s, not %(wrong)s"),
            {"point": jumped, "right": COLOUR_NAMES[state[jumped]], "wrong": COLOUR_NAMES[colour]},
        )
    return _OVER


def _no_marble(state: Table, point: str) -> Message | None:
    there = state[point]
    return None if there and there != GONE else Message(_("there is no marble on %(point)s"), {"point": point})
