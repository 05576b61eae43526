"""GIPF in ten lessons."""

from __future__ import annotations

from gipf_engine.games.gipf.position_text import write_with_reserves
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.lessons import (
    COURSES,
    Course,
    Lesson,
    any_turn,
    at_least,
    captured,
    exactly,
    no_reply,
    passed,
    returned,
    wins,
)

_BASIC, _STANDARD, _TOURNAMENT = "gipf-basic", "gipf-standard", "gipf-tournament"
_ROW = at_least(4, returned)


def _brings_in_gipf(position: Position, move: Move) -> bool:
    return str(move).startswith("G")


LESSONS = (
    Lesson(
        key="push",
        title=_("Push"),
        text=_("A turn is a push: a piece from your reserve comes in at a dot and moves one spot along a line."),
        task=_("Push in a piece, wherever you like: touch a dot at the edge."),
        hint=_("Any push will do."),
        position=write_with_reserves(15, "b2w/5/6/w5b/6/5/b2w"),
        wanted=any_turn,
        solution="e1-e3",
        wrong="e5",
    ),
    Lesson(
        key="bump",
        title=_("Pieces in the way"),
        text=_(
            "Pieces in the way move on, yours and your opponent’s, up to the first empty spot. "
            "Nothing is pushed off: a line without an empty spot is closed."
        ),
        task=_("Move three pieces at once with your push."),
        hint=_("That moved fewer than three. Look for three pieces in a row behind a dot."),
        position=write_with_reserves(15, "b2w/5/6/wbw2bb/6/5/b2w"),
        wanted=at_least(5, passed),
        solution="e1-e5",
        wrong="d2",
    ),
    Lesson(
        key="row",
        title=_("Four in a row"),
        text=_("Four or more of your pieces side by side on a line are a row. They return to your reserve."),
        task=_("Push so that you make a row."),
        hint=_("That makes no row. Three white pieces are on one line: bring in the fourth behind them."),
        position=write_with_reserves(15, "b2w/5/www3/w5b/6/5/b2w"),
        wanted=_ROW,
        solution="d1-d5;xd2,d3,d4,d5",
        wrong="b3",
    ),
    Lesson(
        key="capture",
        title=_("Capture"),
        text=_(
            "Pieces that touch the row on its line come off with it. Your opponent’s are captured and never come back."
        ),
        task=_("Make the row that captures a black piece."),
        hint=_("Nothing was captured. Which of the two rows ends at a black piece?"),
        position=write_with_reserves(15, "b2w/5/wwwb2/w5b/www3/5/b2w"),
        wanted=at_least(1, captured),
        solution="d1-d6;xd2,d3,d4,d5,d6*",
        wrong="f1-f5;xf2,f3,f4,f5",
    ),
    Lesson(
        key="crossing",
        title=_("Rows that cross"),
        text=_(
            "Rows that are on the board when your turn starts come off before you push. "
            "If two cross, you choose one of them."
        ),
        task=_("Take the row that captures a black piece, then push."),
        hint=_("You took the row without a black piece beside it."),
        position=write_with_reserves(15, "b1ww/2w2/1wwww1/w1w3b/1b4/5/b2w"),
        wanted=at_least(1, captured),
        solution="xb4,c4,d4,e4,f3*;b3",
        wrong="xd3,d4,d5,d6;b3",
    ),
    Lesson(
        key="defend",
        title=_("Break a row"),
        text=_("Black needs one more push for a row. A push across a line moves a piece out of it."),
        task=_("Push so that Black can’t make a row in the next turn."),
        hint=_("Black can still make a row. Push a piece into the middle of the three."),
        position=write_with_reserves(15, "b2w/1w3/1bbb2/w1w3b/6/5/b2w"),
        wanted=no_reply(_ROW),
        solution="a1-e5",
        wrong="b3",
    ),
    Lesson(
        key="reserve",
        title=_("An empty reserve loses"),
        text=_(
            "A player who has to push and has no piece in reserve loses. "
            "Black’s reserve is empty: only the row on the board could fill it."
        ),
        task=_("Win: break Black’s row."),
        hint=_("Black takes the row, gets pieces back and plays on."),
        position=write_with_reserves(15, "b1ww/2w2/1bbbb1/w5b/6/5/b2w", (8, 0)),
        wanted=wins,
        solution="a4-e4",
        wrong="b3",
    ),
    Lesson(
        key="gipf-pieces",
        title=_("GIPF-pieces"),
        text=_(
            "In the standard game you start with three GIPF-pieces, two pieces on top of each other. "
            "When one is in a row, you may leave it on the board."
        ),
        task=_("Make a row and keep your GIPF-piece on the board."),
        hint=_("Make the row on column d, and don’t touch the GIPF-piece when the row comes off."),
        rules=_STANDARD,
        position=write_with_reserves(18, "B2W/5/wwW3/W5B/6/5/B3"),
        wanted=exactly(3, returned),
        solution="d1-d5;xd2,d3,d4",
        wrong="d1-d5;xd2,d3,d4,Gd5",
    ),
    Lesson(
        key="last",
        title=_("The last GIPF-piece"),
        text=_("A player without a GIPF-piece on the board loses at once. Black has one left."),
        task=_("Win: capture Black’s last GIPF-piece with a row."),
        hint=_("The GIPF-piece is still there. Make the row that touches it, and take it too."),
        rules=_STANDARD,
        position=write_with_reserves(18, "3W/5/wwwB2/W6/6/5/3W", (4, 0)),
        wanted=wins,
        solution="d1-d6;xd2,d3,d4,d5,Gd6*",
        wrong="d1-d6;xd2,d3,d4,d5",
    ),
    Lesson(
        key="opening",
        title=_("The tournament opening"),
        text=_(
            "The tournament game starts on an empty board. You bring in GIPF-pieces as long as you like; "
            "after your first single only singles come in."
        ),
        task=_("Bring in a second GIPF-piece."),
        hint=_("That was a single. Choose the GIPF-piece before you push."),
        rules=_TOURNAMENT,
        position=write_with_reserves(18, "B3/5/6/W6/6/5/4", phases="gg"),
        wanted=_brings_in_gipf,
        solution="Gh5",
        wrong="h5",
    ),
)
COURSES.add("gipf", Course("gipf", _BASIC, LESSONS))
