"""How the divisions of a season stand, as the engine takes it, and what is open before it can end."""

from __future__ import annotations

from collections.abc import Sequence

from common.journal.queries import version as version_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.seasons import Finisher, Transition, transition
from players.core.queries import records
from tournaments.core.hidden_standings import hidden_after
from tournaments.models import Division, Event, Member, Season
from tournaments.standings.queries.standings import Place, places


def divisions_of(season: Season) -> list[Division]:
    """The divisions of a season, the highest first."""
    return list(season.divisions.select_related("event__club").order_by("level"))


def finishers_of(divisions: Sequence[Division]) -> list[list[Finisher]]:
    """Everybody in each division with their ranks as they are now; none before the start. A few queries for all."""
    events = [division.event for division in divisions]
    started = [event for event in events if event.state in (Event.State.RUNNING, Event.State.CLOSED)]
    tables = places(started)
    rows = Member.objects.filter(event__in=events).order_by("pk")
    columns = rows.values_list("event", "entry", records.canonical_id("person"), "entry__withdrawn_after")
    found: dict[int, list[Finisher]] = {event.pk: [] for event in events}
    for event, entry, person, withdrawn in columns:
        place: Place | None = tables.get(event, {}).get(entry)
        rank = place.rank if place is not None else None
        found[event].append(Finisher(person, rank, has_left=withdrawn is not None))
    return [found[event.pk] for event in events]


def hand_moves(season: Season) -> dict[int, int | None]:
    """Where an organiser wants players to be next, by person."""
    rows = season.moves.filter(by_hand=True)
    return dict(rows.values_list(records.canonical_id("person"), "to"))


def transition_of(season: Season, divisions: Sequence[Division]) -> Transition:
    """Who would move if the season ended now."""
    return transition(finishers_of(divisions), season.up, season.down, hand_moves(season))


def what_is_open(divisions: Sequence[Division], found: Transition) -> list[Message]:
    """What has to be done before the season can end, one by one."""
    blockers = []
    if not divisions:
        blockers.append(Message(_("The season has no divisions.")))
    blockers += [
        Message(_("%(event)s is not finished."), {"event": division.event.name})
        for division in divisions
        if division.event.state != Event.State.CLOSED
    ]
    blockers += [
        Message(_("%(event)s hides its standings: release them first"), {"event": event.name})
        for event in (division.event for division in divisions)
        if event.hides_rounds is not None  # who moves would be told, or be wrong
        and hidden_after(event, version_of(event.scope)) is not None
    ]
    blockers += [
        Message(_("Division %(division)d has fewer players than move."), {"division": level})
        for level in found.too_small
    ]
    names = records.names(player for tied in found.undecided for player in tied)
    message = _("%(players)s share a place across the border: decide by hand who moves.")
    blockers += [Message(message, {"players": [names[player] for player in tied]}) for tied in found.undecided]
    return blockers
