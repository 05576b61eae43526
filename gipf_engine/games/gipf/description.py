"""A GIPF position in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from gipf_engine.games.gipf.board import SPOTS
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, View


class _Words(NamedTuple):
    turn: str
    hand: str
    gipfs: str
    singles: str


_SEATS = (
    _Words(
        turn=_("White is to move."),
        hand=_("White has %(reserve)s in reserve and has captured %(captured)s."),
        gipfs=_("White GIPF-pieces on %(spots)s."),
        singles=_("White pieces on %(spots)s."),
    ),
    _Words(
        turn=_("Black is to move."),
        hand=_("Black has %(reserve)s in reserve and has captured %(captured)s."),
        gipfs=_("Black GIPF-pieces on %(spots)s."),
        singles=_("Black pieces on %(spots)s."),
    ),
)
GAME_OVER = Message(_("The game is over."))
_ON_SPOT = {
    "": _("%(spot)s: empty"),
    "W": _("%(spot)s: white piece"),
    "B": _("%(spot)s: black piece"),
    "WW": _("%(spot)s: white GIPF-piece"),
    "BB": _("%(spot)s: black GIPF-piece"),
}


def name_position(view: View) -> Message:
    """The drawing's name."""
    if view.turn is None:
        return Message(_("GIPF board, the game is over"))
    return Message(_("GIPF board, White is to move") if view.turn == 0 else _("GIPF board, Black is to move"))


def describe_position(view: View, effects: Effects | None) -> list[Message]:
    """Who is to move, the last move, then for each player what he has beside and on the board."""
    messages = [GAME_OVER if view.turn is None else Message(_SEATS[view.turn].turn)]
    messages += _last_move(effects) if effects else []
    for seat, (colour, words) in enumerate(zip("WB", _SEATS, strict=True)):
        messages.append(Message(words.hand, {name: view.pool(name, seat).count for name in ("reserve", "captured")}))
        for template, pieces in ((words.gipfs, (colour, colour)), (words.singles, (colour,))):
            spots = [spot for spot in SPOTS if view.spots[spot] == pieces]
            if spots:
                messages.append(Message(template, {"spots": spots}))
    return messages


def summarize_seat(view: View, seat: int) -> list[Message]:
    """What a player has in reserve and has captured."""
    names = {"reserve": _("Reserve: %(count)s"), "captured": _("Captured: %(count)s")}
    return [Message(template, {"count": view.pool(name, seat).count}) for name, template in names.items()]


def _last_move(effects: Effects) -> list[Message]:
    messages = []
    if effects.path:
        first, last = effects.path[0], effects.path[-1]
        messages.append(Message(_("Last move: from %(first)s to %(last)s."), {"first": first, "last": last}))
    if effects.returned:
        messages.append(Message(_("Back into the reserve: %(spots)s."), {"spots": list(effects.returned)}))
    if effects.captured:
        messages.append(Message(_("Captured: %(spots)s."), {"spots": list(effects.captured)}))
    return messages


def label_spots(view: View, translate: Callable[[Message], str]) -> Callable[[str], str]:
    """What says in the reader's words what stands on a spot or dot. Each sentence is translated once."""
    sentences = {pieces: translate(Message(sentence)) for pieces, sentence in _ON_SPOT.items()}
    dot = translate(Message(_("dot %(spot)s")))
    spots = view.spots

    def label(name: str) -> str:
        return _fill(sentences["".join(spots[name])] if name in spots else dot, name)

    return label


@lru_cache(maxsize=2048)  # all places with what lies there, in three languages
def _fill(sentence: str, spot: str) -> str:
    return sentence % {"spot": spot}
