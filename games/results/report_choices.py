"""What a player can report, in the player's own words: "I won", "I lost", "Draw"."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Claimant
from gipf_engine.claims import ClaimState, Standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.possible_results import DRAW, PossibleResults

_WINS = {Claimant.WHITE: "1-0", Claimant.BLACK: "0-1"}
_WORDS = {"won": _("I won"), "lost": _("I lost"), "draw": _("Draw")}
_CONFIRMING = {"won": _("Confirm: I won"), "lost": _("Confirm: I lost"), "draw": _("Confirm: draw")}


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """A button: the code it sends, what is on it, and whether it agrees with what the opponent reported."""

    code: str
    words: Message
    confirms: bool = False


def report_choices(seat: str, possible: PossibleResults, standing: Standing) -> list[ReportChoice]:
    """The buttons of `seat` ("white" or "black"), a win first; first of all the one that confirms the opponent's."""
    expected = confirmable(seat, standing)
    own = _WINS[Claimant(seat)]
    codes = sorted(possible.reported, key=lambda code: (code != expected, code != own, code != DRAW))
    return [_choice(code, own, confirms=code == expected) for code in codes]


def confirmable(seat: str, standing: Standing) -> str:
    """What the opponent of `seat` has reported and waits to have confirmed; "" for nothing."""
    waits = standing.state is ClaimState.WAITING and standing.waiting_for == seat
    return standing.value if waits else ""


def confirming_words(seat: str, code: str) -> Message:
    """What the button says by which `seat` confirms `code`."""
    return _choice(code, _WINS[Claimant(seat)], confirms=True).words


def _choice(code: str, own: str, *, confirms: bool) -> ReportChoice:
    kind = "draw" if code == DRAW else "won" if code == own else "lost"
    return ReportChoice(code, Message((_CONFIRMING if confirms else _WORDS)[kind]), confirms)
