"""_LYNGK in ten lessons."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.lessons import COURSES, Condition, Course, Lesson, any_turn, at_least, captured, wins

_FULL = at_least(1, captured)


def _claims(position: Position, move: Move) -> bool:
    return "," in str(move)


def _reaches(height: int = 1, *, spot: str = "", piece: str = "", top: str = "") -> Condition:
    """A stack so high was made, on this spot, with this piece in it or on top."""

    def holds(position: Position, move: Move) -> bool:
        placed = position.effects(move).placed.items()
        return any(
            len(stack) >= height and spot in ("", there) and (not piece or piece in stack) and top in ("", stack[-1])
            for there, stack in placed
        )

    return holds


LESSONS = (
    Lesson(
        key="move",
        title=_("Move a stack"),
        text=_("A piece or stack moves along a line and lands on top of the first stack that it meets."),
        task=_("Move a piece onto another: touch it, then the stack."),
        hint=_("Any move will do."),
        position="./I,G,K,./.,.,.,.,J,.,./.,.,G,.,.,./.,.,B,R,.,.,./.,.,K,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        wanted=any_turn,
        solution="e3-e4",
        wrong="e3-e5",
    ),
    Lesson(
        key="far",
        title=_("From far away"),
        text=_("Empty spots don’t stop a stack. It may not end on one, and it can’t pass over a stack."),
        task=_("Land on the blue piece on e5 from far away."),
        hint=_("The blue piece on e5 is as it was. Look for a piece that sees it along a line."),
        position="./I,G,K,./.,.,.,.,.,.,./.,.,G,.,.,./.,R,.,.,B,.,./.,.,K,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        wanted=_reaches(2, spot="e5"),
        solution="e2-e5",
        wrong="b1-b2",
    ),
    Lesson(
        key="claim",
        title=_("Claim a colour"),
        text=_(
            "Before you move you may claim a colour that is free. From then on only you move its stacks. You "
            "may claim two in a game."
        ),
        task=_("Claim a colour, then move."),
        hint=_("You moved without claiming. Press the button of a colour first."),
        position="./I,G,K,./.,.,.,.,J,.,./.,.,G,.,.,./.,.,B,R,.,.,./.,.,K,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        wanted=_claims,
        solution="B,e3-e4",
        wrong="e3-e4",
    ),
    Lesson(
        key="theirs",
        title=_("Land on theirs"),
        text=_("You move your own colours and the free ones, not your opponent’s. But you may land on any stack."),
        task=_("Blue is yours, green is Black’s. Land on green with blue."),
        hint=_("Blue is not on a green piece. Move the blue piece on e3."),
        position="./I,G,K,./.,.,.,.,.,.,./.,.,G,.,.,./.,.,B,R,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w B:G 0:0",
        wanted=_reaches(2, piece="G", top="B"),
        solution="e3-d3",
        wrong="b3-b2",
    ),
    Lesson(
        key="twice",
        title=_("No colour twice"),
        text=_("A stack may hold each colour only once, so many stacks don’t go together."),
        task=_("Make a stack of three."),
        hint=_("That stack is lower than three. Move a stack of two onto a colour that it does not hold."),
        position="./I,G,K,./.,.,R,.,.,.,./.,.,.,.,.,./.,.,RB,BG,.,I,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,R,I/. w B:- 0:0",
        wanted=_reaches(3),
        solution="e4-h4",
        wrong="b1-b2",
    ),
    Lesson(
        key="joker",
        title=_("Jokers"),
        text=_("A joker counts as any colour that is missing. Alone it can’t move, but you may land on it."),
        task=_("Land on the joker."),
        hint=_("The joker is still alone on e4."),
        position="./I,G,K,./.,.,.,.,.,.,./.,.,.,K,.,./.,.,R,J,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w -:- 0:0",
        wanted=_reaches(2, piece="J"),
        solution="e3-e4",
        wrong="b1-b2",
    ),
    Lesson(
        key="climb",
        title=_("Up to a higher stack"),
        text=_("A free colour can’t land on a stack higher than itself. Your own colours can."),
        task=_("Red is yours. Land on a stack that is higher than your piece."),
        hint=_("Land on the stack of two on e4 with your red piece."),
        position="./I,G,K,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,R,GK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w R:- 0:0",
        wanted=_reaches(3, top="R"),
        solution="e3-e4",
        wrong="b1-b2",
    ),
    Lesson(
        key="lyngk",
        title=_("Lyngk"),
        text=_(
            "Stacks of your own colour are springboards: from each of them the moving stack continues along "
            "any line until it lands."
        ),
        task=_("Land on the blue piece on g6 with the red piece on e1."),
        hint=_("Red has not reached g6. Touch e1, then g6: the way leads over the red stacks."),
        position="./I,G,K,./.,.,.,.,.,.,./.,.,.,I,.,./R,.,.,GR,.,.,./.,.,.,.,.,./.,.,KR,.,.,B,./.,.,G,I/. w R:- 0:0",
        wanted=_reaches(2, spot="g6", top="R"),
        solution="e1-g6",
        wrong="b1-b2",
    ),
    Lesson(
        key="column",
        title=_("A column of five"),
        text=_(
            "When you complete a stack of five with your own colour on top, it leaves the board and counts for you."
        ),
        task=_("Complete a column of five."),
        hint=_("No column was completed. Together the two stacks must have five pieces."),
        position="./I,G,K,./.,.,B,.,.,.,./.,.,.,.,.,./.,.,BR,GKI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,G,I/. w BR:G 0:0",
        wanted=_FULL,
        solution="e3-e4",
        wrong="b1-b2",
    ),
    Lesson(
        key="win",
        title=_("The most columns"),
        text=_(
            "The game ends when neither player can move. Then the player with the most columns wins. Both of "
            "you have one."
        ),
        task=_("Win: complete a column so that neither player can move."),
        hint=_("That does not end the game with more columns for you."),
        position="./.,.,.,./.,.,.,.,.,RBG,./.,.,.,.,.,./.,.,R,GKBI,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. "
        "w BR:GK 1:1",
        wanted=wins,
        solution="e3-e4",
        wrong="e4-e3",
    ),
)
COURSES.add("lyngk", Course("lyngk", "lyngk-main", LESSONS))
