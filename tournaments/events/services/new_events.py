"""A new event in one go: its plan with its players, then everything up to the first pairing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction

from players.models import Account
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import is_by_clock
from tournaments.entries.services.entries import ListedEntry, enter_listed
from tournaments.events.services.events import announce, create_event
from tournaments.events.services.lifecycle import start_event
from tournaments.models import Event, Round, RoundDraft
from tournaments.rounds.services.deferred_pairing import request_round


def create_event_with_players(
    club_id: int,
    actor: Account,
    *,
    plan: EventConfig,
    players: Sequence[ListedEntry],
    standard_rules: bool | None = None,
    confirm: Collection[str] = (),
) -> Event:
    """A draft with its players, or nothing: where one of them is refused there is no event. Raises as both acts do."""
    with transaction.atomic():
        event = create_event(club_id, actor, plan=plan, standard_rules=standard_rules, confirm=confirm)
        if players:
            enter_listed(event.pk, actor, players)
    return event


def start_with_round_1(event_id: int, actor: Account) -> Round | RoundDraft | None:
    """Announce a draft, start it by rating and pair round 1: three acts, as if they were done one by one.

    Where one is refused those before it stand, and the event goes on from there. None: a worker pairs the round, as it
    takes long, or players as they come, in an arena. Raises NotAllowed and EventRefused.
    """
    announce(event_id, actor)
    event = start_event(event_id, actor)
    if is_by_clock(event.format):
        return None
    return request_round(event_id, actor, number=1)
