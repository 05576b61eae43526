"""ZÈRTZ in ten lessons."""

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
    both,
    captured,
    every_reply,
    no_reply,
    wins,
)

_CAPTURE = at_least(1, captured)


def _takes_white(position: Position, move: Move) -> bool:
    return ("W",) in position.effects(move).captured.values()


LESSONS = (
    Lesson(
        key="place",
        title=_("Marble and ring"),
        text=_(
            "The marbles belong to neither player. You place one of any colour on the board, then remove a "
            "free ring at the edge."
        ),
        task=_("Place a marble, then touch a ring to remove."),
        hint=_("Any marble will do."),
        position="..../...../....../......./....../...../.... w B10,G8,W6 - -",
        wanted=any_turn,
        solution="Bd4,a1",
        wrong="Bd4,c3",
    ),
    Lesson(
        key="capture",
        title=_("Capture"),
        text=_(
            "A marble jumps over the one beside it to the empty ring behind, and you keep the one it jumped. "
            "If you can capture, you must."
        ),
        task=_("Capture a marble."),
        hint=_("Any capture will do."),
        position="-..-/..B../....../...WG../....../...../-..- w B9,G7,W5 - -",
        wanted=_CAPTURE,
        solution="xd4Gd6",
        wrong="Bd1,b1",
    ),
    Lesson(
        key="several",
        title=_("Several jumps"),
        text=_("After a jump the same marble keeps jumping while it can."),
        task=_("Capture as many marbles as you can."),
        hint=_("Another jump captures more."),
        position="-..-/..B../....../...WG../...GB./...../-..- w B8,G6,W5 - -",
        wanted=as_much_as_any(captured),
        solution="xd4Gd6Bf4Gd4",
        wrong="xd5Gf3",
    ),
    Lesson(
        key="colour",
        title=_("Choose what you take"),
        text=_(
            "You win with four white marbles, five grey, six black, or three of each colour. White ones are the rarest."
        ),
        task=_("Capture the white marble."),
        hint=_("That captured another colour. Jump over the white marble."),
        position="-..-/..B../....../...GB../...W../...../-..- w B8,G7,W5 - -",
        wanted=_takes_white,
        solution="xd4Wf4",
        wrong="xd4Bd6",
    ),
    Lesson(
        key="isolate",
        title=_("Cut off"),
        text=_("Rings that are cut off from the rest go to you with their marbles, if a marble lies on each of them."),
        task=_("Place a marble and cut off the white one."),
        hint=_("The white marble is still connected. Remove the ring b2."),
        position="W--./-.-../....../.....G-/....../..B../.... w B9,G7,W5 - -",
        wanted=_takes_white,
        solution="Bd3,b2",
        wrong="Bd3,a4",
    ),
    Lesson(
        key="two",
        title=_("Two at once"),
        text=_("All rings of a group must carry a marble: then you capture the whole group."),
        task=_("Cut off two marbles with one ring."),
        hint=_("The two marbles are still connected to the board. Which ring holds them?"),
        position="W--./G.-../--..../....G../....../...B./.... w B9,G6,W5 - -",
        wanted=at_least(2, captured),
        solution="Bd3,b2",
        wrong="Bd3,a4",
    ),
    Lesson(
        key="offer",
        title=_("Make Black capture"),
        text=_("Captures are forced, also for your opponent. So you can decide what Black does next."),
        task=_("Place a marble so that Black has to capture."),
        hint=_("Black can place a marble instead. Put one right beside another, with an empty ring behind."),
        position="-..-/...../.G..../...W.../....../...B./-..- w B9,G7,W5 - -",
        wanted=every_reply(_CAPTURE),
        solution="Bd3,a2",
        wrong="Ba2,a3",
    ),
    Lesson(
        key="safe",
        title=_("Nothing to take"),
        text=_("Most of the time you don’t want to give marbles away."),
        task=_("Place a marble so that Black can’t capture."),
        hint=_("Black can capture now. Leave an empty ring between the marbles."),
        position="-..-/.G.../....../...W.../....../...B./-..- w B9,G7,W5 - -",
        wanted=no_reply(_CAPTURE),
        solution="Bb5,a3",
        wrong="Bd3,a2",
    ),
    Lesson(
        key="sacrifice",
        title=_("A small price"),
        text=_("Sometimes you give a marble to decide where the others go. Give the cheapest one."),
        task=_("Make Black capture, but no white marble."),
        hint=_("Black need not capture, or gets a white marble."),
        position="-..-/...../....G./...W.../....../..B../-..- w B9,G7,W5 - -",
        wanted=both(every_reply(_CAPTURE), no_reply(_takes_white)),
        solution="Bd6,a2",
        wrong="Wb1,a2",
    ),
    Lesson(
        key="win",
        title=_("Four white marbles"),
        text=_("You have three white marbles."),
        task=_("Win: capture a fourth white marble."),
        hint=_("That did not win. Jump over the white marble."),
        position="-..-/..B../....../...GW../....B./.G.../-..- w B4,G2,W2 B2,G1,W3 B2,G3",
        wanted=wins,
        solution="xe5Wc4Ge3",
        wrong="xd5Gd3",
    ),
)
COURSES.add("zertz", Course("zertz", "zertz-37", LESSONS))
