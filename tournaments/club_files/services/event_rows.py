"""What is left to store of an event that comes with its club, in the transaction that shows both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Protocol

from django.utils import timezone

from common.journal.models import Scope
from games.models import Game
from games.results.services.create import settle_games
from games.results.services.internal import lock_results
from players.models import Account
from tournaments.club_files.reading_events import EventRows
from tournaments.models import Answer, CategoryMember, Entry, Event, Round, WaitingPlayer


class ComingEvent(Protocol):
    """What the file says of an event beside its event file."""

    state: str
    two_persons: bool
    hides_rounds: int | None
    locked_rounds: list[int]
    days: Any
    rows: EventRows


def finish_event(event: Event, coming: ComingEvent, actor: Account, ids: Mapping[str, int]) -> None:
    """Its state and all that is the club's own of it; `ids` are people by the keys of the file."""
    event.state, event.two_persons, event.hides_rounds = coming.state, coming.two_persons, coming.hides_rounds
    event.save(update_fields=["state", "two_persons", "hides_rounds"])
    scope = Scope.objects.get(key=event.scope)
    if coming.days is not None:
        _set_days(scope, coming.days)
    if coming.locked_rounds:
        Round.objects.filter(event=event, number__in=coming.locked_rounds).update(locked=True)
        lock_results(Game.objects.filter(paired__pairing__round__in=event.rounds.filter(locked=True)), locked=True)
    _store_rows(event, coming.rows, actor, ids)
    if coming.state == Event.State.CLOSED:
        settle_games(scope, event.ends_on)


def _set_days(scope: Scope, days: Sequence[date | None]) -> None:
    games = list(Game.objects.filter(parent_scope=scope).order_by("sequence", "pk"))
    for game, day in zip(games, days, strict=True):
        game.stands_on = day
    Game.objects.bulk_update(games, ["stands_on"], batch_size=500)


def _store_rows(event: Event, rows: EventRows, actor: Account, ids: Mapping[str, int]) -> None:
    for row in (rows.arena, rows.limit, rows.prize_rules):
        if row is not None:
            row.event = event
            row.save(force_insert=True)
    now = timezone.now()
    WaitingPlayer.objects.bulk_create(WaitingPlayer(event=event, person_id=ids[key], since=now) for key in rows.waiting)
    for question, answers in zip(rows.questions, rows.answers, strict=True):
        question.event = event
        question.save(force_insert=True)
        Answer.objects.bulk_create(Answer(question=question, person_id=ids[key], text=text) for key, text in answers)
    _store_prizes(event, rows)
    for announcement in rows.announcements:
        announcement.event, announcement.written_by = event, actor.pk
        announcement.save(force_insert=True)


def _store_prizes(event: Event, rows: EventRows) -> None:
    entries = {number or place: pk for place, (pk, number) in enumerate(_entries(event), 1)}
    for category, members in zip(rows.categories, rows.members, strict=True):
        category.event = event
        category.save(force_insert=True)
        CategoryMember.objects.bulk_create(CategoryMember(category=category, entry_id=entries[ref]) for ref in members)
    for prize, place in zip(rows.prizes, rows.of_category, strict=True):
        prize.event = event
        prize.category = None if place is None else rows.categories[place]
        prize.save(force_insert=True)


def _entries(event: Event) -> list[tuple[int, int | None]]:
    return list(Entry.objects.filter(event=event).order_by("number", "pk").values_list("pk", "number"))
