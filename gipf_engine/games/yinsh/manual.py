"""The rules of YINSH as players are told them, with the positions that show them."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Illustration, Portrait

PORTRAIT = Portrait(
    Message(_("Rings flip the markers they jump; each row of five costs you a ring, and the third one wins.")),
    "..../m..rm../...M.MM./.....r..R/.MM..mmMrm/.....MRRr/..M.MR..../R.m....../MMmM..../..rMm../M.M. b M28 - - - -",
)

_JUMP = "..../..R..../.r.m..../....M.r../...R.mM.../.....m.r./....M.R.../..R.m..r./..r...../..R..../.... w M44 - - - -"
_GOAL = {
    3: _(
        "Make rows of five of your markers. For each row you remove one of your rings; removing your third ring wins."
    ),
    1: _("Make a row of five of your markers and remove one of your rings for it: the first ring removed wins."),
}
_START = Chapter(
    Message(_("The board and the start")),
    (
        Message(
            _(
                "Each player has five rings. The players share 51 markers, white on one side and black on the "
                "other. They take turns placing a ring on any empty point until all ten are on the board."
            )
        ),
    ),
    (
        Illustration(
            "start",
            Message(_("All rings are placed, and White is to move.")),
            "..../....R../....R.R./.......r./....r...../........./.R......../R..r..r../......r./......./.... "
            "w M51 - - - -",
        ),
    ),
)
_MOVES = Chapter(
    Message(_("Moves")),
    (
        Message(
            _(
                "On your turn you place a marker, your colour up, inside one of your rings and move that ring "
                "along a line; the marker stays. The ring moves over any number of empty points. It may then "
                "jump one unbroken series of markers of any colour, and stops on the first empty point behind "
                "them. It never passes over a ring."
            )
        ),
        Message(_("All jumped markers are flipped. The marker you just placed is not.")),
    ),
    (
        Illustration("jump", Message(_("White’s ring jumps two markers, and both are flipped.")), _JUMP, "e4-i8"),
        Illustration(
            "behind",
            Message(_("Behind the markers the ring must stop on the first empty point; it may not continue to j9.")),
            _JUMP,
            "e4-j9",
            refused=True,
        ),
    ),
)
_ROWS = Chapter(
    Message(_("Rows")),
    (
        Message(
            _(
                "Five adjacent markers of your colour on a line are a row, no matter who made it. You must take "
                "it: the markers return to the supply, and one of your rings comes off. Of more than five you "
                "choose which five; of crossing rows you choose one."
            )
        ),
        Message(
            _(
                "A row of your opponent’s colour is theirs to take, at the start of their turn, before they "
                "move. If one move makes rows for both, the player who moved takes theirs first."
            )
        ),
    ),
    (
        Illustration(
            "row",
            Message(
                _("The marker that White leaves on e4 completes a row. The row comes off, and the ring on b3 with it.")
            ),
            "..../..R..../.r.m..../....M.r../...RMMMM../.....m..r/....M.R.../..R.m..r./..r...../..R..../.... "
            "w M42 - - - -",
            "e4-h4;xe4-e8,b3",
        ),
        Illustration(
            "first",
            Message(_("White has a row on the board. It must come off before a ring moves.")),
            "..../.R...../.r.Mm.../...MM.r../..RM....../..M..m..r/..M....R../.M..m..r./.Rr...../..R..../.... "
            "w M41 - - - -",
            "e3-e5",
            refused=True,
        ),
    ),
)


def chapters(goal: int) -> list[Chapter]:
    """The game in which `goal` rings off win."""
    end = (
        Message(
            _(
                "The game ends as soon as enough rings are off, even before a move. When no marker is left for a "
                "move, the player with more rings off wins; if both have the same number, the game is drawn. A "
                "player who cannot move any ring passes."
            )
        ),
    )
    return [
        Chapter(Message(_("The goal")), (Message(_GOAL[goal]),)),
        _START,
        _MOVES,
        _ROWS,
        Chapter(Message(_("The end")), end),
    ]
