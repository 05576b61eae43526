"""Whom a stage would take from the stage before: who, why, what is open, and at which versions that is so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from common.journal import queries as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.knock_out import KnockOut
from gipf_engine.tournament.qualifying import Border, Placed, Qualification, Qualified, Way, qualify
from gipf_engine.tournament.stage_seeding import StageSeeding, seed
from players.models import Person
from tournaments.core.formats import is_league, is_predetermined
from tournaments.core.hidden_standings import hidden_after
from tournaments.core.loader import EntryRow
from tournaments.models import Event, Reason, Stage, StageEvent, StagePass
from tournaments.standings.queries.standings import StandingRow, Standings, standings

FEWEST = 2
"""Players that a stage needs."""


@dataclass(frozen=True, slots=True)
class SourceGroup:
    """Players of the stage before who are ranked together: an event, or a `group` of a league."""

    event: Event
    group: int | None
    rows: tuple[StandingRow, ...]
    is_alone: bool = False

    @property
    def label(self) -> Message:
        """How pages call it where there are several."""
        params = {"event": self.event.name, "group": self.group}
        if self.group is None:
            return Message("%(event)s", params)
        return Message(_("Group %(group)s") if self.is_alone else _("%(event)s, group %(group)d"), params)


@dataclass(frozen=True, slots=True)
class Seed:
    """A player who advances: the `number` in the next stage, and from where."""

    number: int
    entry: EntryRow
    source: SourceGroup
    qualified: Qualified

    @property
    def reasons(self) -> tuple[Message, ...]:
        """Why: the place, and whether others withdrew."""
        params = {"place": self.qualified.place, "group": self.source.label}
        template = _("Place %(place)d: %(group)s") if self.qualified.way is Way.PLACE else _(
            "One of the best others, place %(place)d: %(group)s"
        )  # fmt: skip
        moved = (Message(_("next in order")),) if self.qualified.moved_up else ()
        return (Message(template, params), *moved)


@dataclass(frozen=True, slots=True)
class OpenBorder:
    """Players whom nothing separates, of whom `seats` advance. `source` is None among the best of the rest."""

    entries: tuple[EntryRow, ...]
    seats: int
    source: SourceGroup | None

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.entries]


@dataclass(frozen=True, slots=True)
class Passed:
    """A player who does not advance, and why; "" where no reason is kept any more."""

    entry: EntryRow
    event: Event
    reason: str


@dataclass(frozen=True, slots=True)
class StageField:
    """Whom a stage would take now, seed 1 first. `versions` are those of the events that say so, by their scopes.

    `blockers`: why it cannot start yet.
    """

    stage: Stage
    sources: tuple[SourceGroup, ...]
    seeds: tuple[Seed, ...]
    borders: tuple[OpenBorder, ...]
    passed: tuple[Passed, ...]
    blockers: tuple[Message, ...]
    versions: Mapping[str, int]

    @property
    def is_ready(self) -> bool:
        """Whether the stage can start."""
        return not self.blockers and not self.borders

    @property
    def key(self) -> str:
        """What a form carries, so that no one else is taken than it showed."""
        entries = ",".join(str(each.entry.id) for each in self.seeds)
        return sha256(f"{self.stage.pk}:{entries}".encode()).hexdigest()[:16]


def main_events(stage: Stage) -> list[Event]:
    """The events that a stage consists of, without play-offs. One query."""
    found = Event.objects.filter(stage_event__stage=stage).exclude(stage_event__purpose=StageEvent.Purpose.PLAYOFF)
    return list(found.select_related("club").order_by("stage_event__pk"))


def playoffs_of(stage: Stage) -> list[Event]:
    """The play-offs that decide who advances to a stage, the oldest first. One query."""
    found = Event.objects.filter(stage_event__stage=stage, stage_event__purpose=StageEvent.Purpose.PLAYOFF)
    return list(found.select_related("club").order_by("stage_event__pk"))


def stage_before(stage: Stage) -> Stage:
    """The stage that a later stage takes its players from."""
    return Stage.objects.select_related("plan").get(plan=stage.plan_id, number=stage.number - 1)


def field_of(stage: Stage, *, as_started: bool = False) -> StageField:
    """Whom a later stage would take now. `as_started`: people who were erased since are no reason to take others."""
    before = stage_before(stage)
    # First the versions, then the events: what is done in between is found out when they are compared under the locks.
    versions = journal.versions(event.scope for event in (*main_events(before), *playoffs_of(stage)))
    events = [event for event in main_events(before) if event.scope in versions]
    playoffs = [event for event in playoffs_of(stage) if event.scope in versions]
    sources = tuple(sources_of(events, versions))
    entries = {row.entry.id: (row.entry, source.event) for source in sources for row in source.rows}
    passes = list(StagePass.objects.filter(stage=stage, entry__in=entries))
    gone = {each.entry for each in passes}
    if not as_started:
        erased = Person.objects.filter(pk__in=[entry.person for entry, _event in entries.values()])
        erased_ids = set(erased.exclude(erased_at=None).values_list("pk", flat=True))
        gone |= {pk for pk, (entry, _event) in entries.items() if entry.person in erased_ids}
    outcome = qualify(
        [[_placed(source, row, gone) for row in source.rows if row.rank is not None] for source in sources],
        stage.first,
        stage.rest,
        [_playoff_ranks(event, versions[event.scope], entries) for event in playoffs],
    )
    return StageField(
        stage,
        sources,
        _seeds(stage, sources, outcome, {pk: entry for pk, (entry, _event) in entries.items()}),
        tuple(_borders(sources, outcome.borders, entries)),
        tuple(_passed(passes, entries)),
        tuple(_blockers([*events, *playoffs], versions, outcome)),
        versions,
    )


def sources_of(events: Sequence[Event], versions: Mapping[str, int]) -> Iterator[SourceGroup]:
    """The groups of these events, in their order."""
    for event in events:
        table = standings(event, versions[event.scope])
        if not is_league(event.format):
            yield SourceGroup(event, None, table.rows, len(events) == 1)
            continue
        for group in sorted({row.entry.group or 1 for row in table.rows}):
            rows = tuple(row for row in table.rows if (row.entry.group or 1) == group)
            yield SourceGroup(event, group, rows, len(events) == 1)


def _placed(source: SourceGroup, row: StandingRow, gone: Iterable[int]) -> Placed:
    assert row.rank is not None
    event = source.event
    games = row.won + row.drawn + row.lost if is_predetermined(event.format) else _games_of_rounds(event)
    available = not row.entry.withdrawn and row.entry.id not in gone
    return Placed(row.entry.id, row.rank, row.points, games * event.points.win, available)


def _games_of_rounds(event: Event) -> int:
    return (event.rounds_planned or event.rounds.count()) * event.games_per_round


def _playoff_ranks(event: Event, version: int, entries: Mapping[int, tuple[EntryRow, Event]]) -> dict[int, int]:
    """The ranks of a finished play-off by the entries of the stage; nothing while it is played."""
    if event.state != Event.State.CLOSED:
        return {}
    table: Standings = standings(event, version)
    ranks = {row.entry.person: row.rank for row in table.rows if row.rank is not None and not row.entry.withdrawn}
    return {pk: ranks[entry.person] for pk, (entry, _event) in entries.items() if entry.person in ranks}


def _seeds(
    stage: Stage, sources: Sequence[SourceGroup], outcome: Qualification, entries: Mapping[int, EntryRow]
) -> tuple[Seed, ...]:
    has_tree = stage.settings["format"] == KnockOut.key
    ordered = seed(outcome.qualified, StageSeeding(stage.seeding) if has_tree else StageSeeding.PLACE)
    return tuple(
        Seed(number, entries[each.key], sources[each.group - 1], each) for number, each in enumerate(ordered, 1)
    )


def _borders(
    sources: Sequence[SourceGroup], borders: Iterable[Border], entries: Mapping[int, tuple[EntryRow, Event]]
) -> Iterator[OpenBorder]:
    for each in borders:
        source = None if each.group is None else sources[each.group - 1]
        yield OpenBorder(tuple(entries[key][0] for key in each.keys), each.seats, source)


def _passed(passes: Sequence[StagePass], entries: Mapping[int, tuple[EntryRow, Event]]) -> Iterator[Passed]:
    events = {entries[each.entry][1].pk for each in passes}
    kept = Reason.objects.filter(event__in=events, version__in=[each.version for each in passes])
    reasons = {(reason.event_id, reason.version): reason.text for reason in kept}
    for each in passes:
        entry, event = entries[each.entry]
        yield Passed(entry, event, reasons.get((event.pk, each.version), ""))


def _blockers(events: Sequence[Event], versions: Mapping[str, int], outcome: Qualification) -> Iterator[Message]:
    if not events:
        yield Message(_("the previous stage has no event yet"))
    for event in events:
        if event.state != Event.State.CLOSED:
            yield Message(_("%(event)s is not closed yet"), {"event": event.name})
        elif hidden_after(event, versions[event.scope]) is not None:  # who advances would be told, or be wrong
            yield Message(_("%(event)s hides its standings: release them first"), {"event": event.name})
    if events and not outcome.borders and len(outcome.qualified) < FEWEST:
        yield Message(_("fewer than two players advance"))
