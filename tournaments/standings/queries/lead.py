"""Who leads an event, for the head of its pages: told from the standings, kept by itself since it is small."""

from __future__ import annotations

from dataclasses import replace

from django.core.cache import cache

from common.cached_values import read_as
from tournaments.core.formats import is_for_teams
from tournaments.core.hidden_standings import hidden_after
from tournaments.core.queries.cached import cache_key, get_or_compute, rows_of
from tournaments.core.questions import Lead, LeadOf
from tournaments.models import Entry, Event
from tournaments.standings.queries.standings import Standings, standings

MOST_ENTRIES = 120
"""The head of a page of a larger event does not wait for its standings: it tells the lead once they are there."""


def tell_lead(asked: LeadOf) -> Lead | None:
    """The lead at a version of the event."""
    event, version = asked.event, asked.version
    kept = read_as(Lead, cache.get(cache_key(event, "lead", version)))
    if kept is not None:
        return kept
    is_known = cache.get(cache_key(event, "standings", version)) is not None
    if not is_known and Entry.objects.filter(event=event).count() > MOST_ENTRIES:
        return None
    return get_or_compute(event, "lead", version, Lead, lambda: _lead_of(event, version))


def _lead_of(event: Event, version: int) -> Lead:
    """The lead as all readers may know it, and the round that is played."""
    lead = _lead(event, standings(event, version))
    return lead if hidden_after(event, version) is None else replace(lead, round=len(rows_of(event, version).rounds))


def _lead(event: Event, table: Standings) -> Lead:
    """Who stands first, and who shares it; no one where there are several tables, no points yet, or teams meet."""
    first = next(iter(table.rows), None)
    rounds = (0, 0) if table.by_clock else (table.rounds, table.rounds_total)
    known = Lead(*rounds, table.is_final)
    if first is None or first.rank is None or not first.points or table.is_league or table.is_match:
        return known
    if is_for_teams(event.format):
        return known
    tied = tuple((row.entry.person, row.entry.name) for row in table.rows[1:] if row.rank == first.rank)
    return replace(known, person=first.entry.person, name=first.entry.name, points=first.points, tied=tied)
