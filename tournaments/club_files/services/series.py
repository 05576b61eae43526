"""Circuits, leagues, stages, festivals, titles and templates of a club that comes, once its events are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from common.journal import services as journal
from players.models import Club
from tournaments.club_files.reading_series import MovedSeason, MovedSeries, MovedStage, MovedTitle, Pair
from tournaments.models import (
    CircuitEvent,
    Division,
    Entry,
    Event,
    FestivalSection,
    League,
    StagePass,
    StagePlan,
    StageQualifier,
)


def bring_series(club: Club, moved: MovedSeries, events: Sequence[Event], ids: Mapping[str, int]) -> None:
    """Store all of it; `events` are in the order of the file, `ids` are people by key. Inside the last transaction."""
    for circuit, counted in moved.circuits:
        _keep_of_club(club, circuit)
        CircuitEvent.objects.bulk_create(
            CircuitEvent(circuit=circuit, event=events[at], weight=weight) for at, weight in counted
        )
    for league, seasons in moved.leagues:
        _keep_of_club(club, league)
        for season in seasons:
            _season(league, season, events, ids)
    for plan, stages in moved.plans:
        _keep_of_club(club, plan)
        for stage in stages:
            _stage(plan, stage, events)
    for festival, sections in moved.festivals:
        _keep_of_club(club, festival)
        FestivalSection.objects.bulk_create(FestivalSection(festival=festival, event=events[at]) for at in sections)
    for title in moved.titles:
        _keep_of_club(club, title.row)
        _awards(title, events, ids)
    for template in moved.templates:
        template.club = club
        template.save(force_insert=True)


def _keep_of_club(club: Club, row: Any) -> None:
    row.club = club
    row.save(force_insert=True)
    journal.open_scope(row.scope, club.scope)


def _season(league: League, moved: MovedSeason, events: Sequence[Event], ids: Mapping[str, int]) -> None:
    moved.row.league = league
    moved.row.save(force_insert=True)
    Division.objects.bulk_create(
        Division(season=moved.row, level=level, event=events[at]) for level, at in moved.divisions
    )
    for key, move in moved.moves:
        move.season, move.person_id = moved.row, ids[key]
        move.save(force_insert=True)


def _stage(plan: StagePlan, moved: MovedStage, events: Sequence[Event]) -> None:
    moved.row.plan = plan
    moved.row.save(force_insert=True)
    taken = [(at, number) for _event, _row, those in moved.events for at, number, _seed in those]
    entries = _entries_at([*taken, *moved.passes], events)
    for at, row, those in moved.events:
        row.stage, row.event = moved.row, events[at]
        row.save(force_insert=True)
        StageQualifier.objects.bulk_create(
            StageQualifier(place=row, entry=entries[event, number], seed=seed)
            for event, number, seed in those
            if (event, number) in entries
        )
    # What was said of it stays in the journal of the other server: no line here has version 0.
    StagePass.objects.bulk_create(
        StagePass(stage=moved.row, entry=entries[each], version=0) for each in moved.passes if each in entries
    )


def _entries_at(places: Iterable[Pair], events: Sequence[Event]) -> dict[Pair, int]:
    """By place of an event and pairing number the entry."""
    wanted = sorted({at for at, _number in places})
    at = {events[place].pk: place for place in wanted}
    rows = Entry.objects.filter(event__in=list(at), number__isnull=False).values_list("event", "number", "pk")
    return {(at[event], number): pk for event, number, pk in rows if number is not None}


def _awards(moved: MovedTitle, events: Sequence[Event], ids: Mapping[str, int]) -> None:
    for key, award, withdrawal in moved.awards:
        for norm in award.basis.get("norms", ()):
            norm["event"] = None if norm["event"] is None else events[norm["event"]].pk
        award.title, award.person_id = moved.row, ids[key]
        award.save(force_insert=True)
        if withdrawal is not None:
            withdrawal.award = award
            withdrawal.save(force_insert=True)
