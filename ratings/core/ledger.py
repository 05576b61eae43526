"""The ledger of a pool: replayed from the games, and as it is stored. Both in the same shape, so that they compare."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import NamedTuple

from django.db.models import Case, CharField, F, IntegerField, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast, Coalesce

from games.models import Game, LeftOut
from gipf_engine.ratings import base
from gipf_engine.results import RESULTS, SideResult
from gipf_engine.rules import all_rules
from players.core.queries.records import canonical_id
from players.models import HousePlayer, Person
from ratings.core.lines import LedgerLine
from ratings.core.packed_lines import fingerprint, unpack, unpack_last
from ratings.models import Pool, Rating

SCORES = {
    row.code: {SideResult.WIN: base.WIN, SideResult.DRAW: base.WIN // 2, SideResult.LOSS: 0}[row.white]
    for row in RESULTS.values()
    if row.rated and row.white is not None
}
"""White's score in tenths for each result that counts in rating lists."""
EVEN = ("", "0/0")
IN_ORDER = ("counts_from", "parent_scope", "sequence", "pk")


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
    """Everybody's packed lines, and where everybody stands after the last one; `keys` name the system's values."""

    keys: Sequence[str]
    histories: dict[int, bytes] = field(default_factory=dict)
    standings: dict[int, LedgerStanding] = field(default_factory=dict)

    @property
    def lines(self) -> dict[tuple[int, int], LedgerLine]:
        """All lines by (person, parent scope); of several days of a parent scope the last."""
        return {
            (person, line.parent_scope): line
            for person, packed in self.histories.items()
            for line in unpack(packed, person, self.keys)
        }

    @property
    def digest(self) -> str:
        """The fingerprint of the lines: equal exactly when every number of every line is."""
        return fingerprint(self.histories)


def games_of(pool: Pool) -> QuerySet[Game]:
    """The games that this pool rates, in total order: by `counts_from` (the day), parent scope, sequence and id."""
    games = games_by_record(pool).annotate(white_person=canonical_id("white"), black_person=canonical_id("black"))
    return games.exclude(white_person=F("black_person"))


def games_by_record(pool: Pool) -> QuerySet[Game]:
    """The games that this pool rates, by records of persons: merges are not looked at, two of one person may meet."""
    games = _from_their_days(pool, Game.objects.filter(rules__in=pool.coverage.covered, rated=True))
    games = games_between(games, programs=pool.programs, mixed=pool.admits_programs)
    by_server = Q(club__admitted=True) | Q(club=None, left_out="")
    games = games.filter(by_server if pool.club_id is None else _of_club(pool))
    if not pool.rating_system.rates_handicap:
        games = games.filter(handicap__in=EVEN)
    counted = Case(When(rated_result="", then=F("result")), default=F("rated_result"), output_field=CharField())
    ordered = games.annotate(counted=counted).filter(counted__in=SCORES)
    return ordered.order_by(*IN_ORDER)


def _of_club(pool: Pool) -> Q:
    """Games of its club; and where it admits programs, what members arranged here against the club's house players.

    Whether the server vouches for the two is the server's lists' concern alone.
    """
    if not pool.admits_programs:
        return Q(club=pool.club_id)
    house_player = HousePlayer.objects.filter(club=pool.club_id).order_by().values("person")
    arranged = Q(club=None, left_out__in=("", LeftOut.UNVOUCHED))
    return Q(club=pool.club_id) | arranged & (Q(white__in=house_player) | Q(black__in=house_player))


def games_between(games: QuerySet[Game], *, programs: bool, mixed: bool = False) -> QuerySet[Game]:
    """Those between people alone, or between `programs` alone; with `mixed` those of people against programs, too.

    Programs are few: they are read once, and not joined.
    """
    known = Person.staged.filter(is_program=True).order_by().values("pk")
    if programs:
        return games.filter(white__in=known, black__in=known)
    if mixed:
        return games.exclude(white__in=known, black__in=known)
    return games.exclude(white__in=known).exclude(black__in=known)


def _from_their_days(pool: Pool, games: QuerySet[Game]) -> QuerySet[Game]:
    """Those that have a day to count from. What is still being imported, or was withdrawn, is no one's."""
    seen = games.filter(parent_scope__hidden=False)
    if not pool.counts_at_once:
        return seen.annotate(counts_from=F("rated_on")).filter(rated_on__isnull=False)
    dated = seen.annotate(counts_from=Coalesce("stands_on", "rated_on"))
    return dated.filter(Q(stands_on__isnull=False) | Q(rated_on__isnull=False))


def standings_of(histories: Mapping[int, bytes], system: base.System, keys: Sequence[str]) -> dict[int, LedgerStanding]:
    """Where these persons stand after their last lines."""
    return {person: _standing(unpack_last(packed, person, keys), system) for person, packed in histories.items()}


def handicap_steps(rules: str, handicap: str) -> int:
    """By how many steps White is ahead by a handicap, below 0 Black: 0 without one."""
    return _known_steps().get((rules, handicap), 0)


def steps_of_games() -> Case:
    """By how many steps White is ahead in a game by its handicap, as an expression for the database."""
    known = _known_steps().items()
    cases = (When(rules=rules, handicap=handicap, then=Value(steps)) for (rules, handicap), steps in known)
    return Case(*cases, default=Value(0), output_field=IntegerField())


@cache
def _known_steps() -> dict[tuple[str, str], int]:
    rules = {key: known() for key, known in all_rules().items()}
    return {(key, each): known.handicap_steps(each) for key, known in rules.items() for each in known.handicaps()}


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


def stored_standings(pool: Pool) -> dict[int, LedgerStanding]:
    """The ratings in the table, by person."""
    columns = [Cast(name, TextField()) if name == "details" else F(name) for name in LedgerStanding._fields]
    read = cache(json.loads)  # most have the same, or none
    rows = Rating.objects.filter(pool=pool).order_by().values_list(*columns)
    place = LedgerStanding._fields.index("details")
    parsed = ((*row[:place], read(row[place]), *row[place + 1 :]) for row in rows)
    return {row[0]: LedgerStanding._make(row) for row in parsed}
