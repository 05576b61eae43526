"""A league ready to print: the tables of a season's divisions, who moves, and who won the seasons before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.journal import queries as journal
from gipf_engine.messages import Message
from gipf_engine.tournament.seasons import DivisionChange, Transition, transition
from players.core.queries import records
from players.permissions import may
from players.roles import Permission
from tournaments.core.formats import has_one_table
from tournaments.core.queries.events import BADGES, STATES, Reader, visible_to
from tournaments.models import Division, Event, League, Member, Season, SeasonMove
from tournaments.seasons.finishers import divisions_of, finishers_of, hand_moves, what_is_open
from tournaments.standings.queries.standings import Place, places

UP, DOWN, OUT = "up", "down", "out"


@dataclass(frozen=True, slots=True)
class DivisionLine:
    """A player in the table of a division. `points` are tenths; `move` is up, down, out or "".

    `to` is the division of the next season, where it is another one; `is_open`: the player shares a place across the
    border. `reason` is why an organiser moves the player by hand, "" where no one does.
    """

    rank: int | None
    person: int
    name: str
    points: int
    move: str = ""
    to: int | None = None
    is_open: bool = False
    by_hand: bool = False
    reason: str = ""
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division with its table; before the start of its event the lines have no ranks."""

    division: Division
    state: Message
    badge: str
    lines: tuple[DivisionLine, ...]

    @property
    def event(self) -> Event:
        return self.division.event


@dataclass(frozen=True, slots=True)
class Champion:
    """Who won the highest division of a season that ended: one, or several who shared the first place."""

    season: Season
    names: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A season of a league for one reader; `versions` are those of the scopes of its events."""

    league: League
    season: Season
    version: int
    versions: Mapping[str, int]
    tables: tuple[DivisionTable, ...]
    seasons: tuple[Season, ...]
    open_points: tuple[Message, ...]
    may_edit: bool

    @property
    def is_over(self) -> bool:
        return self.season.ended_at is not None

    @property
    def leaders(self) -> list[DivisionLine]:
        """Who are first in the highest division, once there are points."""
        lines = self.tables[0].lines if self.tables else ()
        return [line for line in lines if line.rank == 1 and line.points]


def league_page(league: League, reader: Reader, number: int | None = None) -> LeaguePage:
    """Season `number` of the league, or the one that is on. Raises Season.DoesNotExist."""
    seasons = tuple(league.seasons.order_by("-number"))
    season = next((each for each in seasons if number in (None, each.number)), None)
    if season is None:
        raise Season.DoesNotExist
    divisions = divisions_of(season)
    seen = set(Event.objects.filter(visible_to(reader), division__season=season).values_list("pk", flat=True))
    shown = [division for division in divisions if division.event_id in seen]
    versions = journal.versions([league.scope, *(division.event.scope for division in shown)])
    may_edit = may(reader, Permission.EDIT_EVENT, league.scope)
    finishers = finishers_of(divisions)
    found = transition(finishers, season.up, season.down, hand_moves(season))
    steps = _kept_steps(season) if season.ended_at is not None else {step.player: step for step in found.steps}
    return LeaguePage(
        league,
        season,
        versions.get(league.scope, 0),
        {division.event.scope: versions.get(division.event.scope, 0) for division in shown},
        tuple(_tables(season, shown, steps, found)),
        seasons,
        tuple(what_is_open(divisions, found)) if may_edit and season.ended_at is None else (),
        may_edit=may_edit,
    )


def _kept_steps(season: Season) -> dict[int, DivisionChange]:
    """Who moved when the season ended."""
    rows = season.moves.annotate(root=records.canonical_id("person"))
    return {
        player: DivisionChange(player, division, to, by_hand)
        for player, division, to, by_hand in rows.values_list("root", "division", "to", "by_hand")
    }


def _tables(
    season: Season, divisions: Sequence[Division], steps: Mapping[int, DivisionChange], found: Transition
) -> list[DivisionTable]:
    events = [division.event for division in divisions]
    started = [event for event in events if event.state in (Event.State.RUNNING, Event.State.CLOSED)]
    tables = places(started)
    members = Member.objects.filter(event__in=events).order_by("pk")
    columns = ("event", "entry", records.canonical_id("person"), records.canonical_name("person"))
    reasons = dict(
        SeasonMove.objects.filter(season=season, by_hand=True).values_list(records.canonical_id("person"), "reason")
    )
    undecided = {player for tied in found.undecided for player in tied} if season.ended_at is None else set()
    lines: dict[int, list[DivisionLine]] = {event.pk: [] for event in events}
    for event, entry, person, name, withdrawn in members.values_list(*columns, "entry__withdrawn_after"):
        place: Place = tables.get(event, {}).get(entry, Place(None, 0))
        step = steps.get(person)
        lines[event].append(
            DivisionLine(
                place.rank,
                person,
                name,
                place.points,
                move=_move_of(step),
                to=step.to if step is not None and step.to != step.division else None,
                is_open=person in undecided,
                by_hand=step is not None and step.by_hand,
                reason=reasons.get(person, ""),
                has_left=withdrawn is not None,
            )
        )
    return [
        DivisionTable(
            division,
            STATES[division.event.state],
            BADGES.get(division.event.state, ""),
            tuple(sorted(lines[division.event_id], key=_order)),
        )
        for division in divisions
    ]


def _order(line: DivisionLine) -> tuple[bool, int, str]:
    return (line.rank is None, line.rank or 0, line.name)


def _move_of(step: DivisionChange | None) -> str:
    if step is None or step.to == step.division:
        return ""
    if step.to is None:
        return OUT
    return UP if step.to < step.division else DOWN


def champions_of(league: League) -> list[Champion]:
    """Who won the highest division, season by season, the latest first. A few queries for all seasons."""
    over = league.seasons.exclude(ended_at=None).order_by("-number")
    first = {
        division.season_id: division.event
        for division in Division.objects.filter(season__in=over, level=1).select_related("event")
    }
    tables = places(list(first.values()))
    winners = {
        entry: season for season, event in first.items() for entry, place in tables[event.pk].items() if place.rank == 1
    }
    columns = ("entry", records.canonical_id("person"), records.canonical_name("person"))
    names: dict[int, list[tuple[int, str]]] = {}
    for entry, person, name in Member.objects.filter(entry__in=winners).order_by("pk").values_list(*columns):
        names.setdefault(winners[entry], []).append((person, name))
    return [Champion(season, tuple(names.get(season.pk, ()))) for season in over]


def events_to_add(league: League) -> list[Event]:
    """The events of the club that could be a division, the latest first."""
    free = Event.objects.filter(club=league.club_id, division=None)
    return [event for event in free if has_one_table(event.format)]
