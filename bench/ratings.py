"""Ratings: the kernel beside a plain one that reads like the rule, then a club's whole recompute on SQLite."""

from __future__ import annotations

import datetime
import os
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from glicko2 import Player
from whr import WHR

from engine.ratings import all_systems, system_for
from engine.ratings.base import Game
from engine.ratings.deviations import Q
from engine.ratings.elo import Elo
from engine.ratings.elo_states import round_change
from engine.ratings.evidence import forecasts, judge
from engine.ratings.fide_tables import expected_score
from engine.ratings.live import DAYS_OF_YEAR
from engine.ratings.whr.model import WholeHistory

GAMES = 300_000
SHAPES = ((28, 8), (90, 20), (1_000, 200))
"""Games and players of one event: a round robin of 8, a Swiss of 9 rounds, a list that is rated monthly."""
WHR_GAMES = 100_000
CLUB_EVENTS, CLUB_PLAYERS = 357, 120


def main() -> None:
    kernels()
    glicko()
    whole_history()
    evidence()
    club()


def kernels() -> None:
    """CPU seconds for the same games, and the same ratings at the end."""
    print(f"{GAMES:,} games; games rated per CPU second, one core, pure Python")
    for size, field in SHAPES:
        periods = history(GAMES // size, size, field)
        kernel, plain = system_for("elo").initial_state(), Plain()
        fast = rate_of(periods, kernel.rate)
        slow = rate_of(periods[: len(periods) // 5], plain.rate)
        again = system_for("elo").initial_state()
        rate_of(periods[: len(periods) // 5], again.rate)
        assert plain.values == {person: again.rating(person) for person in plain.values}
        told = f"{fast:>10,.0f}   plain {slow:>9,.0f}   × {fast / slow:.1f}"
        print(f"  events of {size:>5} games, {field:>3} players: {told}")


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


def whole_history() -> None:
    """WHR: 100,000 games fitted to the end, and 1,000 more; the package `whole-history-rating` on a tenth of them."""
    chance = random.Random(2008)
    strengths = [chance.gauss(0, 300) for _player in range(2_000)]
    games: list[tuple[int, Game]] = []
    for number in range(WHR_GAMES + 1_000):
        one, two = chance.sample(range(2_000), 2)
        wins = chance.random() < 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        games.append((number // 100, (one, two, 10 if wins else 0)))
    warm = WholeHistory(2.5, 1, 1 / Q)
    warm.add([(1, 2, 10)], 0)
    warm.fit_all()  # numba compiles, or loads what it has compiled
    grown, whole = WholeHistory(2.5, 1, 1 / Q), WholeHistory(2.5, 1, 1 / Q)
    first, more = games[:WHR_GAMES], games[WHR_GAMES:]
    print(f"WHR, {len(first):,} games of 2,000 players on {WHR_GAMES // 100:,} days, CPU seconds")
    print(f"  fitted until nobody moves by .001 points {_fit_seconds(grown, first):>7.2f} s")
    print(f"  {len(more):,} games added {_fit_seconds(grown, more):>31.2f} s")
    _fit_seconds(whole, games)
    apart = max(abs(_last(grown, person) - _last(whole, person)) for person in range(2_000))
    print(f"  from the fit of all of them {apart:>18.3f} points apart at most")
    peer, began = WHR({"w2": 2.5, "initial_prior_wins": 1.0}), process_time()
    for day, (one, two, score) in first[: WHR_GAMES // 10]:
        peer.create_game(str(one), str(two), "B" if score else "W", day, 0)
    peer.iterate(10)
    print(f"  whole-history-rating: {WHR_GAMES // 10:,} games, 10 sweeps {process_time() - began:>9.2f} s")


def _fit_seconds(history: WholeHistory, games: list[tuple[int, Game]]) -> float:
    began = process_time()
    for day, game in games:
        history.add([game], day)
    history.fit({person for _day, game in games for person in game[:2]})
    return process_time() - began


def _last(history: WholeHistory, person: int) -> float:
    found = history.latest(person)
    return found.rating if found else 0.0


def evidence() -> None:
    """Synthetic players of known strength: how well each system predicts them, and what its intervals cover."""
    for told, players, events in (("a club", 120, 1_000), ("a country", 1_000, 8_000)):
        periods, strengths = synthetic(players, events)
        print(
            f"{told}: {players:,} players N(1500, 300) whose strengths drift by {YEARLY_DRIFT} points a year,"
            f" {events * EVENT_GAMES:,} games within {WEEKS} weeks; seed 2026"
        )
        quick = (key for key in sorted(all_systems()) if key != "whr" or players < 1_000)
        for key, parameters in [*((key, {}) for key in quick), ("elo", ELO_20)]:
            found = judge(forecasts(system_for(key, parameters), periods)[events * EVENT_GAMES // 4 :])
            name = f"{key} K=20" if parameters else key
            print(
                f"  {name:<8} log loss {found.log_loss:.4f}   Brier {found.brier:.4f}   accuracy {found.accuracy:.2%}"
                f"   calibration error {found.calibration_error:.2%}{coverage(key, periods, strengths)}"
            )


ELO_20 = {"k_new": 20, "k_top": 20}
EVENT_GAMES, EVENT_PLAYERS, WEEKS, YEARLY_DRIFT = 28, 8, 50, 30


def synthetic(players: int, events: int) -> tuple[list[tuple[int, list[Game]]], dict[int, float]]:
    """Round robins of 8 drawn at random, whose results follow the logistic curve of players' strengths.

    These drift. Returned are the days with their games, and everybody's strength on the day of his last event.
    """
    chance = random.Random(2026)
    strengths = {person: chance.gauss(1500, 300) for person in range(players)}
    seen, periods, day = dict(strengths), [], 0
    for number in range(events):
        days, day = 7 * number * WEEKS // events - day, 7 * number * WEEKS // events
        for person in range(players if days else 0):
            strengths[person] += chance.gauss(0, YEARLY_DRIFT * (days / DAYS_OF_YEAR) ** 0.5)
        field = chance.sample(range(players), EVENT_PLAYERS)
        seen.update((person, strengths[person]) for person in field)
        games: list[Game] = []
        for place, one in enumerate(field):
            for two in field[place + 1 :]:
                wins = chance.random() < 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
                games.append((one, two, 10 if wins else 0))
        periods.append((day, games))
    return periods, seen


def coverage(key: str, periods: list[tuple[int, list[Game]]], strengths: dict[int, float]) -> str:
    """How many true strengths lie in the intervals of 95 %, both with mean 0; "" where the system has none."""
    system, last = system_for(key), {}
    state = system.initial_state()
    for day, games in periods:
        last.update((change.person, change) for change in state.rate(games, day))
    intervals = {person: system.interval(change) for person, change in last.items()}
    if not all(intervals.values()):
        return ""
    shift = sum(strengths[person] - change.after for person, change in last.items()) / len(last)
    held = sum(low <= strengths[person] - shift <= high for person, (low, high) in intervals.items() if low < high)
    return f"   intervals hold {held / len(last):.1%}"


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


def club() -> None:
    """A club of 120 with 10,000 games: from nothing, again with nothing to do, and after an old result is corrected."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"GIPFEL_HOME": home, "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        os.environ.pop("DATABASE_URL", None)
        pool = _club_in(Path(home))
        from games.models import Game
        from ratings.services import recompute

        print(f"{Game.objects.count():,} games of {CLUB_PLAYERS} players in {CLUB_EVENTS} events, SQLite, wall seconds")
        _time("from nothing", recompute, pool)
        _time("nothing to do", recompute, pool)
        for share in (0.1, 0.5, 0.9):
            old = Game.objects.order_by("pk")[int(Game.objects.count() * share)]
            Game.objects.filter(pk=old.pk).update(result="0-1" if old.result != "0-1" else "1-0")
            _time(f"a result corrected at {share:.0%} of history", recompute, pool)


def _time(what: str, recompute: Callable[[int], int], pool: int) -> None:
    began = perf_counter()
    rows = recompute(pool)
    print(f"  {what:<40} {perf_counter() - began:>7.3f} s   {rows:>7,} rows written")


def _club_in(home: Path) -> int:
    """A database with the club's games; the id of its pool."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from common.journal.services import open_scope
    from games.models import Game
    from players.models import Club, Person
    from ratings.services import pool_for

    club = Club.objects.create(name="Bench", slug="bench")
    people = Person.objects.bulk_create(Person(name=f"Person {number}") for number in range(CLUB_PLAYERS))
    chance, day = random.Random(1996), datetime.date(2000, 1, 1)
    for number in range(CLUB_EVENTS):
        occasion = open_scope(f"event:{number}", club.scope)
        field = chance.sample(people, 8)
        fields: dict[str, Any] = {"club": club, "occasion": occasion, "rules": "gipf-basic"}
        Game.objects.bulk_create(
            Game(
                **fields,
                white=white,
                black=black,
                result=chance.choice(("1-0", "0-1")),
                rated_on=day + datetime.timedelta(weeks=number),
            )
            for place, white in enumerate(field)
            for black in field[:place]
        )
    return int(pool_for("gipf-basic", club).pk)


if __name__ == "__main__":
    main()
