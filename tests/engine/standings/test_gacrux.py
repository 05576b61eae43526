"""Random events with every kind of bye, forfeit and odd result, ranked by us and by gacrux.

Fore Buchholz stands last: once gacrux has worked it out, it takes whoever was paired in the last
round to have elected to play, in all later columns too.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gipf_engine.tournament import standings, trf
from gipf_engine.tournament.generator import GeneratorOptions, generate, play_game, recipe_of
from gipf_engine.tournament.pairing import system
from testing import gacrux_oracle
from testing.engine.pairing.simulation import field
from testing.gacrux_oracle import START, SWISS
from testing.marks import first

ROUND_ROBIN = [
    *("PTS", "SB", "SB/C1", "DE", "WIN", "WON", "BPG", "BWG", "PS", "STD", "KS", "KS/L+1"),
    *("ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO"),
]


def text_of(table, kind: str) -> str:
    return trf.write(table, trf.Document(kind=kind, first_day=START, newline="\n")).decode()


def assert_equal(table, text: str, codes: list[str], **options) -> None:
    theirs = gacrux_oracle.standings(text, codes, **options)
    for row in standings.rank(table, codes):
        rank, values = theirs[row.number]
        ours = [
            0 if value is None and code.startswith("DE") else value
            for code, value in zip(codes, row.values, strict=True)
        ]
        assert dict(zip(codes, ours, strict=True)) == dict(zip(codes, values, strict=True)), f"number {row.number}"
        assert row.rank == rank, f"number {row.number}"


@pytest.mark.parametrize("seed", first(10, range(300, 330)))
def test_swiss_events_have_the_same_values_and_ranks(seed: int) -> None:
    made = generate(GeneratorOptions(), Random(seed), system("swiss-dutch"))
    assert_equal(made.table, text_of(made.table, made.document.kind), SWISS, rounds=made.table.rounds_played)


@pytest.mark.parametrize("seed", first(4, range(12)))
def test_round_robins_with_forfeits_have_the_same_values_and_ranks(seed: int) -> None:
    random = Random(seed)
    size = random.randint(4, 13)
    double = seed % 3 == 0
    chosen = system("double-round-robin" if double else "round-robin")
    wishes = GeneratorOptions(
        players=size, forfeits=15, double_forfeits=4, odd_results=3, draws=30, scoring="1-half-0", unrated=0
    )
    recipe = recipe_of(wishes, random)
    table = field(size, predetermined=True, rounds_planned=chosen.rounds(size))
    table = replace(table, entrants=tuple(replace(each, rating=2000 - 25 * each.number) for each in table.entrants))
    stop = random.choice([chosen.rounds(size), (chosen.rounds(size) or 0) // 2])
    for _ in range(stop or 0):
        table = play_game(table, chosen.pair(table), recipe, random)
    kind = "BERGER_DOUBLEROUNDROBIN" if double else "BERGER_ROUNDROBIN"
    assert_equal(table, text_of(table, kind), ROUND_ROBIN, predetermined=True, rounds=table.rounds_played)
