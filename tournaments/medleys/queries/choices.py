"""The games that a person is to choose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from gipf_engine.results import PENDING
from players.models import Person
from tournaments.models import Event, GameChoice


@dataclass(frozen=True, slots=True)
class WantedChoice:
    """That a player is to choose what is played on a board; `due`: until when, None for no deadline."""

    event: Event
    round: int
    board: int
    game: int
    due: datetime | None


def wanted_choices(person: Person) -> list[WantedChoice]:
    """The games of running events that a person is to choose, one of each match. One query."""
    own = Q(entry__members__person=person) | Q(entry__members__person__merged_into=person)
    still = GameChoice.objects.filter(own, rules="", paired_game__game__result=PENDING)
    still = still.filter(paired_game__pairing__round__event__state=Event.State.RUNNING)
    found: dict[tuple[int, bool | int], WantedChoice] = {}
    for choice in still.select_related("paired_game__pairing__round__event").order_by("due_at", "pk"):
        leg = choice.paired_game
        round_ = leg.pairing.round
        wanted = WantedChoice(round_.event, round_.number, leg.pairing.board, leg.game_id, choice.due_at)
        found.setdefault((leg.pairing_id, round_.event.mixed_matches and leg.leg), wanted)
    return list(found.values())
