"""The end of a season: who moved is kept, and the next season is made with the players moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.seasons import Transition
from players.core.acts import commit_permitted
from players.models import Account
from players.people.services.people import lock_persons
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.event_config import config_of
from tournaments.core.services.base import event_act
from tournaments.entries.acts import EnterMany
from tournaments.entries.services.entries import enter_persons
from tournaments.events.services.events import create_event
from tournaments.models import Division, Event, Season, SeasonMove
from tournaments.seasons.acts import EndSeason
from tournaments.seasons.finishers import divisions_of, transition_of, what_is_open
from tournaments.seasons.services.leagues import season_on

LONGEST_EVENT_NAME = 80


def end_season(
    league_id: int, actor: Account, *, name: str, starts_on: date, ends_on: date, expect: int | None = None
) -> Season:
    """End the season that is on and make the next one, called `name`: a draft for each division, its players entered.

    All divisions have to be closed, and no one undecided. The drafts are held as their divisions were. Raises
    NotAllowed, Stale, EventRefused (with what stands in the way, one by one) and DoesNotExist.
    """
    with commit_permitted(f"league:{league_id}", actor, EndSeason, expect=expect) as act:
        season = season_on(league_id)
        act.data["season"] = season.name
        divisions = divisions_of(season)
        journal.lock([division.event.scope for division in divisions])  # so that no result comes in between
        found = transition_of(season, divisions)
        _check_decided(divisions, found)
        _keep_moves(season, found)
        season.ended_at = timezone.now()
        season.save(update_fields=["ended_at"])
        coming = Season.objects.create(
            league=season.league, number=season.number + 1, name=kept_name(name), up=season.up, down=season.down
        )
        for division in divisions:
            event = _next_event(division, coming, actor, starts_on, ends_on)
            _enter(event, actor, found.field(division.level))
            Division.objects.create(season=coming, level=division.level, event=event)
    return coming


def _check_decided(divisions: Sequence[Division], found: Transition) -> None:
    blockers = what_is_open(divisions, found)
    if blockers:
        raise EventRefused(Message(_("The season cannot end yet: %(reasons)s"), {"reasons": blockers}), blockers)


def _keep_moves(season: Season, found: Transition) -> None:
    """Store who moved by the standings beside those who were moved by hand."""
    SeasonMove.objects.bulk_create(
        SeasonMove(season=season, person_id=step.player, division=step.division, to=step.to)
        for step in found.steps
        if not step.by_hand and step.to != step.division
    )


def _next_event(division: Division, coming: Season, actor: Account, starts_on: date, ends_on: date) -> Event:
    """A draft that is held as the division was."""
    was = division.event
    title = f"{coming.league.name} {coming.name} · {division.level}"[:LONGEST_EVENT_NAME].strip()
    plan = replace(config_of(was), name=title, starts_on=starts_on, ends_on=ends_on)
    return create_event(was.club_id, actor, plan=plan)


def _enter(event: Event, actor: Account, players: Sequence[int]) -> None:
    if not players:
        return
    with event_act(event.pk, actor, EnterMany) as doing:
        locked = lock_persons(sorted(players))
        entries = enter_persons(doing, [locked[player] for player in players])
        doing.note(entries=[entry.pk for entry in entries], made=[])
