"""Why something may not be chosen in YINSH."""

from __future__ import annotations

from gipf_engine.games.yinsh import notation
from gipf_engine.games.yinsh.board import BOARD, MARKERS, RINGS, ROW
from gipf_engine.kit.choices import Made
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_OVER = Message(_("nothing more can be done in this turn"))
_WON = Message(_("that ring wins the game, and nothing follows it"))
_ONLY_PLACED = Message(_("rings are placed first, and none moves before all ten are on the board"))
_ROW_FIRST = Message(_("a row of five of your markers must come off first"))
_RING_FIRST = Message(_("one of your rings must come off for the row first"))
_ONLY_FOR_A_ROW = Message(_("a ring comes off only for a row"))
_MUST_PASS = Message(_("none of your rings can move: you must pass"))
_MAY_NOT_PASS = Message(_("one of your rings can move, so you may not pass"))
_CHOOSE_A_RING = Message(_("first name the ring to move"))
_NOT_WHERE = Message(_("name the point the ring moves to"))
_NO_STEP = Message(_("the ring must move at least one step"))


def refuse(state: Table, made: Made, part: str, expected: str) -> Message:
    """Why `part` cannot be chosen where a choice of the kind `expected` is asked, "" where the turn is complete."""
    word = part.lstrip(";")
    point = word.lstrip(",-")
    if point in BOARD.index or word == "pass" or word.startswith("x"):
        if word.startswith("x") and expected != notation.OFF:
            return _no_placing(made, expected) or _refuse_row(state, *word[1:].split("-"))
        return _refuse_here(state, made, expected, word)
    return Message(_("the board has no point %(point)s"), {"point": point})


def _no_placing(made: Made, expected: str) -> Message | None:
    return _ONLY_PLACED if expected == notation.PLACE or (made and made[-1].kind == notation.PLACE) else None


def _refuse_here(state: Table, made: Made, expected: str, word: str) -> Message:
    point = word.lstrip(",-")
    if expected == notation.ROW:
        return _ROW_FIRST
    if expected == notation.OFF:
        return _refuse_ring(state, point) if word[0] == "," else _RING_FIRST
    if expected == notation.PASS:
        return _MUST_PASS
    if expected == notation.TO:
        return _refuse_target(state, made[-1].points[0], point) if word[0] == "-" else _NOT_WHERE
    if expected in (notation.FROM, notation.PLACE):
        return _refuse_beginning(state, expected, word)
    if word[0] == ",":
        return _ONLY_FOR_A_ROW
    return _no_placing(made, expected) or (_WON if all(each.kind != notation.TO for each in made) else _OVER)


def _refuse_beginning(state: Table, expected: str, word: str) -> Message:
    """Where a ring is to be placed, or one to be chosen that moves."""
    if word[0] == ",":
        return _ONLY_FOR_A_ROW
    if expected == notation.PLACE:
        if word == "pass" or word[0] == "-":
            return _ONLY_PLACED
        return Message(_("%(point)s is not empty"), {"point": word})
    if word == "pass":
        return _MAY_NOT_PASS
    return _CHOOSE_A_RING if word[0] == "-" else _refuse_ring(state, word)


def _refuse_ring(state: Table, point: str) -> Message:
    """Why the ring on `point` may not be chosen."""
    there = state[point]
    if RINGS[1 - state.mover] in there:
        return Message(_("the ring on %(point)s is your opponent's"), {"point": point})
    if RINGS[state.mover] in there:
        return Message(_("the ring on %(point)s cannot move"), {"point": point})
    return Message(_("there is no ring on %(point)s"), {"point": point})


def _refuse_target(state: Table, ring: str, point: str) -> Message:
    words = {"ring": ring, "point": point}
    if ring == point:
        return _NO_STEP
    between = BOARD.between(ring, point)
    if between is None:
        return Message(_("%(ring)s and %(point)s are not on one line"), words)
    for each in between:
        if state[each] and state[each] not in MARKERS:
            return Message(_("the ring on %(point)s is in the way"), {"point": each})
    if state[point]:
        return Message(_("a ring must stop on an empty point, and %(point)s is not empty"), words)
    return Message(_("behind markers a ring must stop on the first empty point, which comes before %(point)s"), words)


def _refuse_row(state: Table, first: str, last: str) -> Message:
    words = {"row": f"{first}-{last}"}
    between = BOARD.between(first, last)
    if between is None or len(between) != ROW - 2:
        return Message(_("%(row)s is not five points in a line"), words)
    row = (first, *between, last)
    if all(state[point] in (*MARKERS, "RM", "rm") and state[point] for point in row):
        return Message(_("the markers of %(row)s are not all yours"), words)
    return Message(_("there are not five markers on %(row)s"), words)
