"""Events as lists and clubs show them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from common.compiled_query import Argument, CompiledQuery
from common.filters import Lookup, narrow
from games.core.queries import lists as lists_queries
from games.core.queries.lists import GameRow
from games.core.questions import ScopesNamed, UnpublishedScopes
from games.models import Study
from games.studies.queries import StudyLine, lessons_of
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, Scoring
from players.core.queries.records import record_ids
from players.models import Club
from players.permissions import may
from players.roles import Permission
from ratings.core.queries import lists as ratings_lists
from ratings.core.queries import rating_list
from ratings.core.queries.rating_list import ListRow
from ratings.models import Pool
from tournaments.core.formats import is_for_teams, option, options_of
from tournaments.core.medleys import game_name
from tournaments.core.queries.circuits import circuits_of
from tournaments.core.queries.events import PUBLIC, Reader, events_of, full_events
from tournaments.core.queries.festivals import festivals_from
from tournaments.core.queries.leagues import leagues_of
from tournaments.core.queries.stages import newest_stages
from tournaments.entries.queries import waiting_for
from tournaments.models import (
    Circuit,
    Entry,
    Event,
    Festival,
    League,
    Member,
    PairedAttempt,
    PairedGame,
    Round,
    StagePlan,
    TeamMatch,
)

# --- events that are looked for by what they are and when they take place ---------------------------------


_LOOKUPS: dict[str, Lookup] = {
    "player": lambda person: Q(Exists(Member.objects.filter(event=OuterRef("pk"), person__in=record_ids(person)))),
    "club": "club__slug",
    "state": "state",
    "rules": "rules",
    "format": "format",
    "from": "ends_on__gte",
    "to": "starts_on__lte",
}


def find_events(events: QuerySet[Event], asked: Mapping[str, Any]) -> QuerySet[Event]:
    """Those of `events` that are as `asked` says, in its `ordering`; `q`: every word in the name or the place."""
    return narrow(events, asked, _LOOKUPS, ("name", "place"))


# --- rows about whole events: their games, their points in words, lists for clubs -------------------------


POINT_NAMES: dict[str, str] = {
    "win": _("win"),
    "draw": _("draw"),
    "loss": _("loss"),
    "forfeit_win": _("win by forfeit"),
    "forfeit_loss": _("loss by forfeit"),
    "pairing_bye": _("bye: no opponent available"),
    "full_bye": _("full-point bye"),
    "half_bye": _("half-point bye"),
    "zero_bye": _("announced absence"),
}


def points_text(event: Event) -> list[tuple[Message, int]]:
    """What everything is worth in the event, in tenths."""
    scoring = event.points
    return [(Message(POINT_NAMES[each.name]), getattr(scoring, each.name)) for each in fields(Scoring)]


def format_options_text(event: Event) -> list[tuple[Message, int]]:
    """What was chosen within the event's format: numbers, and whatever was ticked (True)."""
    found = [(each, option(event, each.key)) for each in options_of(event.format)]
    return [
        (Message(each.name), bool(value) if isinstance(each.default, bool) else value)
        for each, value in found
        if value or not isinstance(each.default, bool)
    ]


# --- what games ask about events: which are drafts, and which have a name ---------------------------------


MOST_WORDS = 8


def drafts_with_games(asked: UnpublishedScopes) -> list[str]:
    """A draft seldom has rounds: one that was imported, or taken back, may. One query."""
    drafts = Event.objects.exclude(state__in=PUBLIC).filter(rounds__isnull=False).order_by().distinct()
    return [f"event:{event}" for event in drafts.values_list("pk", flat=True)]


def events_named(asked: ScopesNamed) -> list[str]:
    """Public events whose name has every word, the latest first. One query."""
    words = Q(*(("name__icontains", word) for word in asked.text.split()[:MOST_WORDS]))
    events = Event.objects.filter(words, state__in=PUBLIC).order_by("-starts_on", "-pk")
    return [f"event:{event}" for event in events.values_list("pk", flat=True)[: asked.limit]]


# --- the home of a club: what runs, what comes, what was played last, and who leads the list --------------


NEWEST_GAMES = 4
TOP = 10
PAST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event in a list: how many play, which round is on, and how much of it is to come.

    `open_games` have no result, `open_deals` (attempts, where no one has an opponent) are not over, `waiting_matches`
    have no boards yet. `is_full`: who registers has to wait.
    """

    event: Event
    game: Message
    entries: int
    round: int
    open_games: int
    open_deals: int = 0
    is_full: bool = False
    waiting_matches: int = 0


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
    festivals: Sequence[Festival] = ()
    stages: Sequence[StagePlan] = ()
    circuits: Sequence[Circuit] = ()
    leagues: Sequence[League] = ()
    lessons: Sequence[StudyLine] = ()


def club_home(club: Club, reader: Reader, translate: Translate = str) -> ClubHome:
    """The home of `club`. The number of queries does not depend on how much there is."""
    events = events_of(club, reader)
    may_manage = may(reader, Permission.MANAGE_PEOPLE, club.scope)
    [(festivals, stages, circuits, leagues, lessons)] = _OF_CLUB(club.pk)
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
        festivals=festivals_from(club, reader, timezone.localdate()) if festivals else (),
        stages=newest_stages(club, reader) if stages else (),
        circuits=circuits_of(club) if circuits else (),
        leagues=leagues_of(club) if leagues else (),
        lessons=lessons_of(club, reader) if lessons else (),
    )


def _parts_of_club(club: Argument) -> QuerySet[Club, Any]:
    """Whether a club has festivals, stages, circuits, leagues and lessons at all: most have none of them."""
    several = (
        Festival.objects,
        StagePlan.objects,
        Circuit.objects,
        League.objects,
        Study.objects.filter(is_lesson=True),
    )
    return Club.objects.filter(pk=club).values_list(*(Exists(each.filter(club=OuterRef("pk"))) for each in several))


_OF_CLUB = CompiledQuery(_parts_of_club)


def event_cards(events: Sequence[Event]) -> list[EventCard]:
    """A card for each event, in their order. Five queries, and one more where teams meet."""
    ids = [event.pk for event in events]
    entries = _with_counts(Entry.objects.filter(event__in=ids), "event")
    rounds = _with_counts(Round.objects.filter(event__in=ids), "event")
    playing = PairedGame.objects.filter(pairing__round__event__in=ids, game__result=PENDING)
    solving = PairedAttempt.objects.filter(pairing__round__event__in=ids, attempt__ended_at=None)
    waiting, deals = (_with_counts(each, "pairing__round__event") for each in (playing, solving))
    full = full_events(events)
    of_teams = [event.pk for event in events if is_for_teams(event.format)]
    matches = TeamMatch.objects.filter(round__event__in=of_teams, kind=TeamMatch.Kind.MATCH, seated_at=None)
    line_ups = _with_counts(matches, "round__event") if of_teams else Counter()
    return [
        EventCard(
            event,
            game_name(event),
            entries[event.pk],
            rounds[event.pk],
            waiting[event.pk],
            deals[event.pk],
            event.pk in full,
            line_ups[event.pk],
        )
        for event in events
    ]


def _with_counts(rows: QuerySet[Any], event: str) -> Counter[int]:
    """How many of the rows belong to each event, which is at the path `event`. One query."""
    return Counter(dict(rows.order_by().values_list(event).annotate(number=Count("pk"))))


def _top_lists(club: Club) -> list[TopList]:
    """The first ten of every list that has a person."""
    pools = ratings_lists.pools_of_club(club)
    lists = [TopList(pool, pool.name, rating_list.rating_list(pool, limit=TOP)) for pool in pools]
    return [each for each in lists if each.rows]
