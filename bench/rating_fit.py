"""Histories whose drift, start deviation, first move and handicap are known: does a fit find them?

    python -m bench.rating_fit [--players N] [--events N]

Round robins of 8 over four years; results follow the logistic curve, and every fourth game has a handicap of one or
two pieces for one of the players, by lot. Each history starts with the default numbers. Bars: each parameter within
15 % or two standard errors of the true one, the log loss within .001 of that with the true ones, and intervals that
hold 93 to 97 of 100 true strengths. On a history that is as the defaults have it nothing may be adopted. Takes about
three minutes of CPU.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import process_time

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import WIN, Game, RatingChange, System
from gipf_engine.ratings.coverage import find_coverage
from gipf_engine.ratings.evidence import forecasts, judge
from gipf_engine.ratings.fitting import Fit, fit
from gipf_engine.ratings.live import DAYS_OF_YEAR

EVENT_PLAYERS, YEARS, START = 8, 4, 1500
LOOKS = (0.4, 0.6, 0.8, 1.0)
LEAST_HELD, MOST_HELD = 0.93, 0.97
MOST_LOSS, MOST_OFF, MOST_ERRORS = 0.001, 0.15, 2.0
HANDICAP_EVERY = 4
FIRST_SHARE, LAST_JOINS = 0.3, 0.9
"""Of the players who are there at first, and of the history after which all are: the others join one by one."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a history is made of, in the names of the live rating's parameters."""

    seed: int
    yearly_drift: int
    start_deviation: int
    first_move: int
    handicap_worth: int

    @property
    def parameters(self) -> dict[str, int]:
        names = ("yearly_drift", "start_deviation", "first_move", "handicap_worth")
        return {name: getattr(self, name) for name in names} | {"rate_handicap": 1}


TRUTHS = (
    Truth(11, 66, 300, 40, 90),
    Truth(12, 66, 200, 0, 60),
    Truth(13, 100, 250, 25, 120),
    Truth(14, 120, 250, -30, 80),
    Truth(15, 90, 300, 60, 150),
)
NOTHING = Truth(16, 30, 350, 0, 0)
"""As the defaults have it."""


@dataclass(frozen=True, slots=True)
class History:
    """Periods and steps as a fit takes them, and how strong everybody is after each period."""

    periods: list[tuple[int, list[Game]]]
    steps: list[list[int]]
    strengths: list[dict[int, float]]


def make_history(truth: Truth, players: int, events: int) -> History:
    """Events of players drawn at random, evenly over the years; most players join later than others."""
    chance, day, there = random.Random(truth.seed), 0, 0
    strengths = {person: chance.gauss(START, truth.start_deviation) for person in range(players)}
    found = History([], [], [])
    for number in range(events):
        passed, day = day, round(DAYS_OF_YEAR * YEARS * number / events)
        for person in range(there):
            strengths[person] += chance.gauss(0, truth.yearly_drift * ((day - passed) / DAYS_OF_YEAR) ** 0.5)
        there = min(players, int(players * (FIRST_SHARE + (1 - FIRST_SHARE) * number / (LAST_JOINS * events))))
        drawn = chance.sample(range(there), EVENT_PLAYERS)
        pairs = [(one, two) for place, one in enumerate(drawn) for two in drawn[place + 1 :]]
        games, steps = [], []
        for one, two in pairs:
            step = 0
            if truth.handicap_worth and not chance.randrange(HANDICAP_EVERY):
                step = chance.choice((-2, -1, 1, 2))  # by lot: given to the weaker one, it would tell who that is
            gap = strengths[one] - strengths[two] + truth.first_move + step * truth.handicap_worth
            games.append((one, two, WIN if chance.random() < 1 / (1 + 10 ** (-gap / 400)) else 0))
            steps.append(step)
        found.periods.append((day, games))
        found.steps.append(steps)
        found.strengths.append(dict(strengths))
    return found


def held(system: System, history: History) -> float:
    """Which share of true strengths the intervals hold, now and then; both with the same mean."""
    state, last, inside = system.initial_state(), dict[int, tuple[int, RatingChange]](), list[bool]()
    looks = {round(share * len(history.periods)) for share in LOOKS}
    rows = zip(history.periods, history.steps, history.strengths, strict=True)
    for number, ((day, games), steps, strengths) in enumerate(rows, start=1):
        last.update((change.person, (day, change)) for change in state.rate_unequal(games, steps, day))
        if number in looks:
            known = {
                person: system.known_after(change.after, change.details, day - before)
                for person, (before, change) in last.items()
            }
            shift = fmean(strengths[person] - each.rating / 100 for person, each in known.items())
            inside += [
                abs(strengths[person] - shift - each.rating / 100) <= 1.96 * each.deviation / 100
                for person, each in known.items()
            ]
    return fmean(inside)


def check_history(truth: Truth, players: int, events: int) -> list[str]:
    """Fit one history, and print what was found; what misses its bar."""
    history, began = make_history(truth, players, events), process_time()
    start = system_for("live", {"rate_handicap": 1})
    found = fit(start, history.periods, history.steps)
    seconds = process_time() - began
    assert found is not None
    fitted, true = (system_for("live", start.parameters | each) for each in (found.proposed, truth.parameters))
    missed = [*_compare_parameters(truth.parameters, found)]
    now, best, ideal = (_loss(system, history) for system in (start, fitted, true))
    before, after = held(start, history), held(fitted, history)
    told, told_now = (
        find_coverage(fitted, history.periods, history.steps),
        find_coverage(start, history.periods, history.steps),
    )
    assert told is not None and told_now is not None
    print(f"seed {truth.seed}: {found.games:,} games, {seconds:.1f} s of CPU")
    for each in found.parameters:
        print(
            f"  {each.key:<16} true {truth.parameters[each.key]:>4}  fitted {each.estimate:>4}"
            f"  ± {each.standard_error:>4.1f}  ({each.low} … {each.high})  proposed {each.proposed}"
        )
    print(
        f"  log loss: defaults {now:.4f}, fitted {best:.4f}, true {ideal:.4f};"
        f" out of sample {found.gain.now:.4f} → {found.gain.fitted:.4f} (± {found.gain.standard_error:.4f})"
    )
    print(
        f"  intervals hold: defaults {before:.1%} (games tell {told_now.share:.1%}), fitted {after:.1%}"
        f" (games tell {told.share:.1%}, {told.low:.1%} … {told.high:.1%})",
        flush=True,
    )
    if abs(best - ideal) > MOST_LOSS:
        missed.append("log loss")
    if not LEAST_HELD <= after <= MOST_HELD:
        missed.append("coverage")
    if not found.is_worth_it:
        missed.append("gain")
    return missed


def _compare_parameters(true: Mapping[str, int], found: Fit) -> list[str]:
    return [
        each.key
        for each in found.parameters
        if abs(each.estimate - true[each.key]) > max(MOST_OFF * abs(true[each.key]), MOST_ERRORS * each.standard_error)
    ]


def _loss(system: System, history: History) -> float:
    return judge(forecasts(system, history.periods, history.steps)).log_loss


def main(arguments: Sequence[str] = ()) -> None:
    """Print all of it, and whether the bars are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=120)
    parser.add_argument("--events", type=int, default=900)
    wanted = parser.parse_args(list(arguments))
    missed = {truth.seed: check_history(truth, wanted.players, wanted.events) for truth in TRUTHS}
    history = make_history(NOTHING, wanted.players, wanted.events)
    found = fit(system_for("live"), history.periods, history.steps)
    assert found is not None
    print(
        f"nothing to be gained: proposed {found.proposed or 'nothing'}, out of sample"
        f" {found.gain.now:.4f} → {found.gain.fitted:.4f} (± {found.gain.standard_error:.4f}),"
        f" adopted: {'yes' if found.is_worth_it else 'no'}"
    )
    missed[NOTHING.seed] = ["adopted"] if found.is_worth_it else []
    for seed, each in missed.items():
        print(f"  seed {seed}: {'kept' if not each else 'MISSED ' + ', '.join(each)}")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
