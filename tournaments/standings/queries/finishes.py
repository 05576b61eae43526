"""Where people finished in several events at once: what circuits, all-time tables and titles are made from."""

from __future__ import annotations

from collections.abc import Sequence

from common.computed_once import Admit, free_for_all
from players.core.queries.records import canonical_id
from tournaments.models import Event, Member
from tournaments.standings.queries.standings import Place, places

AT_ONCE = 40
"""Events whose rows are in memory together."""


def finishes(events: Sequence[Event], admit: Admit = free_for_all) -> dict[int, dict[int, Place]]:
    """By event and person where everybody stands. Persons are canonical now, whatever was merged since.

    The places are kept while nothing happens in an event; `admit` is called before they are computed.
    """
    found: dict[int, dict[int, Place]] = {event.pk: {} for event in events}
    for first in range(0, len(events), AT_ONCE):
        tables = places(events[first : first + AT_ONCE], admit)
        members = Member.objects.filter(event__in=tables).order_by("pk")
        for event, entry, person in members.values_list("event", "entry", canonical_id("person")):
            if (place := tables[event].get(entry)) is not None:
                found[event][person] = place
    return found
