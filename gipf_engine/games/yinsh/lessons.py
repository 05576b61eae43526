"""YINSH in ten lessons."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.lessons import (
    COURSES,
    Course,
    Lesson,
    any_turn,
    as_much_as_any,
    at_least,
    flipped,
    no_reply,
    returned,
    wins,
)

_ROW = at_least(5, returned)


def _turned_white(position: Position, move: Move) -> int:
    return sum(stack == ("M",) for stack in position.effects(move).flipped.values())


def _keeps_e9(position: Position, move: Move) -> bool:
    return _ROW(position, move) and "e9" not in position.effects(move).returned


LESSONS = (
    Lesson(
        key="rings",
        title=_("Place the rings"),
        text=_("Both players start with five rings and place them in turn, on any empty points."),
        task=_("Place one of your white rings."),
        hint=_("Any empty point will do."),
        position="..../......./......../...r...../....R...../.....R.../....r...../........./......../......./.... "
        "w M51 R3 r3 - -",
        wanted=any_turn,
        solution="e8",
        wrong="e5",
    ),
    Lesson(
        key="move",
        title=_("Marker and ring"),
        text=_("You put a marker into one of your rings, then move the ring along a line. The marker stays behind."),
        task=_("Move a ring: touch it, then the point to move it to."),
        hint=_("Any move of a white ring will do."),
        position="..../......./..R..r../......R../...R...r../.....r.../.R.....r../.....R.../..r...../......./.... "
        "w M51 - - - -",
        wanted=any_turn,
        solution="e4-e7",
        wrong="e4-e9",
    ),
    Lesson(
        key="jump",
        title=_("Jump"),
        text=_(
            "A ring may jump over markers that lie side by side. It stops on the first empty point behind "
            "them, and they turn over."
        ),
        task=_("Jump over at least one marker."),
        hint=_("No marker turned over. Find a ring with markers right beside it on a line."),
        position="..../.....r./..R...r./.......R./...Rmm..../..M.M..r./.Rmm....r./......R../..r...../......./.... "
        "w M45 - - - -",
        wanted=at_least(1, flipped),
        solution="e4-e7",
        wrong="c3-c4",
    ),
    Lesson(
        key="white",
        title=_("Make markers white"),
        text=_("All markers that are jumped turn over: black ones become white, and white ones become black."),
        task=_("Turn two black markers white."),
        hint=_("That turned fewer than two markers white. Look at column e."),
        position="..../.....r./..R...r./..m....R./...RmmM.../..Mm...r./.R.m....r./......R../..r...../......./.... "
        "w M44 - - - -",
        wanted=at_least(2, _turned_white),
        solution="e4-e8",
        wrong="c3-c4",
    ),
    Lesson(
        key="longest",
        title=_("The longest jump"),
        text=_("One jump may go over many markers, as long as no empty point and no ring is between them."),
        task=_("Turn over as many markers as you can."),
        hint=_("Another jump turns over more."),
        position="..../.....r./..R...r./.......R./...RmmM.../..M.M..r./.Rmm....r./......R../..r...../......./.... "
        "w M44 - - - -",
        wanted=as_much_as_any(flipped),
        solution="e4-e8",
        wrong="e4-h4",
    ),
    Lesson(
        key="row",
        title=_("Five in a row"),
        text=_("Five markers of your colour in a row come off, and one of your rings with them. Three rings off win."),
        task=_("Make a row, then touch the ring that you give up."),
        hint=_("That makes no row. Four white markers wait for the fifth, which a ring leaves behind."),
        position="..../..R..r./......r./.......R./...RMMMM../..m.m..r./.R......r./......R../..r...../......./.... "
        "w M45 - - - -",
        wanted=_ROW,
        solution="e4-f5;xe4-e8,b3",
        wrong="b3-b4",
    ),
    Lesson(
        key="six",
        title=_("More than five"),
        text=_("Of six markers in a row only five come off. You choose which."),
        task=_("Make the row of six and leave the marker on e9 on the board."),
        hint=_(
            "The marker on e9 came off, or no row was made. Move the ring out of column e, then choose the "
            "five from e4 to e8."
        ),
        position="..../..R..r./......rR/........./...MMRMMM./..m.m..r./.R......r./......R../..r...../......./.... "
        "w M44 - - - -",
        wanted=_keeps_e9,
        solution="e6-f7;xe4-e8,b3",
        wrong="e6-f7;xe5-e9,b3",
    ),
    Lesson(
        key="first",
        title=_("A row at the start"),
        text=_(
            "If your opponent’s turn completes your row, you take it at the start of your own turn, before you move."
        ),
        task=_("Take your row and a ring, then move."),
        hint=_("Any move will do after that."),
        position="..../..R..r./...m..rR/..M....../..RM....../..MM...r./.R..Mm..r./....M.R../..r...../......./.... "
        "w M43 - - - -",
        wanted=any_turn,
        solution="xd3-h7,b3;e3-e5",
        wrong="e3-e5",
    ),
    Lesson(
        key="break",
        title=_("Break a row"),
        text=_("Black has four in a row, and a ring beside them. Jumping over one of the four turns it white."),
        task=_("Move so that Black can’t make a row in the next turn."),
        hint=_("Black can still make a row. Jump over one of the markers on column d."),
        position="..../..R..r./......rR/...rmmmm./...R....../..M.M..../.R......r./......R../..r...../......./.... "
        "w M45 - - - -",
        wanted=no_reply(_ROW),
        solution="c8-e8",
        wrong="e4-e5",
    ),
    Lesson(
        key="win",
        title=_("The third ring"),
        text=_("You have removed two rings. The third row wins at once."),
        task=_("Win: make a row and remove your third ring."),
        hint=_("That makes no row. Turn the black marker on e8 white."),
        position="..../..R..r./......r./.......R./...MMMMm../..m.m..r./...M....r./......R../..r...../......./.... "
        "w M43 - - R2 -",
        wanted=wins,
        solution="d8-f8;xe4-e8,b3",
        wrong="b3-b4",
    ),
)
COURSES.add("yinsh", Course("yinsh", "yinsh-normal", LESSONS))
