"""WHR beside `whole-history-rating`: 100,000 games, 1,000 more, and a list that is rated event by event.

    python -m bench.whr [--peer-sweeps 5] [--list-games 100000] [--server]

CPU seconds. Bars: 100,000 games within 10 s, 1,000 more within 1 s and within .1 points of the fit of everything.
--server rates such a list of a club on SQLite, too, wall and CPU seconds.
"""

from __future__ import annotations

import argparse
import datetime
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from os import getloadavg
from time import perf_counter, process_time

from whr import WHR

from bench.pages import database_of_its_own
from bench.rating_evidence import EVENT_GAMES, synthetic
from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Game
from gipf_engine.ratings.deviations import Q
from gipf_engine.ratings.whr.model import WholeHistory

GAMES, MORE, PLAYERS = 100_000, 1_000, 2_000
PEER_GAMES = 10_000
"""Of so many the peer may do up to `MOST_SWEEPS`."""
MOST_SWEEPS = 50
DAILY_VARIANCE, DRAWS = 2.5, 1
BAR_FIT, BAR_MORE, BAR_APART = 10.0, 1.0, 0.1
CLUB_PLAYERS = 120
Played = list[tuple[int, Game]]


def main(arguments: Sequence[str] = ()) -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer-sweeps", type=int, default=5, help="of the peer through all games")
    parser.add_argument("--server", action="store_true", help="a list of the server on SQLite, too")
    parser.add_argument("--list-games", type=int, default=GAMES, help="games of the lists rated event by event")
    wanted = parser.parse_args(list(arguments))
    with suppress(OSError):
        print(f"load {getloadavg()[0]:.1f}")
    warm = history()
    warm.add([(1, 2, 10)], 0)
    warm.fit_all()  # numba compiles, or loads what it has compiled
    whole(wanted.peer_sweeps)
    to_the_end()
    event_by_event(wanted.list_games)
    if wanted.server:
        with database_of_its_own("", postgres=False):
            serve(wanted.list_games)


def history() -> WholeHistory:
    return WholeHistory(DAILY_VARIANCE, DRAWS, 1 / Q)


def random_games(games: int, players: int) -> Played:
    """Uniform pairs of players spread by 300 points, a hundred games a day."""
    chance = random.Random(2008)
    strengths = [chance.gauss(0, 300) for _player in range(players)]
    found: Played = []
    for number in range(games):
        one, two = chance.sample(range(players), 2)
        wins = chance.random() < 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        found.append((number // 100, (one, two, 10 if wins else 0)))
    return found


def whole(sweeps: int) -> None:
    """All games and 1,000 more; the peer does a few sweeps, which do not take it to the end yet."""
    played = random_games(GAMES + MORE, PLAYERS)
    first, more = played[:GAMES], played[GAMES:]
    grown, all_at_once, peer = history(), history(), Peer()
    print(f"{GAMES:,} games of {PLAYERS:,} players on {GAMES // 100:,} days, CPU seconds")
    ours = told("fitted until nobody moves by .001 points", seconds_of(lambda: fit(grown, first)), BAR_FIT)
    added = told(f"{MORE:,} games more", seconds_of(lambda: fit(grown, more)), BAR_MORE)
    fit(all_at_once, played, 1e-6)
    apart = max(abs(last(grown, person) - last(all_at_once, person)) for person in range(PLAYERS))
    print(f"  {'points from the fit of everything, at most':<46}{apart:>9.4f} {_bar(apart <= BAR_APART)}")
    told(f"whole-history-rating, {sweeps} sweeps", seconds_of(lambda: peer.fit(first, sweeps)), ratio_to=ours)
    behind = max(abs(last(all_at_once, person) - peer.last(person)) for person in range(PLAYERS))
    print(f"  {'  which leaves it, in points, at most':<46}{behind:>9.1f}")
    told(f"  {MORE:,} games more, one sweep", seconds_of(lambda: peer.fit(more, 1)), ratio_to=added)


def to_the_end() -> None:
    """A tenth of it, where the peer has more sweeps: until it is at the same ratings, if it comes there."""
    played = random_games(PEER_GAMES, PLAYERS // 10)
    own, peer = history(), Peer()
    print(f"{PEER_GAMES:,} games of {PLAYERS // 10} players, both to the end, CPU seconds")
    ours = told("fitted until nobody moves by .001 points", seconds_of(lambda: fit(own, played)))
    told("whole-history-rating, until .1 points", seconds_of(lambda: peer.fit_close(played, own)), ratio_to=ours)
    print(f"  {f'  {peer.sweeps} sweeps; points from ours, at most':<46}{peer.distance(played, own):>9.2f}")


def event_by_event(games: int) -> None:
    """A list: its system rates one event after the other, each against what was known before it."""
    events = list(synthetic(CLUB_PLAYERS, games // EVENT_GAMES, 2026))
    state = system_for("whr").initial_state()
    print(f"{games:,} games of {CLUB_PLAYERS} players in {len(events):,} events, rated one by one, CPU seconds")

    def rate(some: Iterable[int]) -> None:
        for number in some:
            state.rate(events[number].games, events[number].day)

    told("all but the last ten", seconds_of(lambda: rate(range(len(events) - 10))))
    dumped = b""

    def dump() -> None:
        nonlocal dumped
        dumped = state.dump() or b""

    told("a checkpoint made", seconds_of(dump))
    again = system_for("whr").initial_state()
    told(f"taken up again, {len(dumped) // 1000:,} KB", seconds_of(lambda: again.restore(dumped)))
    told("the last ten", seconds_of(lambda: rate(range(len(events) - 10, len(events)))))
    told("what all games say of each day", seconds_of(lambda: _curves([(e.day, e.games) for e in events])))


def _curves(periods: list[tuple[int, list[Game]]]) -> None:
    assert len(system_for("whr").curves(periods)) == CLUB_PLAYERS


def serve(count: int) -> None:
    """The same as a club's list of the server: the job that rates it, as jobs run."""
    from bench.ratings import fill_club
    from games import models
    from ratings.ledger.services.ledgers import recompute
    from ratings.models import Pool

    pool = fill_club(count // EVENT_GAMES, CLUB_PLAYERS, datetime.timedelta(days=2))
    Pool.objects.filter(pk=pool).update(system="whr")
    print(f"{models.Game.objects.count():,} games of a club's list on SQLite, wall and CPU seconds")

    def timed(what: str) -> None:
        began, cpu = perf_counter(), process_time()
        rows = recompute(pool)
        took, cpu = perf_counter() - began, process_time() - cpu
        print(f"  {what:<46}{took:>9.2f}   CPU {cpu:>7.2f}   {rows:,} rows written", flush=True)

    timed("from nothing")
    timed("nothing to do")
    days = models.Game.objects.order_by("rated_on").values_list("rated_on", flat=True)
    late = days.last()
    assert isinstance(late, datetime.date)
    of_last = models.Game.objects.filter(rated_on=late)
    of_last.update(rated_on=late + datetime.timedelta(days=1))
    timed("the last event another day")
    for share in (0.99, 0.9, 0.5):
        old = models.Game.objects.order_by("rated_on", "pk")[int(len(days) * share)]
        models.Game.objects.filter(pk=old.pk).update(result="0-1" if old.result != "0-1" else "1-0")
        timed(f"a result corrected at {share:.0%} of history")


class Peer:
    """The package `whole-history-rating`."""

    def __init__(self) -> None:
        self.own = WHR({"w2": DAILY_VARIANCE, "initial_prior_wins": float(DRAWS)})
        self.sweeps = 0

    def fit(self, played: Played, sweeps: int) -> None:
        for day, (one, two, score) in played:
            self.own.create_game(str(one), str(two), "B" if score else "W", day, 0)
        self.own.iterate(sweeps)
        self.sweeps += sweeps

    def fit_close(self, played: Played, to: WholeHistory) -> None:
        """Until its newest ratings are within a tenth of a point, for at most `MOST_SWEEPS`."""
        self.fit(played, 10)
        while self.sweeps < MOST_SWEEPS and self.distance(played, to) > BAR_APART:
            self.own.iterate(10)
            self.sweeps += 10

    def distance(self, played: Played, to: WholeHistory) -> float:
        people = {person for _day, game in played for person in game[:2]}
        return max(abs(last(to, each) - self.last(each)) for each in people)

    def last(self, person: int) -> float:
        return float(self.own.players[str(person)].days[-1].r / Q)


def fit(to: WholeHistory, played: Played, tolerance: float = 0.001) -> None:
    for day, games in groupby(played, key=lambda each: each[0]):
        to.add([game for _day, game in games], day)
    to.fit({person for _day, game in played for person in game[:2]}, tolerance)


def last(of: WholeHistory, person: int) -> float:
    found = of.latest(person)
    return found.rating if found else 0.0


def seconds_of(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def told(what: str, seconds: float, bar: float = 0.0, ratio_to: float = 0.0) -> float:
    """Print it, with its bar or the ratio to ours."""
    beside = _bar(seconds <= bar) if bar else f"× {seconds / ratio_to:.0f}" if ratio_to else ""
    print(f"  {what:<46}{seconds:>9.3f} {beside}", flush=True)
    return seconds


def _bar(kept: bool) -> str:
    return "(kept)" if kept else "(MISSED)"


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
