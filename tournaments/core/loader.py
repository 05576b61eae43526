"""A whole event as it stands in the tables, read in five queries at most whatever its size.

Rows that come by the thousand are tuples with names: they are made sooner than objects, and packed for a cache they are
half as large.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from common.compiled_query import CompiledObjects, CompiledQuery
from gipf_engine.results import PENDING, RESULTS, Result
from players.core.queries.records import canonical_id, canonical_name
from tournaments.core.forbidden_loader import ForbiddenRow, load_forbidden
from tournaments.core.formats import (
    has_opponents,
    is_by_clock,
    is_for_teams,
    rounds_of,
)
from tournaments.core.team_loader import MatchRow, TeamRow, load_line_up_deadlines, load_matches, load_teams
from tournaments.models import (
    ByeRequest,
    Event,
    Member,
    PairedAttempt,
    Pairing,
    Round,
    Slot,
)

SIDES = (Slot.Side.WHITE, Slot.Side.BLACK, Slot.Side.ALONE)


@dataclass(frozen=True)
class EntryRow:
    """An entry with its player. `person` and `name` are the canonical person's; `people` all ids that stand for it.

    `group` is its group or team, from 1; `virtual_points` what acceleration adds before each round, in tenths.
    """

    id: int
    number: int | None
    person: int
    name: str
    country: str
    rating: int | None
    withdrawn_after: int | None
    annulled: bool
    people: frozenset[int]
    group: int | None = None
    virtual_points: tuple[int, ...] = ()
    expelled: bool = False
    no_half_byes: bool = False
    rating_source: str = ""
    rating_day: date | None = None
    rating_list: int | None = None
    lot_key: int | None = None

    @property
    def withdrawn(self) -> bool:
        return self.withdrawn_after is not None


class GameRow(NamedTuple):
    """A game of a pairing, with the result in force. `rated`: it counts in rating lists if it is played.

    `leg` counts the games of the pairing; beyond the event's games a round they are tie-breaks of a knock-out.

    `online`: it is played on this server. `rated_result` is what they count it as where an arbiter says so, else "".
    `rules` are those that it is played by. `chooser` is the entry that chooses them in a medley, None where no one
    does; `chosen` what was chosen, "" before.
    """

    id: int
    leg: int
    code: str
    version: int
    played_on: date | None
    rated: bool = True
    online: bool = False
    rated_result: str = ""
    rules: str = ""
    chooser: int | None = None
    chosen: str | None = None

    @property
    def is_choice_open(self) -> bool:
        """Whether a player is still to choose what is played, and nothing decided the game meanwhile."""
        return self.chooser is not None and not self.chosen and self.code == PENDING

    @property
    def result(self) -> Result:
        return RESULTS[self.code]

    @property
    def is_swapped(self) -> bool:
        """Whether Black of the pairing begins."""
        return swaps_colours(self.leg)


def swaps_colours(leg: int) -> bool:
    """Whether Black of a pairing begins in its game `leg`, from 1: each second one."""
    return leg % 2 == 0


@dataclass(frozen=True)
class AttemptRow:
    """An attempt at the deal at `place` of its round.

    `counts` are None while it is not published, and where it was not played.
    """

    id: int
    place: int
    begun: bool
    ended: bool
    published: bool
    counts: Mapping[str, int] | None


class PairingRow(NamedTuple):
    """A pairing: `white` and `black` are entries' ids, or `alone` for a bye and for one who plays deals.

    `round` is the round's number.
    `lot` is the number of the round's draw that said who begins, None where none did. Without `has_colours` no one
    knows who began.
    """

    id: int
    round: int
    board: int
    kind: str
    white: int | None
    black: int | None
    alone: int | None
    games: tuple[GameRow, ...]
    lot: int | None = None
    attempts: tuple[AttemptRow, ...] = ()
    has_colours: bool = True

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries in it, White first."""
        return tuple(entry for entry in (self.white, self.black, self.alone) if entry is not None)

    @property
    def is_open(self) -> bool:
        """Whether some game of it has no result yet, or some attempt has not ended."""
        return any(game.code == PENDING for game in self.games) or any(not each.ended for each in self.attempts)

    @property
    def has_result(self) -> bool:
        """Whether some game of it has been decided."""
        return any(not game.result.is_open for game in self.games)

    @property
    def open_count(self) -> int:
        """How many of its games have no result yet, and how many of its attempts have not ended."""
        return sum(game.code == PENDING for game in self.games) + sum(not each.ended for each in self.attempts)


@dataclass(frozen=True)
class RoundRow:
    """A paired round. `deadline` is the day by which it should be played.

    `matches` are those of teams, whose line-ups are due at `line_ups_due` (None: when both are in).
    `known` is for `tournaments.core.pairing_history`, `by_hand` for `tournaments.core.round_drafts`.
    """

    id: int
    number: int
    version: int
    started_at: datetime
    pairings: tuple[PairingRow, ...]
    deadline: date | None = None
    known: Mapping[str, Any] | None = None
    by_hand: Mapping[str, Any] | None = None
    locked: bool = False
    matches: tuple[MatchRow, ...] = ()
    line_ups_due: datetime | None = None

    @property
    def waiting_matches(self) -> tuple[MatchRow, ...]:
        """The matches whose line-ups are not open yet."""
        return tuple(match for match in self.matches if match.waits)

    @property
    def deals_are_over(self) -> bool:
        """Whether everybody played its deals alone, and all may see how: seeds, hidden tiles, lines."""
        attempts = [attempt for pairing in self.pairings for attempt in pairing.attempts]
        return bool(attempts) and all(attempt.published for attempt in attempts)

    @cached_property
    def open_pairings(self) -> tuple[PairingRow, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.is_open)


@dataclass(frozen=True)
class EventData:
    """A whole event as it was read. `byes` are the requests for rounds to come, by entry and round."""

    event: Event
    entries: tuple[EntryRow, ...]
    rounds: tuple[RoundRow, ...]
    byes: Mapping[tuple[int, int], str]
    forbidden: tuple[ForbiddenRow, ...] = ()
    teams: tuple[TeamRow, ...] = ()

    @cached_property
    def team_by_id(self) -> Mapping[int, TeamRow]:
        return {team.id: team for team in self.teams}

    @cached_property
    def team_of(self) -> Mapping[int, TeamRow]:
        """By entry (id) the team that it plays for."""
        return {entry: team for team in self.teams for entry in team.roster}

    @cached_property
    def by_id(self) -> Mapping[int, EntryRow]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def by_number(self) -> Mapping[int, EntryRow]:
        return {entry.number: entry for entry in self.entries if entry.number is not None}

    @property
    def rounds_total(self) -> int:
        """How many rounds the event has with this field; in an arena as many as have come about."""
        if is_by_clock(self.event.format):
            return len(self.rounds)
        if is_for_teams(self.event.format):
            return rounds_of(self.event, [None] * len(self.teams))
        return rounds_of(self.event, [entry.group for entry in self.entries])

    @property
    def games(self) -> int:
        """How many games were paired."""
        return sum(len(pairing.games) for round_ in self.rounds for pairing in round_.pairings)

    @property
    def coming(self) -> int | None:
        """The number of the round that comes next; None when all are paired."""
        coming = len(self.rounds) + 1
        return coming if coming <= self.rounds_total else None

    def round(self, number: int) -> RoundRow | None:
        """The paired round `number`, None where there is none."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    @cached_property
    def _by_entry(self) -> Mapping[int, tuple[PairingRow, ...]]:
        found: dict[int, list[PairingRow]] = defaultdict(list)
        for round_ in self.rounds:
            for pairing in round_.pairings:
                for entry in pairing.entries:
                    found[entry].append(pairing)
        return {entry: tuple(pairings) for entry, pairings in found.items()}

    def of_entry(self, entry_id: int) -> tuple[PairingRow, ...]:
        """What this entry had, round by round."""
        return self._by_entry.get(entry_id, ())


@dataclass(frozen=True, slots=True)
class EventRows:
    """The rows of an event without the event itself, as a cache keeps them: the one who asks for them has that."""

    entries: tuple[EntryRow, ...]
    rounds: tuple[RoundRow, ...]
    byes: tuple[tuple[tuple[int, int], str], ...]
    forbidden: tuple[ForbiddenRow, ...]
    teams: tuple[TeamRow, ...] = ()

    @classmethod
    def of(cls, data: EventData) -> EventRows:
        return cls(data.entries, data.rounds, tuple(data.byes.items()), data.forbidden, data.teams)

    def with_event(self, event: Event) -> EventData:
        return EventData(event, self.entries, self.rounds, dict(self.byes), self.forbidden, self.teams)


_EVENT = CompiledObjects(lambda event: Event.objects.filter(pk=event).order_by(), ["club"])


def read_event(event_id: int) -> Event:
    """The event with its club, as every act reads it. Raises Event.DoesNotExist."""
    for event, (has_left_rules,) in _EVENT.annotated(event_id):
        event.has_left_rules = has_left_rules
        return event
    raise Event.DoesNotExist(event_id)


def load(event: Event) -> EventData:
    """Everything that standings, pairings and pages need of `event`."""
    return load_many([event])[0]


def load_many(events: Sequence[Event]) -> list[EventData]:
    """Everything that standings, pairings and pages need of these events, in as many queries as for one."""
    ids = [event.pk for event in events]
    playing = [event.pk for event in events if not has_opponents(event.format)]
    # Before the entries: the one who is paired in one of them is there, whatever happens meanwhile.
    rounds = _load_rounds(ids, playing, of_teams=[event.pk for event in events if is_for_teams(event.format)])
    entries, byes, forbidden = _entries(ids), load_byes(ids), load_forbidden(events)
    of_teams = [event.pk for event in events if is_for_teams(event.format)]
    teams = load_teams(of_teams) if of_teams else {}
    return [
        EventData(
            *(event, tuple(entries[event.pk]), tuple(rounds[event.pk]), byes[event.pk], forbidden[event.pk]),
            teams.get(event.pk, ()),
        )
        for event in events
    ]


def load_boards_of(event: Event, entries: Collection[int]) -> EventData:
    """The event with everybody, and of its boards those where these entries sit: enough for them and their points."""
    seated = Pairing.objects.filter(round__event=event, slots__entry__in=entries)
    playing = [] if has_opponents(event.format) else [event.pk]
    rounds = _load_rounds([event.pk], playing, seated)
    return EventData(event, tuple(_entries([event.pk])[event.pk]), tuple(rounds[event.pk]), {})


def load_byes(events: Sequence[int]) -> dict[int, dict[tuple[int, int], str]]:
    """The byes that are asked for in rounds to come, by event."""
    found: dict[int, dict[tuple[int, int], str]] = defaultdict(dict)
    rows: Iterable[tuple[Any, ...]]
    rows = _BYES_OF_ONE(events[0]) if len(events) == 1 else _bye_requests(Q(entry__event__in=events))
    for event, entry, number, kind in rows:
        found[event][entry, number] = kind
    return found


def _bye_requests(wanted: Q) -> QuerySet[ByeRequest, Any]:
    paired = Round.objects.filter(event=OuterRef("entry__event"), number=OuterRef("round_number"))
    requests = ByeRequest.objects.filter(~Exists(paired), wanted)
    return requests.values_list("entry__event", "entry", "round_number", "kind")


_BYES_OF_ONE = CompiledQuery(lambda event: _bye_requests(Q(entry__event=event)))


ENTRY_COLUMNS = (
    *("rating", "withdrawn_after", "annulled", "group", "virtual_points", "expelled", "no_half_byes"),
    *("rating_source", "rating_day", "rating_list", "lot_key"),
)


def _entries(events: Sequence[int]) -> dict[int, list[EntryRow]]:
    """The entries of each event: by number, before the start in the order of their entering."""
    found: dict[int, list[EntryRow]] = defaultdict(list)
    members: Iterable[tuple[Any, ...]]
    members = _MEMBERS_OF_ONE(events[0]) if len(events) == 1 else _members(Q(event__in=events))
    for event, entry, number, record, person, name, country, *more in sorted(members, key=_in_order):
        rating, withdrawn_after, annulled, group, virtual_points, *flags = more
        people = frozenset((record, person))
        row = EntryRow(
            *(entry, number, person, name, country, rating, withdrawn_after, annulled, people, group),
            tuple(virtual_points),
            *flags,
        )
        found[event].append(row)
    return found


def _members(wanted: Q) -> QuerySet[Member, Any]:
    return Member.objects.filter(wanted).values_list(
        *("event", "entry", "entry__number", "person", canonical_id("person"), canonical_name("person")),
        Coalesce("person__merged_into__country", "person__country"),
        *(f"entry__{column}" for column in ENTRY_COLUMNS),
    )


_MEMBERS_OF_ONE = CompiledQuery(lambda event: _members(Q(event=event)))


def _in_order(member: tuple[Any, ...]) -> tuple[int, int]:
    """The pairing number, and the entry's id where there is none."""
    return member[2] or 0, member[1]


Seated = QuerySet[Pairing] | None
"""The pairings that are read where not all are."""


def _load_rounds(
    events: Sequence[int], playing: Sequence[int], seated: Seated = None, of_teams: Sequence[int] = ()
) -> dict[int, list[RoundRow]]:
    """The rounds of each event in their order, with all boards or those `seated`.

    Of `playing` attempts are read too, of `of_teams` matches.

    Versions are read before boards: where a pairing is changed in between, the version that is read is the old one,
    and the one who compares it later sees that the event has moved.
    """
    rounds = _ROUNDS_OF_ONE(events[0]) if len(events) == 1 else _rounds(Q(event__in=events))
    boards = _boards(events, playing, seated)
    matches = load_matches(of_teams) if of_teams else {}
    due = load_line_up_deadlines(of_teams) if of_teams else {}
    found: dict[int, list[RoundRow]] = defaultdict(list)
    for each in rounds:
        row = RoundRow(
            *(each.pk, each.number, each.version, each.started_at, tuple(boards[each.pk])),
            *(each.deadline, each.known, each.by_hand, each.locked),
            *(matches.get(each.pk, ()), due.get(each.pk)),
        )
        found[each.event_id].append(row)
    return found


def _rounds(wanted: Q) -> list[Round]:
    return list(Round.objects.filter(wanted).order_by("number"))


_ROUNDS_OF_ONE = CompiledObjects(lambda event: Round.objects.filter(event=event).order_by("number"))


def _boards(events: Sequence[int], playing: Sequence[int], seated: Seated) -> dict[int, list[PairingRow]]:
    """By round (id) its boards in their order, read as plain values: there are thousands in a large event."""
    attempts = _attempts(playing)
    found: dict[int, list[PairingRow]] = defaultdict(list)
    for board, lines in groupby(_board_lines(events, seated), key=_BOARD_OF):
        pk, round_, number, place, kind, lot, has_colours, white, black, alone = board
        games = tuple(GameRow(*line[len(board) :]) for line in lines if line[len(board)] is not None)
        own = tuple(attempts.get(pk, ()))
        seats = (white, black, alone)
        found[round_].append(PairingRow(pk, number, place, kind, *seats, games, lot, own, has_colours))
    return found


def _board_lines(events: Sequence[int], seated: Seated) -> Iterable[tuple[Any, ...]]:
    """A line for each game of a board, one for a board without any. One query."""
    if seated is None and len(events) == 1:
        return _BOARDS_OF_ONE(events[0])
    of_events = Q(round__event__in=events)  # asked for of those seated too: from there the database finds the others
    return _boards_and_games(of_events if seated is None else of_events & Q(pk__in=seated))


_BOARD_COLUMNS = (
    *("pk", "round", "round__number", "board", "kind", "lot", "has_colours"),
    *(f"{side}_seat__entry" for side in SIDES),
)
_GAME_COLUMNS = (
    "game",
    "leg",
    "game__result",
    "game__version",
    "game__played_on",
    "game__rated",
    "game__online",
    "game__rated_result",
    "game__rules",
    "choice__entry",
    "choice__rules",
)
_BOARD_OF = itemgetter(slice(len(_BOARD_COLUMNS)))


def _boards_and_games(wanted: Q) -> QuerySet[Pairing, Any]:
    seats = {f"{side}_seat": FilteredRelation("slots", condition=Q(slots__side=side)) for side in SIDES}
    boards = Pairing.objects.filter(wanted).annotate(**seats).order_by("round", "board", "paired_games__leg")
    return boards.values_list(*_BOARD_COLUMNS, *(f"paired_games__{column}" for column in _GAME_COLUMNS))


_BOARDS_OF_ONE = CompiledQuery(lambda event: _boards_and_games(Q(round__event=event)))


def _attempts(events: Sequence[int]) -> dict[int, list[AttemptRow]]:
    """By pairing its attempts, in the order of the deals. What no one may know yet is not read."""
    if not events:
        return {}
    found: dict[int, list[AttemptRow]] = defaultdict(list)
    paired = PairedAttempt.objects.filter(pairing__round__event__in=events).order_by("pairing", "place")
    columns = ("pairing", "attempt", "place", "attempt__begun_at", "attempt__ended_at", "attempt__published")
    for pairing, attempt, place, begun, ended, published, counts in paired.values_list(*columns, "attempt__counts"):
        row = AttemptRow(attempt, place, begun is not None, ended is not None, published, counts if published else None)
        found[pairing].append(row)
    return found
