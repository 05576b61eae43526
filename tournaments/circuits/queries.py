"""A circuit ready to print: its events, its standings, and why each total is what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from common.computed_once import Admit, free_for_all
from common.journal import queries as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.circuits import (
    CircuitRow,
    Finish,
    Result,
    TieRule,
    rank_circuit,
    results_of_event,
    write_points,
)
from players.core.queries import records
from players.permissions import may
from players.roles import Permission
from tournaments.circuits.labels import TIES, rules_in_words
from tournaments.core.formats import game_of, has_one_table
from tournaments.core.queries.events import BADGES, STATES, Reader, visible_to
from tournaments.models import Circuit, Event
from tournaments.standings.queries.finishes import finishes

HAS_RESULTS = (Event.State.RUNNING, Event.State.CLOSED)


@dataclass(frozen=True, slots=True)
class CircuitStop:
    """An event of a circuit as its page shows it. `number` counts from 1; `has_results`: it is in the standings."""

    number: int
    event: Event
    weight: int
    state: Message
    badge: str
    has_results: bool
    is_final: bool


@dataclass(frozen=True, slots=True)
class EventCell:
    """What a player has from one event; `is_dropped`: it does not count."""

    stop: CircuitStop
    result: Result
    points: str
    is_dropped: bool

    @property
    def why(self) -> Message:
        """How the points came about."""
        known = {"event": self.stop.event.name, "rank": self.result.rank, "points": self.points}
        known |= {"sharers": self.result.sharers, "weight": self.result.weight}
        if self.result.sharers > 1:
            line = Message(_("%(points)s: %(event)s, place %(rank)d shared by %(sharers)d"), known)
        else:
            line = Message(_("%(points)s: %(event)s, place %(rank)d"), known)
        return line if self.result.weight == 1 else Message(_("%(line)s, times %(weight)d"), {**known, "line": line})


@dataclass(frozen=True, slots=True)
class CircuitLine:
    """A player in the standings. `cells` has one for each event with results, None where the player was not there."""

    row: CircuitRow
    person: int
    name: str
    points: str
    cells: tuple[EventCell | None, ...]

    @property
    def counted(self) -> list[EventCell]:
        """The results that count, the best first."""
        return self._cells(self.row.counted)

    @property
    def dropped(self) -> list[EventCell]:
        """Those that do not."""
        return self._cells(self.row.dropped)

    def _cells(self, results: Sequence[Result]) -> list[EventCell]:
        by_event = {cell.result.event: cell for cell in self.cells if cell is not None}
        return [by_event[result.event] for result in results]

    @property
    def tie(self) -> Message | None:
        """Why the player is behind the one before, where totals are equal."""
        rule: TieRule | None = self.row.decided_by
        if rule is None:
            return None
        return Message(_("Behind the player above by: %(rule)s"), {"rule": Message(TIES[rule])})


@dataclass(frozen=True, slots=True)
class CircuitTable:
    """The standings of a circuit. `is_final`: there are events, and all that everybody sees of them are over."""

    stops: tuple[CircuitStop, ...]
    lines: tuple[CircuitLine, ...]
    is_final: bool

    @property
    def columns(self) -> list[CircuitStop]:
        """The events that have results."""
        return [stop for stop in self.stops if stop.has_results]


@dataclass(frozen=True, slots=True)
class CircuitPage:
    """A circuit for one reader; `versions` are those of the scopes of its events, which the page follows."""

    circuit: Circuit
    version: int
    versions: Mapping[str, int]
    table: CircuitTable
    rules: tuple[Message, ...]
    may_edit: bool

    @property
    def leaders(self) -> list[CircuitLine]:
        """Who are first, if any results are there."""
        return [line for line in self.table.lines if line.row.rank == 1]


def circuit_page(circuit: Circuit, reader: Reader, admit: Admit = free_for_all) -> CircuitPage:
    """The circuit for this reader, who sees drafts among its events where they are theirs."""
    table = circuit_table(circuit, reader, admit)
    keys = [stop.event.scope for stop in table.stops]
    versions = journal.versions([circuit.scope, *keys])
    return CircuitPage(
        circuit,
        versions.get(circuit.scope, 0),
        {key: versions.get(key, 0) for key in keys},
        table,
        tuple(rules_in_words(circuit.rules)),
        may_edit=may(reader, Permission.EDIT_EVENT, circuit.scope),
    )


def circuit_table(circuit: Circuit, reader: Reader = None, admit: Admit = free_for_all) -> CircuitTable:
    """The standings as they are now, from the places in the events that run or are over.

    `admit` is called before places are computed; these are kept.
    """
    rows = circuit.places.filter(event__in=Event.objects.filter(visible_to(reader))).select_related("event")
    counting = list(rows.order_by("event__starts_on", "event_id"))
    found = _finishes([row.event for row in counting if row.event.state in HAS_RESULTS], admit)
    stops = tuple(
        CircuitStop(
            number,
            row.event,
            row.weight,
            Message(STATES[row.event.state].template),
            BADGES.get(row.event.state, ""),
            has_results=row.event.pk in found,
            is_final=row.event.state == Event.State.CLOSED,
        )
        for number, row in enumerate(counting, 1)
    )
    results = [
        (person, result)
        for at, stop in enumerate(stops)
        for person, result in results_of_event(found.get(stop.event.pk, {}), circuit.rules, at, stop.weight).items()
    ]
    is_final = any(stop.is_final for stop in stops) and all(stop.is_final for stop in stops)
    return CircuitTable(stops, tuple(_lines(circuit, stops, results)), is_final)


def _finishes(events: Sequence[Event], admit: Admit) -> dict[int, dict[int, Finish]]:
    """By event and person how each finished so far: of events in which there are points, and players who are ranked."""
    return {
        event: {person: Finish(place.rank, place.points) for person, place in table.items() if place.rank is not None}
        for event, table in finishes(events, admit).items()
        if any(place.points for place in table.values())
    }


def _lines(
    circuit: Circuit, stops: Sequence[CircuitStop], results: Sequence[tuple[int, Result]]
) -> Iterator[CircuitLine]:
    ranked = rank_circuit(results, circuit.rules)
    names = records.names(row.player for row in ranked)
    columns = [at for at, stop in enumerate(stops) if stop.has_results]
    for row in ranked:
        dropped = {result.event for result in row.dropped}
        cells = {
            result.event: EventCell(stops[result.event], result, write_points(result.points), result.event in dropped)
            for result in (*row.counted, *row.dropped)
        }
        own = tuple(cells.get(at) for at in columns)
        yield CircuitLine(row, row.player, names.get(row.player, "–"), write_points(row.points), own)


def events_to_add(circuit: Circuit) -> list[Event]:
    """The events of the club that could count too, the latest first."""
    free = Event.objects.filter(club=circuit.club_id).exclude(circuit_places__circuit=circuit)
    return [event for event in free if circuit.game in ("", game_of(event)) and has_one_table(event.format)]
