"""Players of known strength: how well systems predict them, what intervals hold, and what a server's page says.

    python -m bench.rating_evidence [--seeds N] [--server-events N]

Round robins of 8 whose results follow the logistic curve of strengths that drift; the seeds are fixed. Bars: intervals
hold 93 to 97 of 100 true strengths, and the log loss of the live rating is at least .01 below that of Elo with K = 20.
Then such a history goes through the import into a club of a server, and the figures of the page "How well ratings
predict" stand beside those that the engine finds in the file.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from html import unescape
from statistics import fmean

from bench.pages import database_of_its_own
from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.base import WIN, Game, RatingChange, System
from gipf_engine.ratings.evidence import Evidence, Forecast, judge
from gipf_engine.ratings.history_file import COLUMNS, forecasts_of, read_history
from gipf_engine.ratings.live import DAYS_OF_YEAR

FIRST_SEED = 2026
EVENT_PLAYERS, WEEKS, SPREAD, YEARLY_DRIFT = 8, 50, 300, 30
EVENT_GAMES = EVENT_PLAYERS * (EVENT_PLAYERS - 1) // 2
ELO_20 = {"k_new": 20, "k_top": 20}
LEARNING = 0.25
"""The first quarter of a history is not judged: everybody is new in it."""
LOOKS = (0.4, 0.6, 0.8, 1.0)
"""After which shares of the events intervals are held against true strengths."""
LEAST_HELD, MOST_HELD, LEAST_GAIN = 0.93, 0.97, 0.01


@dataclass(frozen=True, slots=True)
class Event:
    """A day, the games of it, and how strong its players are on it."""

    day: int
    games: list[Game]
    strengths: Mapping[int, float]


def synthetic(players: int, events: int, seed: int) -> Iterator[Event]:
    """Round robins of players drawn at random, within `WEEKS` weeks."""
    chance = random.Random(seed)
    strengths = {person: chance.gauss(1500, SPREAD) for person in range(players)}
    day = 0
    for number in range(events):
        days, day = 7 * number * WEEKS // events - day, 7 * number * WEEKS // events
        for person in range(players if days else 0):
            strengths[person] += chance.gauss(0, YEARLY_DRIFT * (days / DAYS_OF_YEAR) ** 0.5)
        drawn = chance.sample(range(players), EVENT_PLAYERS)
        games: list[Game] = []
        for place, one in enumerate(drawn):
            for two in drawn[place + 1 :]:
                wins = chance.random() < 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
                games.append((one, two, WIN if wins else 0))
        yield Event(day, games, {person: strengths[person] for person in drawn})


@dataclass
class Course:
    """What a system said of one history: its forecasts, and how many of its intervals held what they should."""

    forecasts: list[Forecast] = field(default_factory=list)
    intervals: int = 0
    held: int = 0


def follow(system: System, events: Sequence[Event]) -> Course:
    """Forecast each event, rate it, and look at the intervals now and then."""
    state, course = system.initial_state(), Course()
    last, strengths = dict[int, RatingChange](), dict[int, float]()
    looks = {round(share * len(events)) for share in LOOKS}
    for number, event in enumerate(events, start=1):
        for one, two, score in event.games:
            course.forecasts.append(Forecast(state.expect(one, two, event.day), score / WIN))
        last.update((change.person, change) for change in state.rate(event.games, event.day))
        strengths.update(event.strengths)
        if number in looks:
            _hold_against(system, last, strengths, course)
    return course


def _hold_against(
    system: System, last: Mapping[int, RatingChange], strengths: Mapping[int, float], course: Course
) -> None:
    """Count the true strengths inside the intervals, both with the same mean: ratings say only who is how much
    stronger than whom."""
    shift = fmean(strengths[person] - change.after for person, change in last.items())
    for person, change in last.items():
        ends = system.interval(change)
        if ends is not None:
            course.intervals += 1
            course.held += ends[0] <= strengths[person] - shift <= ends[1]


def predict(told: str, players: int, events: int, seeds: Sequence[int], keys: Sequence[str]) -> None:
    """Print a line for each system, over histories of all the seeds, and whether the bars are kept."""
    print(
        f"{told}: {players:,} players N(1500, {SPREAD}) whose strengths drift by {YEARLY_DRIFT} points a year,"
        f" {events * EVENT_GAMES:,} games within {WEEKS} weeks; seeds {seeds[0]}–{seeds[-1]}",
        flush=True,
    )
    courses: dict[str, list[Course]] = {}
    for seed in seeds:
        made = list(synthetic(players, events, seed))
        for key in keys:
            courses.setdefault(key, []).append(follow(system_for(key), made))
        courses.setdefault("elo K=20", []).append(follow(system_for("elo", ELO_20), made))
    found = {name: _judged(mine) for name, mine in courses.items()}
    for name, mine in courses.items():
        print(f"  {name:<9}{_figures(found[name])}{_coverage(mine)}")
    gain = found["elo K=20"].log_loss - found["live"].log_loss
    print(f"  log loss of the live rating below that of Elo K=20: {gain:.4f} {_bar(gain >= LEAST_GAIN)}", flush=True)


def _judged(courses: Sequence[Course]) -> Evidence:
    return judge([each for mine in courses for each in mine.forecasts[int(LEARNING * len(mine.forecasts)) :]])


def _figures(found: Evidence) -> str:
    return (
        f" log loss {found.log_loss:.4f}   Brier {found.brier:.4f}   accuracy {found.accuracy:.2%}"
        f"   calibration error {found.calibration_error:.2%}"
    )


def _coverage(courses: Sequence[Course]) -> str:
    intervals, held = sum(each.intervals for each in courses), sum(each.held for each in courses)
    if not intervals:
        return ""
    share = held / intervals
    return f"   {intervals:,} intervals hold {share:.1%} {_bar(LEAST_HELD <= share <= MOST_HELD)}"


def _bar(kept: bool) -> str:
    return "(kept)" if kept else "(MISSED)"


def as_csv(events: Sequence[Event]) -> bytes:
    """The history as a file for the import."""
    lines = [",".join(COLUMNS)]
    for number, event in enumerate(events, start=1):
        on = date(2020, 1, 4) + timedelta(days=event.day)
        lines += [
            f"{on},Open {number},{round_},Player {one:04d},Player {two:04d},{score // WIN}"
            for round_, (one, two, score) in enumerate(event.games, start=1)
        ]
    return ("\n".join(lines) + "\n").encode()


def serve(players: int, events: int) -> None:
    """Import a history into a club of a server, and print what the page says beside what the engine says."""
    data = as_csv(list(synthetic(players, events, FIRST_SEED)))
    with database_of_its_own("", postgres=False):
        page = page_of(data)
    print(f"the page of a club's list after the import of {events * EVENT_GAMES:,} games of {players} players")
    games = read_history(data)
    for key, shown in page.items():
        found = judge(forecasts_of(system_for(key), games))
        engine = told_by(found)
        print(f"  {key:<9} page   {' '.join(shown)}")
        print(f"  {'':<9} engine {' '.join(engine)}   {_bar(shown == engine)}", flush=True)
    for key in sorted(all_systems().keys() - page.keys()):
        print(f"  {key:<9} is not judged while somebody waits: more than {all_systems()[key].most_judged:,} games")


def told_by(found: Evidence) -> list[str]:
    """Games, log loss, Brier score and accuracy, and the means of each tenth, in the page's digits."""
    figures = [str(found.games), f"{found.log_loss:.4f}", f"{found.brier:.4f}", f"{found.accuracy:.3f}"]
    return figures + [f"{each.games}:{each.expected:.3f}→{each.score:.3f}" for each in found.calibration]


def page_of(data: bytes) -> dict[str, list[str]]:
    """By system what the page says, as `told_by` has it."""
    from django.test import Client

    from common.jobs.services import run_due
    from games.histories.services.histories import import_history
    from ratings.pools.services.pools import pool_for
    from testing.factories import ClubFactory

    club = ClubFactory(name="Bench", slug="bench")
    import_history(club.pk, None, data, rules="gipf-standard", people={})
    page = f"/ratings/{pool_for('gipf-standard', club).pk}/evidence"
    for _asked in range(2):  # the first reader asks a worker to judge the list
        while run_due():
            pass
        answer = Client().get(page).content.decode()
    return read_page(answer)


def read_page(text: str) -> dict[str, list[str]]:
    """The tables of the page: one row a system, then a table of tenths for each."""
    names = {str(system.name): key for key, system in all_systems().items()}
    first, *tenths = re.findall(r"<table.*?</table>", unescape(text), re.DOTALL)
    found = {}
    for row, table in zip(re.findall(r"<tr>(.*?)</tr>", first, re.DOTALL)[1:], tenths, strict=True):
        name, *figures = _cells(row)
        rows = [_cells(each)[1:] for each in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]]
        key = next(key for title, key in names.items() if name.startswith(title))
        found[key] = figures + [f"{games}:{expected}→{score}" for games, expected, score in rows]
    return found


def _cells(row: str) -> list[str]:
    return [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]


def main(arguments: Sequence[str] = ()) -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=4, help="so many clubs")
    parser.add_argument("--server-events", type=int, default=70, help="events of the history that a server imports")
    wanted = parser.parse_args(list(arguments))
    seeds = range(FIRST_SEED, FIRST_SEED + wanted.seeds)
    predict("clubs", 120, 1_000, seeds, sorted(all_systems()))
    predict("a country", 1_000, 8_000, seeds[:1], sorted(all_systems().keys() - {"whr"}))
    serve(40, wanted.server_events)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
