"""Ratings: the kernel beside a plain one that reads like the rule, then a club's whole recompute on SQLite.

The bar of the list's kernel is a million games per CPU second. riix 0.0.6, whose licence keeps it out of this project,
does 213,000, one by one.
"""

from __future__ import annotations

import datetime
import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from time import perf_counter, process_time
from typing import Any

import numpy as np
from glicko2 import Player

from bench.pages import database_of_its_own
from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Game
from gipf_engine.ratings.columns.state import ColumnState, Ints
from gipf_engine.ratings.elo import Elo
from gipf_engine.ratings.elo_states import round_change
from gipf_engine.ratings.fide_tables import expected_score

GAMES = 300_000
SHAPES = ((28, 8), (90, 20), (1_000, 200))
"""Games and players of one event: a round robin of 8, a Swiss of 9 rounds, a list that is rated monthly."""
BAR, RIIX = 1_000_000, 213_000
MONTHS, MONTH_GAMES, MONTH_PLAYERS = 120, 8_333, 20_000
CLUB_EVENTS, CLUB_PLAYERS = 357, 120


def main() -> None:
    kernels()
    glicko()
    club()


def kernels() -> None:
    """CPU seconds for the same games, and the same ratings at the end."""
    print(f"{GAMES:,} games; games rated per CPU second, one core, pure Python")
    for size, field in SHAPES:
        beside_plain(f"events of {size:>5} games, {field:>6} players", history(GAMES // size, size, field))
    months = list_by_month()
    _same_as_tuples(months[:12])
    state, columns = _columns_state(), [_columns(games) for games in months]
    began = process_time()
    for white, black, score in columns:
        state.rate(white, black, score)
    fast = sum(map(len, months)) / (process_time() - began)
    slow = rate_of(months[:12], system_for("elo").initial_state().rate)
    told = f"months of {MONTH_GAMES:>5} games, {MONTH_PLAYERS:>6} players, as columns"
    print(f"  {told}: {_beside_bar(fast)}   as tuples {slow:>9,.0f}   × {fast / slow:.1f}")


def beside_plain(told: str, periods: list[list[Game]]) -> None:
    kernel, plain, again = system_for("elo").initial_state(), Plain(), system_for("elo").initial_state()
    fast = rate_of(periods, kernel.rate)
    few = periods[: len(periods) // 5]
    slow = rate_of(few, plain.rate)
    rate_of(few, again.rate)
    assert plain.values == {person: again.rating(person) for person in plain.values}
    print(f"  {told}: {_beside_bar(fast)}   plain {slow:>9,.0f}   × {fast / slow:.1f}")


def _columns_state() -> ColumnState:
    state = system_for("elo").column_state(np.arange(MONTH_PLAYERS))
    assert state is not None
    return state


def _columns(games: list[Game]) -> Ints:
    return np.array(games).T.copy()


def _same_as_tuples(months: list[list[Game]]) -> None:
    columns, tuples = _columns_state(), system_for("elo").initial_state()
    for games in months:
        columns.rate(*_columns(games))
        tuples.rate(games)
    assert columns.dump() == tuples.dump()


def _beside_bar(fast: float) -> str:
    return f"{fast:>10,.0f} ({'kept' if fast >= BAR else 'MISSED'})   riix × {fast / RIIX:.1f}"


def glicko() -> None:
    """Glicko-2 beside the package `glicko2`, which is handed each event player by player, and the live rating."""
    print(f"Glicko-2 and live rating, {GAMES // 10:,} games; games rated per CPU second")
    for size, field in SHAPES:
        periods = history(GAMES // 10 // size, size, field)
        ours = rate_of(periods, system_for("glicko2").initial_state().rate)
        theirs = rate_of(periods, Peer().rate)
        live = rate_of(periods, system_for("live").initial_state().rate)
        told = f"{ours:>10,.0f}   glicko2 {theirs:>9,.0f}   × {ours / theirs:.1f}   live {live:>9,.0f}"
        print(f"  events of {size:>5} games, {field:>3} players: {told}")


class Peer:
    """The package `glicko2`: everybody's opponents as they were before the event."""

    def __init__(self) -> None:
        self.players: defaultdict[int, Player] = defaultdict(Player)

    def rate(self, games: Iterable[Game]) -> None:
        played: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for white, black, score in games:
            played[white].append((black, score))
            played[black].append((white, 10 - score))
        before = {person: (self.players[person].rating, self.players[person].rd) for person in played}
        for person, mine in played.items():
            ratings, deviations = zip(*(before[other] for other, _score in mine), strict=True)
            self.players[person].update_player(list(ratings), list(deviations), [score / 10 for _other, score in mine])


def history(events: int, size: int, field: int, players: int = 5_000) -> list[list[Game]]:
    """Events of people drawn at random, regulars far more often than others."""
    chance = random.Random(1997)
    periods = []
    for _ in range(events):
        people = list({int(players * chance.random() ** 3) for _ in range(2 * field)})[:field]
        periods.append([(*chance.sample(people, 2), chance.choice((0, 5, 10))) for _ in range(size)])
    return periods


def rate_of(periods: list[list[Game]], rate: Callable[[Iterable[Game]], object]) -> float:
    began = process_time()
    for period in periods:
        rate(period)
    return sum(map(len, periods)) / (process_time() - began)


class Plain:
    """The rule, sentence by sentence: for each player of an event, for each game, look up what was to be expected."""

    def __init__(self) -> None:
        self.system = Elo({})
        self.values: dict[int, int] = {}
        self.games: dict[int, int] = {}
        self.topped: set[int] = set()

    def rate(self, games: Iterable[Game]) -> None:
        played = list(games)
        people = {person for white, black, _score in played for person in (white, black)}
        after = {person: self.new_rating(person, played) for person in people}
        for person, (value, count) in after.items():
            self.values[person] = value
            self.games[person] = self.games.get(person, 0) + count
            if value >= self.system.rules.top:
                self.topped.add(person)

    def new_rating(self, person: int, played: list[Game]) -> tuple[int, int]:
        own = self.values.get(person, 1500)
        mine = [(black, score) for white, black, score in played if white == person]
        mine += [(white, 10 - score) for white, black, score in played if black == person]
        due = sum(
            expected_score(self.system.rules.cap_difference(own, own - self.values.get(other, 1500)))
            for other, _score in mine
        )
        k = self.system.rules.k_factor(self.games.get(person, 0), person in self.topped, len(mine))
        surplus = 10 * sum(score for _other, score in mine) - due
        return max(own + round_change(k, surplus), min(own, self.system.rules.floor)), len(mine)


def list_by_month() -> list[list[Game]]:
    """A million games: uniform pairs, a win for one of the two."""
    chance, people = random.Random(1990), range(MONTH_PLAYERS)
    months = []
    for _month in range(MONTHS):
        pairs = (chance.sample(people, 2) for _game in range(MONTH_GAMES))
        months.append([(white, black, chance.choice((0, 10))) for white, black in pairs])
    return months


def club() -> None:
    """A club of 120 with 10,000 games: from nothing, again with nothing to do, and after an old result is corrected."""
    with database_of_its_own("", postgres=False):
        pool = fill_club(CLUB_EVENTS, CLUB_PLAYERS, datetime.timedelta(weeks=1))
        from games.models import Game
        from ratings.ledger.services.ledgers import recompute

        print(f"{Game.objects.count():,} games of {CLUB_PLAYERS} players in {CLUB_EVENTS} events, SQLite")
        _time("from nothing (bar: .5 s)", recompute, pool)
        _time("nothing to do", recompute, pool)
        for share in (0.1, 0.5, 0.9):
            old = Game.objects.order_by("pk")[int(Game.objects.count() * share)]
            Game.objects.filter(pk=old.pk).update(result="0-1" if old.result != "0-1" else "1-0")
            _time(f"a result corrected at {share:.0%} (bar: .2 s)", recompute, pool)


def _time(what: str, recompute: Callable[[int], int], pool: int) -> None:
    began, cpu = perf_counter(), process_time()
    rows = recompute(pool)
    took, cpu = perf_counter() - began, process_time() - cpu
    print(f"  {what:<40} {took:>7.3f} s   CPU {cpu:>6.3f} s   {rows:>7,} rows written")


def fill_club(events: int, players: int, every: datetime.timedelta) -> int:
    """A club whose members play round robins of 8, one after each such time; the id of its list."""
    from common.journal.services import open_scope
    from games.models import Game
    from players.models import Club, Person
    from ratings.pools.services.pools import pool_for

    club = Club.objects.create(name="Bench", slug="bench")
    people = Person.objects.bulk_create(Person(name=f"Person {number}") for number in range(players))
    chance, day = random.Random(1996), datetime.date(2000, 1, 1)
    for number in range(events):
        parent_scope = open_scope(f"event:{number}", club.scope)
        field = chance.sample(people, 8)
        fields: dict[str, Any] = {"club": club, "parent_scope": parent_scope, "rules": "gipf-basic"}
        Game.objects.bulk_create(
            Game(
                **fields,
                white=white,
                black=black,
                result=chance.choice(("1-0", "0-1")),
                rated_on=day + number * every,
            )
            for place, white in enumerate(field)
            for black in field[:place]
        )
    return int(pool_for("gipf-basic", club).pk)


if __name__ == "__main__":
    main()
