"""What people play in, and what waits for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Q
from django.utils.safestring import SafeString

from games.collection.queries import opponents as opponents_queries
from games.collection.queries.opponents import Opponent, Score
from games.core.queries import lists
from games.core.queries.lists import GameRow
from games.models import Claimant
from gipf_engine.claims import ClaimState
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from play.table.own_boards import OwnBoard, own_boards
from players.core.queries.memberships import clubs_of
from players.core.queries.records import record_ids
from players.models import Account, Club, Person
from players.roles import Permission
from players.scope_labels import Label, labels
from ratings.lists.queries import history
from ratings.lists.queries.history import PersonPool, RatedEvent
from tournaments.core.queries.events import PUBLIC, Reader, where_granted
from tournaments.models import Event, Member, PairedAttempt, PairedGame, Round
from tournaments.results.queries.disputes import Dispute, disputes_of
from tournaments.rounds.queries.rounds import claims_of
from tournaments.standings.queries.standings import Place, places

# --- a player's page: lists and charts, events with places, games. Data for one canonical person ----------


MOST_GAMES = 60
MOST_EVENTS = 12
MOST_OPPONENTS = 12


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A list that the person is in: where it stands there, each event's change, and the chart.

    By the list's rating, or by another system where the person has none by that; `others` are what other systems say.
    """

    pool: PersonPool
    others: Sequence[PersonPool]
    events: Sequence[RatedEvent]
    chart: SafeString


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event that the person is entered in, with the place there, once it has started, among so many (`field`)."""

    event: Event
    place: Place | None
    field: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All that the page of a player shows."""

    person: Person
    clubs: Sequence[Club]
    ratings: Sequence[RatingLine]
    events: Sequence[EventLine]
    events_in_all: int
    games: Sequence[GameRow]
    games_in_all: int
    opponents: Sequence[Opponent]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of two persons with each other, the newest first, each with its event, which is "" for one that was
    played without any; `score` is that of `one`.
    """

    one: Person
    other: Person
    score: Score
    games: Sequence[tuple[GameRow, Label]]


def head_to_head(one: Person, other: Person) -> HeadToHead:
    """What two canonical persons have played against each other."""
    met = opponents_queries.games_between(one.pk, other.pk, lists.games_of(one.pk))
    events = labels({row.occasion for row in met if row.occasion != f"game:{row.id}"})
    shown = [(row, events.get(row.occasion, Label(""))) for row in met]
    return HeadToHead(one, other, opponents_queries.score_of(one.pk, met), shown)


def player_page(person: Person, translate: Translate = str) -> PlayerPage:
    """The page of a canonical person, with the newest events and games.

    Places in events come from the cache while nothing happens there. The number of queries does not depend on how
    many events and games there are.
    """
    played = lists.games_of(person.pk)
    events, events_in_all = event_lines(person)
    return PlayerPage(
        person=person,
        clubs=clubs_of([person.pk]).get(person.pk, []),
        ratings=_rating_lines(person, translate),
        events=events,
        events_in_all=events_in_all,
        games=played[:MOST_GAMES],
        games_in_all=len(played),
        opponents=opponents_queries.opponents_in(person.pk, played)[:MOST_OPPONENTS],
    )


def _rating_lines(person: Person, translate: Translate) -> list[RatingLine]:
    """The lists that the person is in; a club's own only where it says something else than the server's."""
    by_list = groupby(history.pools_of_person(person.pk), key=lambda found: (found.pool.coverage, found.pool.club_id))
    lines = [_rating_line(person, *found, translate=translate) for _list, found in by_list]
    known = {_story(line) for line in lines if line.pool.pool.club is None}
    return [line for line in lines if line.pool.pool.club is None or _story(line) not in known]


def _story(line: RatingLine) -> tuple[object, ...]:
    """What a reader is told of a list: the rating after each event, and what the other systems say."""
    events = tuple((each.occasion_id, each.after) for each in line.events)
    return line.pool.pool.coverage.key, events, tuple((each.pool.system, each.value) for each in line.others)


def _rating_line(person: Person, first: PersonPool, *others: PersonPool, translate: Translate) -> RatingLine:
    events = history.history(person.pk, first.pool)
    return RatingLine(first, others, events[::-1], history.chart(events, translate))


def event_lines(person: Person) -> tuple[list[EventLine], int]:
    """The newest public events of a person, the latest first, each with the person's place; and how many there are."""
    entered = Member.objects.filter(person__in=record_ids(person.pk), event__state__in=PUBLIC)
    newest = entered.order_by("-event__starts_on", "-event")
    members = list(newest.select_related("event__club")[:MOST_EVENTS])
    tables = places([member.event for member in members if member.event.state != Event.State.OPEN])
    lines = [_event_line(member, tables.get(member.event_id, {})) for member in members]
    return lines, entered.count() if len(members) == MOST_EVENTS else len(members)


def _event_line(member: Member, table: Mapping[int, Place]) -> EventLine:
    return EventLine(member.event, table.get(member.entry_id), sum(place.rank is not None for place in table.values()))


# --- what a person has to do next: games to play and report, deals to play, rounds to look after ----------


MOST = 6
"""So many of each kind are shown: the rest is on the pages of the events."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """An open game of a person's own: against whom, where, and how far its reports are.

    `is_here`: it is played on this server, on a board that opens at the game's page of its players.
    """

    game: int
    event: Event
    round: int
    board: int
    opponent: Person
    progress: Message | None
    may_report: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """A deal that a person has not finished. `is_begun`: its time may be running."""

    attempt: int
    event: Event
    round: int
    place: int
    is_begun: bool


@dataclass(frozen=True, slots=True)
class OwnRound:
    """An event that somebody runs, its last round, and how many of its games, or attempts at its deals, are open."""

    event: Event
    round: int
    games: int
    open_games: int


@dataclass(frozen=True, slots=True)
class OwnTasks:
    """All of it. Empty for visitors."""

    games: Sequence[OwnGame] = ()
    deals: Sequence[OwnDeal] = ()
    rounds: Sequence[OwnRound] = ()
    boards: Sequence[OwnBoard] = ()
    disputes: Sequence[Dispute] = ()

    def __bool__(self) -> bool:
        return bool(self.games or self.deals or self.rounds or self.boards or self.disputes)


def own_tasks(reader: Reader) -> OwnTasks:
    """What `reader` has to do next. Nine queries at most, and none for a visitor."""
    if not isinstance(reader, Account):
        return OwnTasks()
    person = reader.person
    rounds, disputes = list(_own_rounds(reader)), _disputes(reader)
    if person is None:
        return OwnTasks(rounds=rounds, disputes=disputes)
    return OwnTasks(list(_own_games(person)), list(_deals(person)), rounds, _boards(person), disputes)


def _disputes(account: Account) -> list[Dispute]:
    """Games in dispute that `account` decides by a role of its own."""
    return disputes_of(
        Event.objects.filter(where_granted(account, Permission.DECIDE_RESULT), state=Event.State.RUNNING)
    )[:MOST]


def _boards(person: Person) -> list[OwnBoard]:
    """Games that the person has arranged; those of events are among the others."""
    return [board for board in own_boards(person) if not board.in_event][:MOST]


def _own_games(person: Person) -> Iterator[OwnGame]:
    mine = PairedGame.objects.filter(
        Q(game__white=person) | Q(game__black=person),
        pairing__round__event__state=Event.State.RUNNING,
        game__result=PENDING,
    )
    mine = mine.exclude(game__online=True, game__online_game=None)  # waits for the game before it
    ordered = mine.order_by("pairing__round__deadline", "pairing__round__number", "leg", "pk")
    places = list(ordered.select_related("game__white", "game__black", "pairing__round__event")[:MOST])
    claims = claims_of(place.game_id for place in places)
    for place in places:
        game, pairing, standing = place.game, place.pairing, claims[place.game_id]
        is_white = game.white_id == person.pk
        own_seat = Claimant.WHITE if is_white else Claimant.BLACK
        waits = standing.state is ClaimState.WAITING and standing.waiting_for != own_seat
        yield OwnGame(
            game=game.pk,
            event=pairing.round.event,
            round=pairing.round.number,
            board=pairing.board,
            opponent=game.black if is_white else game.white,
            progress=_progress(standing.state, waits=waits),
            may_report=not waits,
            is_here=game.online,
        )


def _progress(state: ClaimState, *, waits: bool) -> Message | None:
    if state is ClaimState.DISPUTED:
        return Message(_("You reported different results. The arbiter decides."))
    if state is ClaimState.WAITING:
        return Message(_("You have reported; your opponent has not.") if waits else _("Your opponent has reported."))
    return None


def _deals(person: Person) -> Iterator[OwnDeal]:
    mine = PairedAttempt.objects.filter(
        attempt__player=person, attempt__ended_at=None, pairing__round__event__state=Event.State.RUNNING
    )
    for paired in mine.order_by("pk").select_related("attempt", "pairing__round__event")[:MOST]:
        round_ = paired.pairing.round
        yield OwnDeal(paired.attempt_id, round_.event, round_.number, paired.place, paired.attempt.begun_at is not None)


def _own_rounds(account: Account) -> Iterator[OwnRound]:
    """Running events in which `account` has a role of its own; those of the whole server are not all its work."""
    running = Event.objects.filter(where_granted(account, Permission.RUN_ROUNDS), state=Event.State.RUNNING)
    events = list(running.order_by("starts_on", "pk")[:MOST])
    played, solved = "pairings__paired_games", "pairings__paired_attempts"
    games = Count(played, distinct=True) + Count(solved, distinct=True)
    waiting = Count(played, filter=Q(pairings__paired_games__game__result=PENDING), distinct=True)
    solving = Count(solved, filter=Q(pairings__paired_attempts__attempt__ended_at=None), distinct=True)
    rounds = Round.objects.filter(event__in=events).annotate(games=games, open_games=waiting + solving)
    last = {round_.event_id: round_ for round_ in rounds.order_by("number")}
    for event in events:
        round_ = last.get(event.pk)
        yield OwnRound(event, round_.number, round_.games, round_.open_games) if round_ else OwnRound(event, 0, 0, 0)
