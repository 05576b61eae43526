"""The home of a club: what runs, what comes, what was played last, and who leads the list."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from games.core.labels import rules_name
from games.core.queries import lists as lists_queries
from games.core.queries.lists import GameRow
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.results import PENDING
from players.models import Club
from players.permissions import may
from players.roles import Permission
from ratings.core.queries import lists as ratings_lists
from ratings.core.queries import rating_list
from ratings.core.queries.rating_list import ListRow
from ratings.models import Pool
from tournaments.core.queries.visibility import Reader, events_of
from tournaments.core.queries.waiting_list import full_events
from tournaments.entries.queries.joining import waiting_for
from tournaments.models import Entry, Event, PairedAttempt, PairedGame, Round

NEWEST_GAMES = 4
TOP = 10
PAST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in a list: how many play, which round is on, and how much of it is to come.

    `open_games` have no result, `open_deals` (attempts, where nobody has an opponent) are not over. `is_full`: who
    registers has to wait.
    """

    event: Event
    game: Message
    entries: int
    round: int
    open_games: int
    open_deals: int = 0
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class TopList:
    """The first of one rating list."""

    pool: Pool
    name: Message
    rows: Sequence[ListRow]


@dataclass(frozen=True, slots=True)
class ClubHome:
    """What the home of a club shows to one reader."""

    club: Club
    drafts: Sequence[EventCard]
    running: Sequence[EventCard]
    coming: Sequence[EventCard]
    past: Sequence[EventCard]
    games: Sequence[GameRow]
    lists: Sequence[TopList]
    may_make_event: bool
    may_manage: bool
    waiting: int


def club_home(club: Club, reader: Reader, translate: Translate = str) -> ClubHome:
    """The home of `club`. The number of queries does not depend on how much there is."""
    events = events_of(club, reader)
    may_manage = may(reader, Permission.MANAGE_PEOPLE, club.scope)
    over = events.filter(state=Event.State.CLOSED)[:PAST_EVENTS]
    by_state: dict[str, list[EventCard]] = defaultdict(list)
    for card in event_cards([*events.exclude(state=Event.State.CLOSED), *over]):
        by_state[card.event.state].append(card)
    return ClubHome(
        club=club,
        drafts=by_state[Event.State.DRAFT],
        running=by_state[Event.State.RUNNING],
        coming=by_state[Event.State.OPEN][::-1],
        past=by_state[Event.State.CLOSED],
        games=lists_queries.newest(club=club, limit=NEWEST_GAMES, with_boards=True, translate=translate),
        lists=_top_lists(club),
        may_make_event=may(reader, Permission.MAKE_EVENT, club.scope),
        may_manage=may_manage,
        waiting=waiting_for(club) if may_manage else 0,
    )


def event_cards(events: Sequence[Event]) -> list[EventCard]:
    """A card for each event, in their order. Five queries."""
    ids = [event.pk for event in events]
    entries = _with_counts(Entry.objects.filter(event__in=ids), "event")
    rounds = _with_counts(Round.objects.filter(event__in=ids), "event")
    playing = PairedGame.objects.filter(pairing__round__event__in=ids, game__result=PENDING)
    solving = PairedAttempt.objects.filter(pairing__round__event__in=ids, attempt__ended_at=None)
    waiting, deals = (_with_counts(each, "pairing__round__event") for each in (playing, solving))
    full = full_events(events)
    return [
        EventCard(
            event,
            rules_name(event.rules),
            entries[event.pk],
            rounds[event.pk],
            waiting[event.pk],
            deals[event.pk],
            event.pk in full,
        )
        for event in events
    ]


def _with_counts(rows: QuerySet[Any], event: str) -> Counter[int]:
    """How many of the rows belong to each event, which is at the path `event`. One query."""
    return Counter(dict(rows.order_by().values_list(event).annotate(number=Count("pk"))))


def _top_lists(club: Club) -> list[TopList]:
    """The first ten of every list that has somebody."""
    pools = ratings_lists.pools_of_club(club)
    lists = [TopList(pool, pool.name, rating_list.rating_list(pool, limit=TOP)) for pool in pools]
    return [each for each in lists if each.rows]
