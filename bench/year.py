"""A year of a large server: what its acts take, measured one by one, and what a year of them needs.

    python -m bench.year [--clubs 2000] [--players 100000] [--games 5000000] [--here 0.5] [--watchers 20000]
                         [--core 9] [--memory 3] [--disk 0.08] [--traffic 1]

On a PostgreSQL server of its own, in two minutes. The year is arithmetic: so many times the measured act. What people
do that no act tells (how often they look, how full the busiest hour is) are the assumptions in `Year`; prices are a
month's, of a core, of a GB of memory, of a GB of disk and of a TB that is sent, in any currency.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from bench._year_costs import Cost
from bench.million_games import database_on

FIELD, ROUNDS = 24, 5
HOUR, MONTH, GB, TB = 3_600.0, 12, 1e9, 1e12


@dataclass(frozen=True)
class Year:
    """How many, how often, and at what price."""

    clubs: int = 2_000
    players: int = 100_000
    games: int = 5_000_000
    here: float = 0.5
    """The share of the games that are played on the server; the others are results of events."""
    turns: int = 60
    looks_at_event: int = 1_500
    """Pages of an event that are read: 24 players and as many friends, 30 each."""
    looks_at_game: int = 12
    looks_of_player: int = 100
    """Other pages that a player reads in a year: lists, people, clubs."""
    kept: float = 0.8
    """The share of pages that were made within the minute before."""
    busiest: float = 1 / 1_000
    """The share of the year's work that falls into its busiest hour: eight times that of an average one."""
    full: float = 0.5
    """How much of a core may be used in the busiest hour, so that no request waits."""
    watchers: int = 20_000
    final_turn: float = 30.0
    """Seconds between turns of a final."""
    message: float = 0.00018
    """CPU seconds for a turn at one watcher (docs/performance.md, `drills.live`, two nodes)."""
    memory_per_core: float = 2.0
    core: float = 9.0
    memory: float = 3.0
    disk: float = 0.08
    traffic: float = 1.0


def times_a_year(year: Year) -> dict[str, float]:
    """How often each measured act is done."""
    here = year.games * year.here
    events = (year.games - here) / (FIELD // 2 * ROUNDS)
    looks = events * year.looks_at_event + here * year.looks_at_game + year.players * year.looks_of_player
    return {
        "a player joins": year.players,
        "an event is made and starts": events,
        "a round is paired": events * ROUNDS,
        "a result is reported and confirmed": year.games - here,
        "an event is closed and rated": events,
        "a game begins here": here,
        "a turn": here * year.turns,
        "a game ends and is rated": here,
        "a page for the first visitor": looks * (1 - year.kept),
        "the same page for the next": looks * year.kept,
    }


@dataclass(frozen=True)
class Needs:
    """What a year takes, and what must stand ready for it."""

    whole: Cost
    web_cores: int
    database_cores: int
    final_cores: float
    price: float
    """A month's, after the first year's data are on disk (twice, with a standby), the final's cores not counted."""


def needs_of(year: Year, costs: Mapping[str, Cost]) -> Needs:
    """Add the year up. Raises KeyError where an act was not measured."""
    parts = [costs[name] * times for name, times in times_a_year(year).items()]
    whole = sum(parts, Cost())
    web = math.ceil(whole.cpu * year.busiest / HOUR / year.full)
    database = math.ceil(whole.database * year.busiest / HOUR / year.full)
    cores = web + 2 * database
    price = cores * (year.core + year.memory_per_core * year.memory)
    price += 2 * whole.disk / GB * year.disk + whole.sent / MONTH / TB * year.traffic
    return Needs(whole, web, database, year.watchers * year.message / year.final_turn / year.full, price)


def report(year: Year, costs: Mapping[str, Cost]) -> Iterator[str]:
    """The tables, as docs/performance.md has them."""
    yield "| act | times a year | CPU ms: service | PostgreSQL | queries | rows | bytes on disk |"
    yield "|---|---|---|---|---|---|---|"
    for name, times in times_a_year(year).items():
        cost = costs[name]
        figures = f"{1_000 * cost.cpu:.1f} | {1_000 * cost.database:.1f} | {cost.queries:.0f}"
        yield f"| {name} | {times:,.0f} | {figures} | {cost.rows:.1f} | {cost.disk:,.0f} |"
    needs = needs_of(year, costs)
    whole = needs.whole
    yield ""
    kept = f"{whole.rows / 1e6:,.0f} million rows, {whole.disk / GB:,.0f} GB on disk, {whole.sent / TB:,.1f} TB sent"
    yield f"A year: {whole.cpu / HOUR:,.0f} CPU hours of the service and {whole.database / HOUR:,.0f} of PostgreSQL,"
    yield f"{whole.queries / 1e9:,.1f} billion queries, {kept}. The busiest hour takes {needs.web_cores} cores of web"
    yield f"processes and workers and {needs.database_cores} of PostgreSQL, each {year.full:.0%} used, a final with"
    yield f"{year.watchers:,} watchers {needs.final_cores:.1f} cores more. With a standby: {needs.price:,.0f} a month."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for each in fields(Year):
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default), default=each.default)
    year = Year(**vars(parser.parse_args()))
    with database_on(None) as (server, _is_new):
        from bench._year_acts import measure

        costs = measure(server)
    print(*report(year, costs), sep="\n")


if __name__ == "__main__":
    main()
