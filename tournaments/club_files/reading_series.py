"""What holds the events of a club together, read as anyone may have written it: rows that are not stored yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import BadParameters
from gipf_engine.tournament.circuits import MOST_POINTS
from ratings.models import Pool
from ratings.models.coverage import Coverage, all_coverages
from tournaments.club_files import rows, series
from tournaments.club_files.rows import make_row
from tournaments.core.errors import EventRefused
from tournaments.core.formats import formats
from tournaments.events.services.templates import plan_from
from tournaments.interchange.formats.json_reader import Reader, Wrong
from tournaments.models import (
    Award,
    AwardWithdrawal,
    Circuit,
    EventTemplate,
    Festival,
    League,
    Season,
    SeasonMove,
    Stage,
    StageEvent,
    StagePlan,
    Title,
)

_MOST = 2_000
Pair = tuple[int, int]


@dataclass
class MovedSeason:
    """A season: `divisions` are levels with places of events, `moves` go with the keys of people."""

    row: Season
    divisions: list[Pair] = field(default_factory=list)
    moves: list[tuple[str, SeasonMove]] = field(default_factory=list)


@dataclass
class MovedStage:
    """A stage: its events by place, with who was taken (place of an event, number, seed), and who was passed over."""

    row: Stage
    events: list[tuple[int, StageEvent, list[tuple[int, int, int]]]] = field(default_factory=list)
    passes: list[Pair] = field(default_factory=list)


@dataclass
class MovedTitle:
    """A title, and to whom (keys) it was awarded; norms name places of events. A withdrawal goes with its award."""

    row: Title
    awards: list[tuple[str, Award, AwardWithdrawal | None]] = field(default_factory=list)


@dataclass
class MovedSeries:
    """All of it. Events are places in the file, from 0."""

    circuits: list[tuple[Circuit, list[Pair]]] = field(default_factory=list)
    leagues: list[tuple[League, list[MovedSeason]]] = field(default_factory=list)
    plans: list[tuple[StagePlan, list[MovedStage]]] = field(default_factory=list)
    festivals: list[tuple[Festival, list[int]]] = field(default_factory=list)
    titles: list[MovedTitle] = field(default_factory=list)
    templates: list[EventTemplate] = field(default_factory=list)
    lists: list[Pool] = field(default_factory=list)


class SeriesReader:
    """Reads the parts; `keys` are those of people, `events` is how many events the file has."""

    def __init__(self, keys: Collection[str], events: int) -> None:
        self.keys, self.events = keys, events

    def read(self, held: Reader, titles: Reader, templates: Reader, lists: Reader) -> MovedSeries:
        """Everything. Raises Wrong."""
        return MovedSeries(
            circuits=[self._circuit(each) for each in held["circuits"].items(_MOST)],
            leagues=[self._league(each) for each in held["leagues"].items(_MOST)],
            plans=[self._plan(each) for each in held["stages"].items(_MOST)],
            festivals=[self._festival(each) for each in held["festivals"].items(_MOST)],
            titles=[self._title(each) for each in titles.items(_MOST)],
            templates=[_template(each) for each in templates.items(_MOST)],
            lists=_lists(lists),
        )

    def _event(self, value: Reader) -> int:
        found = value.number(self.events - 1)
        assert found is not None
        return found

    def _person(self, value: Reader) -> str:
        key = value.text(12)
        if key not in self.keys:
            raise Wrong(value.place, Message(_("there is no person %(key)s in the file"), {"key": key}))
        return key

    def _entry(self, value: Reader) -> Pair:
        number = value[1].number(10_000, least=1)
        assert number is not None
        return self._event(value[0]), number

    def _circuit(self, value: Reader) -> tuple[Circuit, list[Pair]]:
        row = make_row(Circuit, value, series.CIRCUIT, {"own": rows.numbers, "ties": rows.texts})
        try:
            row.rules  # noqa: B018  the engine knows the scale, the sharing and the ties
        except ValueError as error:
            raise Wrong(value.place, Message(_("this value is unknown"))) from error
        if not all(points is not None and points <= MOST_POINTS * 100 for points in row.own):
            raise Wrong(value["own"].place, Message(_("this is not a whole number")))
        return row, [(self._event(each[0]), each[1].number(5, least=1) or 1) for each in value["events"].items(_MOST)]

    def _league(self, value: Reader) -> tuple[League, list[MovedSeason]]:
        row = make_row(League, value, series.PLAN)
        return row, [self._season(each) for each in value["seasons"].items(_MOST)]

    def _season(self, value: Reader) -> MovedSeason:
        divisions = [
            (each[0].number(_MOST, least=1) or 1, self._event(each[1])) for each in value["divisions"].items(_MOST)
        ]
        moves = [
            (self._person(each["person"]), make_row(SeasonMove, each, series.MOVE))
            for each in value["moves"].items(10**4)
        ]
        return MovedSeason(make_row(Season, value, series.SEASON), divisions, moves)

    def _plan(self, value: Reader) -> tuple[StagePlan, list[MovedStage]]:
        row = make_row(StagePlan, value, series.PLAN)
        return row, [self._stage(each) for each in value["stages"].items(100)]

    def _stage(self, value: Reader) -> MovedStage:
        events = []
        for each in value["events"].items(100):
            taken = [
                (*self._entry(one), one[2].number(10_000, least=1) or 1) for one in each["qualifiers"].items(10**4)
            ]
            event = self._event(each["event"])
            events.append((event, make_row(StageEvent, each, ("purpose",)), taken))
        passes = [self._entry(each) for each in value["passes"].items(10**4)]
        return MovedStage(make_row(Stage, value, series.STAGE, {"settings": _settings}), events, passes)

    def _festival(self, value: Reader) -> tuple[Festival, list[int]]:
        sections = [self._event(each) for each in value["sections"].items(_MOST)]
        return make_row(Festival, value, series.FESTIVAL), sections

    def _title(self, value: Reader) -> MovedTitle:
        return MovedTitle(
            make_row(Title, value, series.TITLE), [self._award(each) for each in value["awards"].items(10**4)]
        )

    def _award(self, value: Reader) -> tuple[str, Award, AwardWithdrawal | None]:
        row = make_row(Award, value, ("awarded_on",), basis=self._basis(value["basis"]))
        withdrawn = value["withdrawn"]
        if withdrawn.value is None:
            return self._person(value["person"]), row, None
        made = make_row(AwardWithdrawal, withdrawn, ("reason",), withdrawn_on=withdrawn["on"].day())
        return self._person(value["person"]), row, made

    def _basis(self, value: Reader) -> dict[str, Any]:
        if "norms" not in value.mapping():
            return {name: value[name].number(10**5) for name in ("rating", "games")}
        return {"norms": [self._norm(each) for each in value["norms"].items(100)]}

    def _norm(self, value: Reader) -> dict[str, int | None]:
        numbers = {name: value[name].number(10**5) for name in ("performance", "games")}
        return {"event": None if value["event"].value is None else self._event(value["event"]), **numbers}


def _settings(value: Reader) -> dict[str, Any]:
    """What a stage keeps of its event (`tournaments.stages.rules`); a first stage keeps nothing."""
    kept = dict(value.mapping())
    if not kept:
        return kept
    if not kept.keys() <= {"format", "format_options", "games_per_round", "rounds_planned"}:
        raise Wrong(value.place, Message(_("this is unknown here")))
    value["format"].one_of([each.key for each in formats() if not each.for_teams])
    value["games_per_round"].number(2, least=1)
    value["format_options"].mapping()
    if "rounds_planned" in kept:
        value["rounds_planned"].number(99, least=1)
    return kept


def _template(value: Reader) -> EventTemplate:
    row = make_row(EventTemplate, value, series.TEMPLATE, {"plan": lambda plan: dict(plan.mapping())})
    try:
        plan_from(row, name="X", day=date(2026, 1, 1))
    except (EventRefused, TypeError, ValueError, KeyError, AttributeError) as error:
        raise Wrong(value["plan"].place, Message(_("no event can be held like this"))) from error
    return row


def _parameters(value: Reader) -> dict[str, int | None]:
    return {key: rows.number(Reader(key, each)) for key, each in value.mapping().items()}


def _lists(value: Reader) -> list[Pool]:
    found = []
    known = {each.key for each in all_coverages()}
    for each in value.items(_MOST):
        row = make_row(Pool, each, series.LIST, {"parameters": _parameters})
        try:
            row.parameters = row.rating_system.own_parameters
        except BadParameters as error:
            raise Wrong(each["parameters"].place, error.message) from error
        if Coverage(row.rules, row.game).key not in known:
            raise Wrong(each["rules"].place, Message(_("this value is unknown")))
        found.append(row)
    return found
