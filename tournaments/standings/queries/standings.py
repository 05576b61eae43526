"""Standings ready to print: ranks, values, and the sums behind them. Computed from the games, cached by version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import repeat

from django.core.cache import cache

from common.cached_values import read_as
from common.computed_once import Admit, free_for_all
from common.journal import queries as journal
from common.journal.models import Scope
from gipf_engine.messages import Message
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import CrossTable, Meeting
from gipf_engine.tournament.standings import Standing, TieBreak, explanations, modifiers, rank, tie_break
from gipf_engine.tournament.standings.league import Season, group_table, season
from gipf_engine.tournament.standings.rated_opponents import performance_rating
from ratings.lists.queries import history as history_queries
from tournaments.core.formats import (
    POINTS,
    groups_of,
    has_opponents,
    is_by_clock,
    is_league,
    option,
    ranking_of,
    splits,
)
from tournaments.core.hidden_standings import hidden_after, shown_through
from tournaments.core.loader import EntryRow, EventData, load_many
from tournaments.core.mapping import cross_table, leave_out_annulled
from tournaments.core.pairing_history import data_after_round
from tournaments.core.queries.cached import CACHED_SECONDS, cache_key, get_or_compute, rows_of
from tournaments.core.queries.tables import CardLine, history
from tournaments.core.schedule import annul_absent
from tournaments.models import Event
from tournaments.rating_columns import RatingColumn

NO_VALUE = ("", "–")
"""What a tie-break prints where it says nothing."""
WHOLE = slice(None)
MOST_CELLS = 12_000
"""A table as a whole with more cells of rounds than these shows none: they would make a page of megabytes."""


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break of the event: its code, its name as marked for the catalogs, and what it counts.

    `in_words`: its explanations say more than its figures, and are printed in their place.
    """

    code: str
    name: str
    help: Message
    in_words: bool = False


@dataclass(frozen=True)
class Value:
    """A tie-break's value as it is printed, under its code; `in_words` as in its column.

    `explanation` is the sum that it is, None in rows that were not asked for it.
    """

    code: str
    text: str
    explanation: Message | None = None
    in_words: bool = False


@dataclass(frozen=True)
class StandingRow:
    """One line of the standings. `rank` is None for one who is not ranked: all games annulled.

    `points` are tenths. `won`, `drawn` and `lost` count games with a result, forfeits too; `lines` are the player's
    rounds, none in rows that were not asked for them, as `points_sum`, which says what points come from where
    no one meets anyone. In leagues `rank` is that in the group, and `move` is "up" or
    "down" for who changes groups after the season, "open" for who shares a rank across that border. `rating_change` is
    what the event did to the rating, None in rows that were not asked for it and where it did nothing; `performance` is
    None where the event does not show it.
    """

    rank: int | None
    entry: EntryRow
    points: int
    values: tuple[Value, ...]
    won: int
    drawn: int
    lost: int
    lines: tuple[CardLine, ...] = ()
    points_sum: Message | None = None
    move: str = ""
    rating_change: int | None = None
    performance: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a match: its number, and the points of its members together, in tenths."""

    number: int
    points: int
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is: `rounds` of `rounds_total` are paired, and `open_games` of them have no result.

    `by_clock`: it is an arena, which `goes_on` until its clock ends it, as do matches whose line-ups are not open.
    """

    rounds: int
    rounds_total: int
    open_games: int
    by_clock: bool = False
    goes_on: bool = False

    @property
    def is_final(self) -> bool:
        """Whether no result is missing and no round follows."""
        return self.rounds == self.rounds_total and not self.open_games and not self.goes_on


@dataclass(frozen=True)
class Standings:
    """The table after `rounds` of `rounds_total` rounds. `is_final`: no result is missing and no round follows.

    `has_opponents` is False where everybody plays alone. `ranked_by_points` is False where something else comes first.
    `by_clock`: it is an arena, which `goes_on` until its clock ends it, as do matches whose line-ups are not open. In
    leagues the rows stand group by group.
    """

    columns: tuple[Column, ...]
    rows: tuple[StandingRow, ...]
    rounds: int
    rounds_total: int
    open_games: int
    is_league: bool = False
    is_match: bool = False
    ranked_by_points: bool = True
    has_opponents: bool = True
    rating_columns: tuple[str, ...] = ()
    by_clock: bool = False
    goes_on: bool = False

    @property
    def groups(self) -> list[tuple[int, list[StandingRow]]]:
        """The rows of each group of a league; all of them under 0 where it is none."""
        found: dict[int, list[StandingRow]] = {}
        for row in self.rows:
            found.setdefault(row.entry.group or 0 if self.is_league else 0, []).append(row)
        return sorted(found.items())

    @property
    def teams(self) -> list[Team]:
        """The teams of a match; none where it is none."""
        if not self.is_match:
            return []
        numbers = sorted({row.entry.group for row in self.rows if row.entry.group is not None})
        members = {number: tuple(row for row in self.rows if row.entry.group == number) for number in numbers}
        return [Team(number, sum(row.points for row in rows), rows) for number, rows in members.items()]

    @cached_property
    def has_ratings(self) -> bool:
        """Whether anyone was seeded by a rating, and the event shows it."""
        return RatingColumn.RATING in self.rating_columns and any(row.entry.rating is not None for row in self.rows)

    @cached_property
    def has_rating_changes(self) -> bool:
        return any(row.rating_change is not None for row in self.rows)

    @cached_property
    def has_performances(self) -> bool:
        return any(row.performance is not None for row in self.rows)

    @property
    def progress(self) -> Progress:
        """How far the event was: what every page and file of a table says of it."""
        return Progress(self.rounds, self.rounds_total, self.open_games, self.by_clock, self.goes_on)

    @property
    def is_final(self) -> bool:
        return self.progress.is_final


def standings(
    event: Event,
    version: int | None = None,
    admit: Admit = free_for_all,
    after: int | None = None,
    *,
    whole: bool = False,
) -> Standings:
    """Who stands where: now, or after the earlier round `after`.

    `version` is the event's, where the caller knows it already. As all readers may know it, unless the caller says that
    this one may know the `whole` of it: rounds that the organiser hides are left out.
    """
    at = journal.version(event.scope) if version is None else version
    after = _bounded(event, at, after, whole=whole)
    what = "standings" if after is None else f"standings:{after}"
    return get_or_compute(event, what, at, Standings, lambda: compute(_rows_after(event, at, after)), admit)


def _bounded(event: Event, version: int, after: int | None, *, whole: bool) -> int | None:
    """The round after which a reader is told the table who asks for that after `after`; None for that of now."""
    bound = None if whole else hidden_after(event, version)
    if bound is None:
        return after
    return bound if after is None else min(after, bound)


def explain_standings(
    event: Event,
    version: int | None = None,
    part: slice = WHOLE,
    after: int | None = None,
    *,
    whole: bool = False,
) -> Standings:
    """The standings with a part of their rows, each with its rounds and with the sums that its values are.

    Not cached: they are worked out sooner than so many small values are packed and unpacked.
    """
    at = journal.version(event.scope) if version is None else version
    after = _bounded(event, at, after, whole=whole)
    return with_sums(_rows_after(event, at, after), standings(event, at, after=after, whole=whole), part)


def _rows_after(event: Event, version: int, after: int | None) -> EventData:
    rows = rows_of(event, version)
    return rows if after is None else data_after_round(rows, after)


def with_rating_changes(event: Event, table: Standings) -> Standings:
    """The table with what the event did to the ratings of its players, where it shows that, is closed and rated."""
    shown = RatingColumn.CHANGE in table.rating_columns and event.state == Event.State.CLOSED
    changes = history_queries.changes_of_event(event.scope) if shown else {}
    rows = (replace(row, rating_change=changes.get(row.entry.person)) for row in table.rows)
    return replace(table, rows=tuple(rows)) if changes else table


def without_empty_columns(table: Standings, whole: Standings) -> Standings:
    """`table`, some rows of `whole`, without the tie-breaks that say nothing of anyone."""
    filled: set[str] = set()
    for row in whole.rows:
        filled.update([value.code for value in row.values if value.in_words or value.text not in NO_VALUE])
        if len(filled) == len(table.columns):
            return table
    rows = (replace(row, values=tuple(value for value in row.values if value.code in filled)) for row in table.rows)
    columns = tuple(column for column in table.columns if column.code in filled)
    return replace(table, columns=columns, rows=tuple(rows))


def explain_row(
    event: Event,
    version: int,
    table: Standings,
    part: slice,
    number: int | None,
    after: int | None = None,
    *,
    whole: bool = False,
) -> Standings:
    """`table`, the standings of `version`, with a part of its rows and their rounds.

    That of pairing number `number` alone has its sums: most rows of a large event are read and not opened, and sums
    are most of the work of drawing them. Of a table with more than `MOST_CELLS` rounds of players none are told.
    """
    after = _bounded(event, version, after, whole=whole)
    rows, shown = _rows_after(event, version, after), table.rows[part]
    opened = next((place for place, row in enumerate(shown) if row.entry.number == number), None)
    if len(shown) * table.rounds <= MOST_CELLS:
        shown = tuple(replace(row, lines=history(rows, row.entry.id)) for row in shown)
    if opened is not None:
        (explained,) = with_sums(rows, replace(table, rows=shown), slice(opened, opened + 1)).rows
        shown = (*shown[:opened], explained, *shown[opened + 1 :])
    return replace(table, rows=shown)


@dataclass(frozen=True)
class Place:
    """Where an entry stands: its rank, None for one who is not ranked, and its points, in tenths."""

    rank: int | None
    points: int


def places(events: Sequence[Event], admit: Admit = free_for_all) -> dict[int, dict[int, Place]]:
    """By event and entry where everybody stands, in as many queries for many events as for one.

    `admit` is called before anything is computed that was not kept.
    """
    versions = dict(Scope.objects.filter(key__in=[event.scope for event in events]).values_list("key", "version"))
    keys = {event.pk: cache_key(event, "places", versions.get(event.scope, 0)) for event in events}
    kept = cache.get_many(keys.values())
    found = {event: read_as(dict[int, Place], kept.get(key)) for event, key in keys.items()}
    missing = [event for event in events if found[event.pk] is None]
    if missing:
        admit()
    made = {rows.event.pk: _compute_places(annul_absent(rows)) for rows in (load_many(missing) if missing else ())}
    cache.set_many({keys[event]: places for event, places in made.items()}, CACHED_SECONDS)
    return {event: made[event] if places is None else places for event, places in found.items()}


def _compute_places(rows: EventData) -> dict[int, Place]:
    if shown_through(rows) is not None:
        return {}
    whole, codes = cross_table(rows), ranking_of(rows.event)
    ranked_ = (standing for part in _parts(whole, rows) for standing in _rank(part, rows, codes))
    found = {rows.by_number[each.number].id: Place(each.rank, each.points) for each in ranked_}
    return found | {
        entry.id: Place(None, whole.points(number))
        for number, entry in rows.by_number.items()
        if entry.annulled or entry.expelled
    }


def _rank(table: CrossTable, rows: EventData, codes: Sequence[str]) -> tuple[Standing, ...]:
    """Who stands where in a table. Who was expelled counts for the tie-breaks of others, and takes no one's place."""
    found = rank(table, codes)
    gone = [place.rank for place in found if rows.by_number[place.number].expelled]
    if not gone:
        return tuple(found)
    return tuple(
        replace(place, rank=place.rank - sum(each < place.rank for each in gone))
        for place in found
        if not rows.by_number[place.number].expelled
    )


def compute(rows: EventData) -> Standings:
    """The standings of rows that were read. Before the start no one has a number, and the table is empty."""
    event, whole, codes = rows.event, cross_table(rows), ranking_of(rows.event)
    lines = _with_moves(event, [_rank_rows(part, rows, codes) for part in _parts(whole, rows)])
    gone = ((number, entry) for number, entry in rows.by_number.items() if entry.annulled)
    lines += [_standing_row(whole, entry, None, whole.points(number), ()) for number, entry in gone]
    open_games = sum(pairing.open_count for each in rows.rounds for pairing in each.open_pairings)
    is_arena_on = is_by_clock(event.format) and event.state != Event.State.CLOSED
    chosen = [tie_break(code) for code in codes]
    return Standings(
        columns=tuple(
            Column(code, each.name, modifiers.describe(each), each.says_more)
            for code, each in zip(codes, chosen, strict=True)
        ),
        rows=tuple(lines),
        rounds=len(rows.rounds),
        rounds_total=rows.rounds_total,
        open_games=open_games,
        is_league=is_league(event.format),
        is_match=splits(event.format) and not is_league(event.format),
        ranked_by_points=not any(each.replaces_points for each in chosen),
        has_opponents=has_opponents(event.format),
        rating_columns=tuple(event.rating_columns),
        by_clock=is_by_clock(event.format),
        goes_on=is_arena_on or any(each.waiting_matches for each in rows.rounds),
    )


def with_sums(rows: EventData, table: Standings, part: slice = WHOLE) -> Standings:
    """A part of the rows of a table that was computed from `rows`, with what each of their values is the sum of."""
    shown, codes = table.rows[part], [column.code for column in table.columns]
    wanted = {row.entry.number for row in shown if row.rank is not None}
    sums: dict[int, tuple[Message, ...]] = {}
    points: dict[int, tuple[Message, ...]] = {}
    for each in _parts(cross_table(rows), rows):
        numbers = [entrant.number for entrant in each.entrants if entrant.number in wanted]
        sums |= explanations(each, codes, numbers) if numbers else {}
        if not table.has_opponents and numbers:
            points |= explanations(each, [POINTS], numbers)
    made = []
    for row in shown:
        number = row.entry.number or 0
        made.append(_with_sums(rows, row, sums.get(number, ()), next(iter(points.get(number, ())), None)))
    return replace(table, rows=tuple(made))


def _with_sums(rows: EventData, row: StandingRow, sums: Sequence[Message], points_sum: Message | None) -> StandingRow:
    values = tuple(replace(value, explanation=sum_) for value, sum_ in zip(row.values, sums, strict=True))
    return replace(row, values=values, points_sum=points_sum, lines=history(rows, row.entry.id))


def _parts(whole: CrossTable, rows: EventData) -> list[CrossTable]:
    """What is ranked by itself: the groups of a league, else the whole; without those whose games do not count."""
    table = leave_out_annulled(whole, rows)
    return _groups(table, rows) if is_league(rows.event.format) else [table]


def _groups(table: CrossTable, rows: EventData) -> list[CrossTable]:
    """The table of each group; no one's is empty."""
    members: dict[int, list[int]] = {}
    for entrant in table.entrants:
        members.setdefault(rows.by_number[entrant.number].group or 1, []).append(entrant.number)
    return [group_table(table, members[group]) for group in sorted(members)]


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Rows that are ranked together, and their places as the engine gave them."""

    places: tuple[Standing, ...]
    rows: tuple[StandingRow, ...]


def _rank_rows(table: CrossTable, rows: EventData, codes: Sequence[str]) -> _Ranked:
    places = _rank(table, rows, codes)
    columns = [_values(tie_break(code), code, [place.values[at] for place in places]) for at, code in enumerate(codes)]
    values = zip(*columns, strict=True) if columns else repeat(())
    lines = (
        _standing_row(table, rows.by_number[place.number], place.rank, place.points, own)
        for place, own in zip(places, values, strict=False)
    )
    return _Ranked(places, tuple(_with_performance(rows.event, table, lines)))


def _with_performance(event: Event, table: CrossTable, lines: Iterable[StandingRow]) -> Iterable[StandingRow]:
    """The lines of `table` with their performance, where the event shows it."""
    if RatingColumn.PERFORMANCE not in event.rating_columns:
        return lines
    return (replace(line, performance=performance_rating(table, line.entry.number or 0)) for line in lines)


def _with_moves(event: Event, parts: Sequence[_Ranked]) -> list[StandingRow]:
    """All rows, group by group, marked with who moves up and down."""
    moves: dict[int, str] = {}
    if is_league(event.format) and len(parts) == groups_of(event):
        found = _season(event, parts)
        moves = {move.number: "up" if move.to < move.group else "down" for move in found.moves}
        moves |= {number: "open" for shared in found.undecided for number in shared}
    rows = (row for part in parts for row in part.rows)
    return [replace(row, move=moves[number]) if (number := row.entry.number or 0) in moves else row for row in rows]


def _season(event: Event, parts: Sequence[_Ranked]) -> Season:
    try:
        return season([part.places for part in parts], option(event, "up"), option(event, "down"))
    except ValueError:
        return Season((), ())  # a group has become too small for as many moves


def _values(chosen: TieBreak, code: str, column: Iterable[Fraction | int | None]) -> list[Value]:
    """A tie-break's values as they are printed; those that are printed alike are one, and are packed once."""
    texts, in_words = [chosen.format_value(value) for value in column], chosen.says_more
    made = {text: Value(code, text, in_words=in_words) for text in set(texts)}
    return [made[text] for text in texts]


def _standing_row(
    table: CrossTable, entry: EntryRow, place: int | None, points: int, values: tuple[Value, ...]
) -> StandingRow:
    """A line for an entry, counted in `table`: who is ranked has no points from games that were annulled."""
    assert entry.number is not None
    cells = table.entrant(entry.number).cells[: table.rounds_played]
    outcomes = [side.outcome for cell in cells if isinstance(cell, Meeting) for side in cell.games]
    return StandingRow(
        rank=place,
        entry=entry,
        points=points,
        values=values,
        won=outcomes.count(SideResult.WIN),
        drawn=outcomes.count(SideResult.DRAW),
        lost=outcomes.count(SideResult.LOSS),
    )
