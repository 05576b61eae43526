"""Why something may not be chosen in TZAAR."""

from __future__ import annotations

from gipf_engine.games.tzaar.board import BOARD, HOLE, KIND_NAMES, MEN, WHOLE, lacks_kind
from gipf_engine.games.tzaar.notation import FROM, PASSING, PIECE, POINT, TO
from gipf_engine.kit.choices import Made
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_OVER = Message(_("nothing more can be done in this turn"))
_ONLY_PLACED = Message(_("all pieces are placed before any captures"))
_NAME_THE_PIECE = Message(_("name the piece to place: Z is a tzaar, A a tzarra, T a tott"))
_ALL_PLACED = Message(_("no pieces are placed in this phase"))
_NO_PASS = Message(_("every turn starts with a capture, so you may not pass"))
_ONE_CAPTURE = Message(_("the first turn of the game is one capture only"))
_WON = Message(_("that capture wins the game, and nothing follows it"))
_NO_STEP = Message(_("a stack must move away from where it is"))
_HOLE = Message(_("no line crosses the hole in the middle of the board"))


def refuse(state: Table, made: Made, part: str, expected: str) -> Message:
    """Why `part` cannot be chosen where a choice of the kind `expected` is asked, "" where the turn is complete."""
    point = part.lstrip(";-")
    if point not in BOARD and point != PASSING and point not in KIND_NAMES:
        return _HOLE if point == HOLE else Message(_("the board has no point %(point)s"), {"point": point})
    if expected == PIECE:
        return (
            Message(_("you have no %(piece)s left to place"), {"piece": KIND_NAMES[point]})
            if point in KIND_NAMES
            else _NAME_THE_PIECE
        )
    if expected == POINT:
        return Message(_("%(point)s is not empty"), {"point": point})
    if expected == FROM:
        return _refuse_beginning(state, point, second=bool(made))
    if expected == TO:
        return _refuse_target(state, made[-1].points[0], point, second=len(made) > 1)
    if made[-1].kind == POINT:
        return _ONLY_PLACED
    if lacks_kind(state.points, 1 - state.mover):
        return _WON
    return _ONE_CAPTURE if len(made) == 2 else _OVER


def _refuse_beginning(state: Table, point: str, *, second: bool) -> Message:
    """Why what stands on a point may not act."""
    if point == PASSING:
        return _NO_PASS
    if point in KIND_NAMES:
        return _ALL_PLACED
    stack, words = state[point], {"point": point}
    if not stack:
        return Message(_("there is no piece on %(point)s"), words)
    if stack[-1] not in MEN[state.mover]:
        return Message(_("the stack on %(point)s is your opponent’s"), words)
    if second:
        return Message(_("the stack on %(point)s reaches no stack that it can capture or go onto"), words)
    return Message(_("the stack on %(point)s can capture nothing, and every turn starts with a capture"), words)


def _refuse_target(state: Table, source: str, point: str, *, second: bool) -> Message:
    """Why the stack that was chosen may not land on a point (T5 to T8)."""
    if source == point:
        return _NO_STEP
    words: dict[str, str | int] = {"source": source, "point": point}
    between = BOARD.between(source, point)
    if between is None:
        if HOLE in (WHOLE.between(source, point) or ()):
            return _HOLE
        return Message(_("%(source)s and %(point)s are not on one line"), words)
    for each in between:
        if state[each]:
            return Message(_("the stack on %(point)s is in the way"), {"point": each})
    if not state[point]:
        return Message(_("a stack must land on another, and %(point)s is empty"), words)
    if state[point][-1] in MEN[state.mover]:
        return Message(_("the first action is a capture, and the stack on %(point)s is your own"), words)
    words |= {"height": len(state[source]), "other": len(state[point])}
    return Message(_("the stack on %(point)s is %(other)s high, and one of %(height)s cannot capture it"), words)
