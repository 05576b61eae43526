"""The ledger of a pool: replayed from the games, and as it is stored. Both in the same shape, so that they compare."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Case, CharField, F, Q, QuerySet, TextField, When
from django.db.models.functions import Cast

from engine.ratings import base
from engine.results import RESULTS, Outcome
from games.models import Game
from players.queries import canonical_id
from ratings.lines import LedgerLine
from ratings.models import Change, Pool, Rating

SCORES = {
    row.code: {Outcome.WIN: base.WIN, Outcome.DRAW: base.WIN // 2, Outcome.LOSS: 0}[row.white]
    for row in RESULTS.values()
    if row.rated and row.white is not None
}
"""White's score in tenths for each result that counts in rating lists."""
EVEN = ("", "0/0")


class LedgerStanding(NamedTuple):
    """A person's rating at the end of the ledger: the columns of `Rating` without its key and pool."""

    person: int
    value: int
    games: int
    provisional: bool
    details: Mapping[str, int]
    last_change: int
    last_rated_on: date


@dataclass(frozen=True)
class Ledger:
    """All lines by (person, occasion), and where everybody stands after the last one."""

    lines: dict[tuple[int, int], LedgerLine] = field(default_factory=dict)
    standings: dict[int, LedgerStanding] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """The fingerprint of the lines: equal exactly when every number of every line is.

        The details of a line are in the order in which its rating system names them.
        """
        lines = sorted(self.lines.values(), key=attrgetter("rated_on", "occasion", "person"))
        written = "".join(f"{';'.join(map(str, (*line[:-1], *line.details.values())))}\n" for line in lines)
        return hashlib.sha256(written.encode()).hexdigest()


def games_of(pool: Pool) -> QuerySet[Game]:
    """The games that this pool rates, in total order: by day, occasion, sequence and id."""
    games = Game.objects.filter(rules=pool.rules, rated=True, rated_on__isnull=False)
    counted_here = Q(club=pool.club_id) if pool.club_id is not None else Q(club__admitted=True) | Q(club=None)
    games = games.filter(counted_here)
    if not pool.rating_system.rates_handicap:
        games = games.filter(handicap__in=EVEN)
    counted = Case(When(rated_result="", then=F("result")), default=F("rated_result"), output_field=CharField())
    return (
        games.annotate(counted=counted, white_person=canonical_id("white"), black_person=canonical_id("black"))
        .filter(counted__in=SCORES)
        .exclude(white_person=F("black_person"))
        .order_by("rated_on", "occasion", "sequence", "pk")
    )


def replay(pool: Pool) -> Ledger:
    """The ledger from nothing: every event's games together, against the ratings before it."""
    system = pool.rating_system
    state, numbers = system.initial_state(), defaultdict[int, int](int)
    lines: dict[tuple[int, int], LedgerLine] = {}
    last: dict[int, LedgerLine] = {}
    for (rated_on, occasion), games in periods_of(pool):
        for change in state.rate(games, rated_on.toordinal()):
            numbers[change.person] += 1
            line = LedgerLine(change.person, occasion, rated_on, numbers[change.person], *change[1:])
            lines[line.person, occasion] = last[line.person] = line
    return Ledger(lines, {person: _standing(line, system) for person, line in last.items()})


def periods_of(pool: Pool) -> Iterator[tuple[tuple[date, int], Iterable[base.Game]]]:
    """The events that the pool rates, in order: day and id of the scope, and their games."""
    columns = ("rated_on", "occasion", "white_person", "black_person", "counted")
    rows = games_of(pool).values_list(*columns).iterator(chunk_size=10_000)
    for event, games in groupby(rows, key=lambda row: (row[0], row[1])):
        yield event, ((white, black, SCORES[result]) for _day, _occasion, white, black, result in games)


def _standing(line: LedgerLine, system: base.System) -> LedgerStanding:
    return LedgerStanding(
        person=line.person,
        value=line.after,
        games=line.games_total,
        provisional=system.is_provisional(line.games_total),
        details=system.listed_details(line.details),
        last_change=line.after - line.before,
        last_rated_on=line.rated_on,
    )


def stored_lines(pool: Pool) -> dict[tuple[int, int], tuple[int, LedgerLine]]:
    """The lines in the table with their keys, by (person, occasion). The same details are read once."""
    read_details = cache(json.loads)
    changes = Change.objects.filter(pool=pool).order_by().annotate(written=Cast("details", TextField()))
    rows = changes.values_list("pk", *LedgerLine._fields[:-1], "written").iterator(chunk_size=10_000)
    return {(row[1], row[2]): (row[0], LedgerLine._make((*row[1:-1], read_details(row[-1])))) for row in rows}


def stored_standings(pool: Pool) -> dict[int, LedgerStanding]:
    """The ratings in the table, by person."""
    rows = Rating.objects.filter(pool=pool).order_by().values_list(*LedgerStanding._fields)
    return {row[0]: LedgerStanding(*row) for row in rows}
