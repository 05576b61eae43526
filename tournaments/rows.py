"""A whole event as it stands in the tables, read in seven queries at most whatever its size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from games.results import RESULTS, Result
from tournaments.formats import pairs_freely, rounds_of
from tournaments.models import ByeRequest, Event, ForbiddenGroup, Member, PairedGame, Pairing, Round, Slot


@dataclass(frozen=True, slots=True)
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

    @property
    def withdrawn(self) -> bool:
        return self.withdrawn_after is not None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of a pairing, with the result in force. `rated`: it counts in rating lists if it is played."""

    id: int
    leg: int
    code: str
    version: int
    played_on: date | None
    rated: bool = True

    @property
    def result(self) -> Result:
        return RESULTS[self.code]


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing: `white` and `black` are entries' ids, or `alone` for a bye. `round` is the round's number."""

    id: int
    round: int
    board: int
    kind: str
    white: int | None
    black: int | None
    alone: int | None
    games: tuple[GameRow, ...]

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries in it, White first."""
        return tuple(entry for entry in (self.white, self.black, self.alone) if entry is not None)

    @property
    def is_open(self) -> bool:
        """Whether some game of it has no result yet."""
        return any(game.result.is_open for game in self.games)


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A paired round. `deadline` is the day by which it should be played; `known` is for `tournaments.snapshots`."""

    id: int
    number: int
    version: int
    started_at: datetime
    pairings: tuple[PairingRow, ...]
    deadline: date | None = None
    known: Mapping[str, Any] | None = None

    @property
    def open_pairings(self) -> tuple[PairingRow, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.is_open)


@dataclass(frozen=True, slots=True)
class ForbiddenRow:
    """Entries (ids) of whom no two may meet, from `first_round` to `last_round` (None: to the end)."""

    id: int
    entries: tuple[int, ...]
    first_round: int
    last_round: int | None


@dataclass(frozen=True)
class EventRows:
    """A whole event as it was read. `byes` are the requests for rounds to come, by entry and round."""

    event: Event
    entries: tuple[EntryRow, ...]
    rounds: tuple[RoundRow, ...]
    byes: Mapping[tuple[int, int], str]
    forbidden: tuple[ForbiddenRow, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[int, EntryRow]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def by_number(self) -> Mapping[int, EntryRow]:
        return {entry.number: entry for entry in self.entries if entry.number is not None}

    @property
    def rounds_total(self) -> int:
        """How many rounds the event has with this field."""
        return rounds_of(self.event, [entry.group for entry in self.entries])

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


def load(event: Event) -> EventRows:
    """Everything that standings, pairings and pages need of `event`."""
    games: dict[int, list[GameRow]] = defaultdict(list)
    paired = PairedGame.objects.filter(pairing__round__event=event).order_by("pairing", "leg")
    columns = ("pairing", "game", "leg", "game__result", "game__version", "game__played_on", "game__rated")
    for pairing, *game in paired.values_list(*columns):
        games[pairing].append(GameRow(*game))
    requests = ByeRequest.objects.filter(entry__event=event).values_list("entry_id", "round_number", "kind")
    return EventRows(
        event,
        tuple(_entries(event)),
        tuple(_rounds(event, games)),
        {(entry, number): kind for entry, number, kind in requests},
        _forbidden(event) if pairs_freely(event.format) else (),
    )


def _forbidden(event: Event) -> tuple[ForbiddenRow, ...]:
    groups: dict[int, ForbiddenRow] = {}
    found = ForbiddenGroup.objects.filter(event=event).order_by("pk", "members__entry")
    for pk, first, last, entry in found.values_list("pk", "first_round", "last_round", "members__entry"):
        before = groups[pk].entries if pk in groups else ()
        groups[pk] = ForbiddenRow(pk, (*before, *([entry] if entry is not None else [])), first, last)
    return tuple(groups.values())


def _entries(event: Event) -> Iterable[EntryRow]:
    members = Member.objects.filter(event=event).select_related("entry", "person__merged_into")
    for member in sorted(members, key=lambda each: (each.entry.number or 0, each.entry_id)):
        entry, person = member.entry, member.person.merged_into or member.person
        yield EntryRow(
            entry.pk,
            entry.number,
            person.pk,
            person.name,
            person.country,
            entry.rating,
            entry.withdrawn_after,
            entry.annulled,
            frozenset((member.person_id, person.pk)),
            entry.group,
            tuple(entry.virtual_points),
        )


def _rounds(event: Event, games: Mapping[int, list[GameRow]]) -> Iterable[RoundRow]:
    """The rounds in their order. A seat is a plain row: there are thousands in a large event."""
    seats: dict[int, dict[str, int]] = defaultdict(dict)
    for pairing, side, entry in (
        Slot.objects.filter(round__event=event).order_by().values_list("pairing", "side", "entry")
    ):
        seats[pairing][side] = entry
    boards: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    pairings = Pairing.objects.filter(round__event=event).order_by("board")
    for pk, round_id, board, kind in pairings.values_list("pk", "round", "board", "kind"):
        boards[round_id].append((pk, board, kind))
    for each in Round.objects.filter(event=event).order_by("number"):
        rows = tuple(
            PairingRow(pk, each.number, board, kind, *_sitting(seats[pk]), games=tuple(games.get(pk, ())))
            for pk, board, kind in boards[each.pk]
        )
        yield RoundRow(each.pk, each.number, each.version, each.started_at, rows, each.deadline, each.known)


def _sitting(seats: Mapping[str, int]) -> tuple[int | None, int | None, int | None]:
    """Who sits at White, at Black, alone."""
    return seats.get(Slot.Side.WHITE), seats.get(Slot.Side.BLACK), seats.get(Slot.Side.ALONE)
