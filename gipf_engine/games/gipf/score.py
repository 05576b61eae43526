"""The final score of GIPF: what is left of each player's pieces, and which of it decided (GIPF 6 and 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gipf_engine.games.gipf.board import PIECES
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Outcome, Position
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.score import Holding, Score, ScoreLine, first_difference

RESERVE, GIPFS, CAPTURED = "reserve", "gipfs", "captured"
BASIC_NAMES = {RESERVE: _("pieces in reserve"), CAPTURED: _("captured pieces")}
NAMES = {RESERVE: BASIC_NAMES[RESERVE], GIPFS: _("GIPF-pieces on the board"), CAPTURED: BASIC_NAMES[CAPTURED]}
LINE_OF = {"reserve": RESERVE, "gipf": GIPFS}
"""What a game that ended for a reason was decided by."""
_MOST = 36
_WHY = {
    ("1-0", "reserve"): _("Black had no piece left in the reserve"),
    ("0-1", "reserve"): _("White had no piece left in the reserve"),
    ("1-0", "gipf"): _("Black had no GIPF-piece left on the board"),
    ("0-1", "gipf"): _("White had no GIPF-piece left on the board"),
}


def count_score(position: Position, names: Mapping[str, str]) -> Score:
    """What both players have in reserve, on the board and captured, whether the game is over or not.

    While it goes on, more captured pieces speak for a player, then more GIPF-pieces on the board.
    """
    view = position.view()
    lines = [
        ScoreLine(RESERVE, (view.pool(RESERVE, WHITE).count, view.pool(RESERVE, BLACK).count)),
        ScoreLine(CAPTURED, (view.pool(CAPTURED, WHITE).count, view.pool(CAPTURED, BLACK).count)),
    ]
    if GIPFS in names:
        white, black = (
            tuple(Holding(spot, "".join(stack)) for spot, stack in view.spots.items() if stack == (colour, colour))
            for colour in PIECES
        )
        lines.insert(1, ScoreLine(GIPFS, (len(white), len(black)), (white, black)))
    return Score(tuple(lines), *_deciding(position.outcome, lines))


def _deciding(outcome: Outcome | None, lines: Sequence[ScoreLine]) -> tuple[str, int | None]:
    if outcome is None:
        return first_difference((line.key, line.counts) for line in reversed(lines) if line.key != RESERVE)
    leader = {"1-0": WHITE, "0-1": BLACK}.get(outcome.result)
    return LINE_OF.get(outcome.reason, ""), leader


def explain_outcome(outcome: Outcome, end_reasons: Mapping[str, str]) -> Message:
    """Who had nothing left, and of what."""
    return Message(_WHY.get((outcome.result, outcome.reason)) or end_reasons.get(outcome.reason, outcome.reason))


def outcome_of(counts: Sequence[Sequence[int]], names: Mapping[str, str]) -> Outcome:
    """How a game ended whose players counted what each had left. Raises `BadSetup` where neither had lost.

    The loss of the last GIPF-piece ends a game at once, so it comes before an empty reserve.
    """
    white, black = counts
    if max(*white, *black) > _MOST:
        raise BadSetup(Message(_("GIPF has %(most)s pieces in all"), {"most": _MOST}))
    pairs = dict(zip(names, zip(white, black, strict=True), strict=True))
    for key, reason in ((GIPFS, "gipf"), (RESERVE, "reserve")):
        pair = pairs.get(key, (1, 1))
        if 0 in pair:
            if pair == (0, 0):
                raise BadSetup(Message(_("by these counts both players have none left, so they do not show who lost")))
            return Outcome("0-1" if pair[0] == 0 else "1-0", reason)
    raise BadSetup(Message(_("by these counts neither player has lost yet: both still have pieces to play with")))
