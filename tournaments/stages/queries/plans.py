"""What the page of an event in stages shows: its stages with their tables and trees, who advances, and what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from common.journal import queries as journal
from gipf_engine.messages import Message
from players.models import Club
from players.permissions import may
from players.roles import Permission
from tournaments.core.loader import EntryRow
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.events import BADGES, Reader, may_see, state_of
from tournaments.core.queries.tables import BracketRound, bracket_of
from tournaments.core.questions import Lead, lead_of
from tournaments.events.queries.events import EventCard, event_cards
from tournaments.models import Event, Stage, StageEvent, StagePlan, StageQualifier
from tournaments.stages.queries.field import Seed, SourceGroup, StageField, field_of, sources_of
from tournaments.standings.queries.standings import StandingRow

MOST_ROWS = 8
"""Rows of a table that the page shows; of a group of which more advance, two more than those."""
MEDALS = 4
"""Rows of the table of a knock-out that is over: the winner to the fourth."""
STARTED = (Event.State.RUNNING, Event.State.CLOSED)


# --- the page ---------------------------------------------------------------------------------------------


def events_to_join(club: Club) -> list[Event]:
    """The events of a club that are no stage yet, the latest first."""
    return list(Event.objects.filter(club=club, stage_event=None)[:50])


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A row of a table. `mark`: "on" for who advances, "tied" at an open border, "passed" for who does not advance."""

    row: StandingRow
    mark: str


@dataclass(frozen=True, slots=True)
class StageTable:
    """A table of a stage, the first rows of it; `label` is None where it is the only one."""

    label: Message | None
    rows: Sequence[MarkedRow]
    left_out: int


@dataclass(frozen=True, slots=True)
class EventBox:
    """An event of a stage as the page shows it; it has tables, or the tree of a knock-out."""

    card: EventCard
    state: Message
    badge: str
    lead: Lead | None
    tables: Sequence[StageTable]
    tree: Sequence[BracketRound]

    @property
    def event(self) -> Event:
        return self.card.event


@dataclass(frozen=True, slots=True)
class Drift:
    """How those who would advance now differ from those who were taken when the stage started."""

    coming: Sequence[str]
    going: Sequence[str]
    reopened: Sequence[str]
    is_tied: bool
    is_reordered: bool


@dataclass(frozen=True, slots=True)
class TakenSeed:
    """Who was taken as which seed, and from where as that stands now; `seed` is None for who would not be now."""

    number: int
    name: str
    person: int | None
    seed: Seed | None


@dataclass(frozen=True, slots=True)
class StageBox:
    """A stage on the page. `field` is whom it would take, where it has not started; `taken` whom it took.

    `groups`: of how many tables the stage before has.
    """

    stage: Stage
    events: Sequence[EventBox]
    playoffs: Sequence[EventBox]
    field: StageField | None
    taken: Sequence[TakenSeed]
    drift: Drift | None
    groups: int = 1

    @property
    def is_started(self) -> bool:
        return bool(self.events)


@dataclass(frozen=True, slots=True)
class StagesPage:
    """An event in stages for a reader; `versions` are those of the events' scopes, which the page follows."""

    plan: StagePlan
    version: int
    boxes: Sequence[StageBox]
    may_edit: bool
    versions: Mapping[str, int]

    @property
    def coming(self) -> StageBox | None:
        """The next stage that has not started."""
        return next((box for box in self.boxes if not box.is_started and box.stage.number > 1), None)

    @property
    def winner(self) -> Lead | None:
        """Who won it all, once the last stage is closed."""
        last = self.boxes[-1] if self.boxes else None
        if last is None or not last.is_started or any(box.event.state != Event.State.CLOSED for box in last.events):
            return None
        return last.events[0].lead


def stages_page(plan: StagePlan, reader: Reader) -> StagesPage:
    """The page for this reader: events that they may not see are not on it."""
    stages = list(Stage.objects.filter(plan=plan).select_related("plan").order_by("number"))
    places = list(StageEvent.objects.filter(stage__plan=plan).select_related("event__club").order_by("pk"))
    shown = [place for place in places if may_see(reader, place.event)]
    versions = journal.versions([plan.scope, *(place.event.scope for place in shown)])
    fields = {stage.number: field_of(stage, as_started=_is_started(stage, places)) for stage in stages[1:]}
    taken = {stage.number: _taken(stage, fields[stage.number]) for stage in stages[1:]}
    cards = {card.event.pk: card for card in event_cards([place.event for place in shown])}
    boxes = []
    for stage in stages:
        after = fields.get(stage.number + 1)
        marks = _marks(after, taken.get(stage.number + 1, ())) if after is not None else {}
        own = [place for place in shown if place.stage_id == stage.pk]
        drawn = {
            place.pk: _event_box(cards[place.event_id], versions[place.event.scope], marks, after) for place in own
        }
        started = _is_started(stage, places)
        field = fields.get(stage.number)
        boxes.append(
            StageBox(
                stage,
                [drawn[place.pk] for place in own if place.purpose != StageEvent.Purpose.PLAYOFF],
                [drawn[place.pk] for place in own if place.purpose == StageEvent.Purpose.PLAYOFF],
                None if started else field,
                taken.get(stage.number, ()),
                _drift(field, taken[stage.number]) if started and field is not None else None,
                len(field.sources) if field is not None else 1,
            )
        )
    return StagesPage(
        plan,
        versions.get(plan.scope, 0),
        boxes,
        may(reader, Permission.MAKE_EVENT, plan.scope),
        {place.event.scope: versions[place.event.scope] for place in shown},
    )


def _is_started(stage: Stage, places: Iterable[StageEvent]) -> bool:
    main = (StageEvent.Purpose.FIRST, StageEvent.Purpose.NEXT)
    return any(place.stage_id == stage.pk and place.purpose in main for place in places)


def _taken(stage: Stage, field: StageField) -> list[TakenSeed]:
    """Whom a stage took, by seed; no one before it starts."""
    rows = StageQualifier.objects.filter(place__stage=stage).order_by("seed")
    entries = {row.entry.id: row.entry for source in field.sources for row in source.rows}
    now = {seed.entry.id: seed for seed in field.seeds}
    return [
        TakenSeed(
            row.seed,
            entries[row.entry].name if row.entry in entries else "–",
            entries[row.entry].person if row.entry in entries else None,
            now.get(row.entry),
        )
        for row in rows
    ]


def _drift(field: StageField, taken: Sequence[TakenSeed]) -> Drift | None:
    """What is different now from what the stage started with; None where nothing is."""
    then, now = [each.person for each in taken], [seed.entry.person for seed in field.seeds]
    names: dict[int | None, str] = {each.person: each.name for each in taken}
    names |= {seed.entry.person: seed.entry.name for seed in field.seeds}
    tied = {entry.person for border in field.borders for entry in border.entries}
    reopened = {source.event.name for source in field.sources if source.event.state != Event.State.CLOSED}
    found = Drift(
        coming=[names[person] for person in now if person not in then],
        going=[names[person] for person in then if person not in now and person not in tied],
        reopened=sorted(reopened),
        is_tied=bool(field.borders),
        is_reordered=then != now and set(then) == set(now),
    )
    return found if found.coming or found.going or found.reopened or found.is_tied or found.is_reordered else None


def _marks(field: StageField, taken: Sequence[TakenSeed]) -> dict[int, str]:
    """The marks of players in the tables of the stage before, by person: who went on, or would."""
    marks = {each.entry.person: "passed" for each in field.passed}
    if taken:
        return marks | {each.person: "on" for each in taken if each.person is not None}
    marks |= {entry.person: "tied" for border in field.borders for entry in border.entries}
    return marks | {seed.entry.person: "on" for seed in field.seeds}


def _event_box(card: EventCard, version: int, marks: Mapping[int, str], field: StageField | None) -> EventBox:
    event = card.event
    tree = bracket_of(rows_of(event, version)) if event.state in STARTED else ()
    most = max(MOST_ROWS, (field.stage.first if field else 0) + 2)
    tables = list(_tables(sources_of([event], {event.scope: version}), marks, MEDALS if tree else most))
    shown = tables if not tree or event.state == Event.State.CLOSED else ()
    return EventBox(card, state_of(event), BADGES.get(event.state, ""), lead_of(event, version), shown, tree)


def _tables(sources: Iterable[SourceGroup], marks: Mapping[int, str], most: int) -> Iterator[StageTable]:
    for source in sources:
        rows = [MarkedRow(row, marks.get(row.entry.person, "")) for row in source.rows]
        last = max((at for at, row in enumerate(rows, 1) if row.mark), default=0)
        shown = rows[: max(most, last)]
        if rows:
            yield StageTable(source.label if source.group is not None else None, shown, len(rows) - len(shown))


# --- who could be passed over -----------------------------------------------------------------------------


def players_to_pass(field: StageField) -> list[EntryRow]:
    """Those who would advance or share a place at the border."""
    tied = [entry for border in field.borders for entry in border.entries]
    return [*(seed.entry for seed in field.seeds), *tied]
