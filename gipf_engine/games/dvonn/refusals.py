"""Why something may not be chosen in DVONN."""

from __future__ import annotations

from gipf_engine.games.dvonn.board import BOARD, MEN, RED, is_shut_in, occupied
from gipf_engine.games.dvonn.notation import FROM, PASS, PLACE, TO
from gipf_engine.kit.choices import Made
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_OVER = Message(_("nothing more can be done in this turn"))
_ONLY_PLACED = Message(_("all pieces are placed before any moves"))
_MUST_PASS = Message(_("none of your stacks can move: you must pass"))
_MAY_NOT_PASS = Message(_("one of your stacks can move, so you may not pass"))
_NO_STEP = Message(_("a stack must move away from where it is"))


def refuse(state: Table, made: Made, part: str, expected: str) -> Message:
    """Why `part` cannot be chosen where a choice of the kind `expected` is asked, "" where the turn is complete."""
    point = part.lstrip("-")
    if part != PASS and point not in BOARD:
        return Message(_("the board has no point %(point)s"), {"point": point})
    if expected == PLACE:
        return _ONLY_PLACED if part == PASS else Message(_("%(point)s is not empty"), {"point": point})
    if expected == FROM:
        return _MAY_NOT_PASS if part == PASS else _refuse_stack(state, point)
    if expected == TO:
        return _refuse_target(state, made[-1].points[0], point)
    if expected == PASS:
        return _MUST_PASS
    return _ONLY_PLACED if made and made[-1].kind == PLACE else _OVER


def _refuse_stack(state: Table, point: str) -> Message:
    """Why the stack on a point may not move (D4 to D6)."""
    stack, words = state[point], {"point": point, "height": len(state[point])}
    if not stack:
        return Message(_("there is no piece on %(point)s"), words)
    if stack == RED:
        return Message(_("a single DVONN piece, as on %(point)s, is moved by neither player"), words)
    if stack[-1] != MEN[state.mover]:
        return Message(_("the stack on %(point)s is your opponent’s"), words)
    if is_shut_in(occupied(state), point):
        return Message(_("all six points around %(point)s are occupied, so its stack cannot move"), words)
    return Message(_("the stack on %(point)s is %(height)s high, and no stack lies so far from it on a line"), words)


def _refuse_target(state: Table, source: str, point: str) -> Message:
    """Why the stack that was chosen may not land on a point (D5)."""
    if source == point:
        return _NO_STEP
    words = {"source": source, "point": point, "height": len(state[source])}
    between = BOARD.between(source, point)
    if between is None:
        return Message(_("%(source)s and %(point)s are not on one line"), words)
    if len(between) + 1 != len(state[source]):
        words["distance"] = len(between) + 1
        return Message(
            _("the stack on %(source)s moves %(height)s, its height, and %(point)s is at a distance of %(distance)s"),
            words,
        )
    return Message(_("a stack must land on another, and %(point)s is empty"), words)
