"""Calls of an arbiter that no one has answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from common.compiled_query import CompiledObjects
from tournaments.models import ArbiterCall, Event


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call: the board and round, who calls, and who sits opposite."""

    id: int
    game: int
    round: int
    board: int
    seat: str
    name: str
    opponent: str
    called_at: datetime


def open_calls(event: Event) -> list[OpenCall]:
    """Those of the event, the oldest first. One query."""
    return [_shown(call) for call in _UNANSWERED(event.pk)]


_UNANSWERED = CompiledObjects(  # asked at each look at the desk, and nearly always there is none
    lambda event: ArbiterCall.objects.filter(place__pairing__round__event=event, answered_at=None),
    [
        *("place", "place__pairing", "place__pairing__round", "place__game"),
        *("place__game__white", "place__game__white__merged_into"),
        *("place__game__black", "place__game__black__merged_into"),
    ],
)


def _shown(call: ArbiterCall) -> OpenCall:
    game, pairing = call.place.game, call.place.pairing
    names = {"white": (game.white.merged_into or game.white).name, "black": (game.black.merged_into or game.black).name}
    name = names.pop(call.seat)
    (opponent,) = names.values()
    return OpenCall(call.pk, game.pk, pairing.round.number, pairing.board, call.seat, name, opponent, call.called_at)
