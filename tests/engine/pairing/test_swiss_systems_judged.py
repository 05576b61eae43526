"""The Dubov and Burstein Systems against plain pairers that enumerate, on random events of up to eight players.

`bench.swiss_systems` does the same with thousands of events. Where the articles of Burstein can be read in two ways
(`testing.reference.burstein.Reading`), either is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.replay import before_round
from gipf_engine.tournament.trf_pairing import boards_of_round
from testing.marks import first
from testing.reference import burstein, dubov
from testing.reference.swiss_facts import NoRoundError, Round

SEEDS = range(120)


def rounds(key: str, seed: int) -> Iterator[CrossTable]:
    """A random event paired by the system, before each of its rounds; every other one with many absences."""
    random = Random(seed)
    absent = {"zero_byes": 15, "half_byes": 5, "forfeits": 15, "withdrawals": 30, "late": 20} if seed % 2 else {}
    wishes = GeneratorOptions(players=random.randint(3, 8), rounds=random.randint(3, 9), **absent)
    made = generate(wishes, random, system(key))
    for number in range(1, made.table.rounds_played + 1):
        yield before_round(made.table, number, made.table.first_colour)


def paired(key: str, table: CrossTable) -> set[tuple[int, int]] | None:
    """Our round; None where there is none."""
    try:
        return set(boards_of_round(system(key).pair(table)))
    except PairingError:
        return None


def as_boards(made: Round) -> set[tuple[int, int]]:
    """A judge's round in the same words."""
    return set(made.pairs) | ({(made.bye, 0)} if made.bye else set())


def judged_dubov(table: CrossTable) -> list[set[tuple[int, int]] | None]:
    """The one right round."""
    try:
        return [as_boards(dubov.pair(table))]
    except NoRoundError:
        return [None]


def judged_burstein(table: CrossTable) -> list[set[tuple[int, int]] | None]:
    """The right rounds, by every reading."""
    try:
        return [as_boards(burstein.pair(table, reading)) for reading in burstein.READINGS]
    except NoRoundError:
        return [None]


@pytest.mark.parametrize("seed", first(30, SEEDS))
def test_dubov_is_the_first_of_the_best_by_its_articles(seed: int) -> None:
    for table in rounds("dubov", seed):
        assert paired("dubov", table) in judged_dubov(table)


@pytest.mark.parametrize("seed", first(30, SEEDS))
def test_burstein_is_the_first_of_the_best_by_its_articles(seed: int) -> None:
    for table in rounds("burstein", seed):
        if burstein.is_seeding_round(table):
            assert paired("burstein", table) == paired("swiss-dutch", table)
        else:
            assert paired("burstein", table) in judged_burstein(table)
