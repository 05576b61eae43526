"""Standings, categories, prizes and the cross table as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from common.csv import Cell
from tournaments.core.queries.tables import Mark
from tournaments.core.saved_event import decimal, write_table
from tournaments.models import Event
from tournaments.rating_columns import RatingColumn
from tournaments.standings.queries.crosstables import CrossGrid
from tournaments.standings.queries.prizes import CategoryTable, PrizePage
from tournaments.standings.queries.standings import StandingRow, Standings


def standings_csv(event: Event, table: Standings) -> str:
    """The standings, with the codes of the tie-breaks for heads. Heads are in English, for programs.

    Leagues and matches begin with a column of groups or teams. Columns `change` and `performance` are there where the
    event shows them. The last columns say whether the event follows standard rules, and whether the table is final.
    """
    head: list[Cell] = ["rank", "number", "name", "country", "rating", "points", "won", "drawn", "lost"]
    split: list[Cell] = ["group"] if table.is_league else ["team"] if table.is_match else []
    ratings = _rating_columns(table)
    lines: list[list[Cell]] = [[*split, *head, *ratings, *(column.code for column in table.columns)]]
    for row in table.rows:
        entry = row.entry
        where: list[Cell] = [entry.group] if split else []
        who: list[Cell] = [row.rank, entry.number, entry.name, entry.country, entry.rating]
        what: list[Cell] = [decimal(row.points), row.won, row.drawn, row.lost]
        what += _rating_cells(row, ratings)
        lines.append([*where, *who, *what, *(value.text for value in row.values)])
    return write_table(event, lines, table.is_final)


def _rating_columns(table: Standings) -> list[RatingColumn]:
    """What `table` shows of ratings beside those before the event."""
    shown = {RatingColumn.CHANGE: table.has_rating_changes, RatingColumn.PERFORMANCE: table.has_performances}
    return [key for key, is_shown in shown.items() if is_shown]


def _rating_cells(row: StandingRow, columns: Iterable[RatingColumn]) -> list[Cell]:
    known = {RatingColumn.CHANGE: row.rating_change, RatingColumn.PERFORMANCE: row.performance}
    return [known[key] for key in columns]


def categories_csv(event: Event, table: Standings, categories: Iterable[CategoryTable]) -> str:
    """The tables of categories below each other; `overall` is the rank in the standings.

    Points and performance in a category of a board are those at it, in so many `games`. Columns `change` and
    `performance` are there where the event shows them, as in the standings.
    """
    of_boards = any(line.games is not None for each in categories for line in each.rows)
    head: list[Cell] = ["category", "rank", "overall", "number", "name", "country", "rating", "points"]
    head += ["games"] if of_boards else []
    ratings = _rating_columns(table)
    lines: list[list[Cell]] = [[*head, *ratings, *(column.code for column in table.columns)]]
    for each in categories:
        for line in each.rows:
            row, entry = line.row, line.row.entry
            who: list[Cell] = [each.category.name, line.rank, row.rank, entry.number, entry.name, entry.country]
            games: list[Cell] = ["" if line.games is None else line.games] if of_boards else []
            row = replace(row, performance=line.performance)
            what: list[Cell] = [entry.rating, decimal(line.points), *games, *_rating_cells(row, ratings)]
            lines.append([*who, *what, *(value.text for value in row.values)])
    return write_table(event, lines, table.is_final)


def prizes_csv(event: Event, page: PrizePage) -> str:
    """Who gets which prize. The list of the event has no category; amounts are decimal numbers."""
    lines: list[list[Cell]] = [["category", "rank", "number", "name", "amount", "currency", "thing"]]
    for each in page.lists:
        category = each.category.name if each.category else ""
        for row in each.awards:
            who: list[Cell] = [category, row.rank, row.entry.number, row.entry.name]
            lines.append([*who, row.amount, page.rules.currency if row.amount else "", row.names])
    return write_table(event, lines, page.is_final)


def cross_table_csv(event: Event, grid: CrossGrid) -> str:
    """The cross table: columns are pairing numbers, or rounds where not all meet all.

    Behind a result in square brackets the one that ratings count instead.
    """
    heads: list[Cell] = [f"no. {head}" if grid.grid else f"round {head}" for head in grid.heads]
    lines: list[list[Cell]] = [["rank", "number", "name", *heads, "points"]]
    for row in grid.rows:
        standing = row.standing
        cells: list[Cell] = [_cell(cell, grid=grid.grid) for cell in row.cells]
        lines.append([standing.rank, standing.entry.number, standing.entry.name, *cells, decimal(standing.points)])
    return write_table(event, lines, grid.progress.is_final)


def _cell(marks: Sequence[Mark] | None, *, grid: bool) -> str:
    if marks is None:
        return "×"
    return " ".join(_sign(mark, grid=grid) for mark in marks)


def _sign(mark: Mark, *, grid: bool) -> str:
    text = mark.text if grid or mark.opponent is None else f"{mark.opponent}{mark.colour}{mark.text}"
    rated = f"[{mark.rated}]" if mark.rated else ""
    return f"({text}){rated}" if mark.annulled else text + rated
