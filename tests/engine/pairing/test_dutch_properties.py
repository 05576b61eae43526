"""Properties of every round of random events: absolute criteria hold, and labels do not matter."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, CrossTable, Meeting
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.dutch.criteria import criteria
from gipf_engine.tournament.pairing.swiss.pairing_field import forbidden_numbers
from gipf_engine.tournament.pairing.swiss.player_state import ABSOLUTE, is_played, players_of
from gipf_engine.tournament.replay import before_round
from testing.marks import examples

DUTCH = system("swiss-dutch")
SEEDS = st.integers(0, 10**9)


def some_round(seed: int) -> CrossTable:
    """A random event of up to 40 players before one of its rounds."""
    random = Random(seed)
    made = generate(GeneratorOptions(players=random.randint(2, 40)), random, DUTCH)
    number = random.randint(1, max(1, made.table.rounds_played))
    return before_round(made.table, number, made.table.first_colour)


def paired(table: CrossTable) -> RoundPairings | None:
    try:
        return DUTCH.pair(table)
    except PairingError:
        return None


@given(SEEDS)
@examples(150)
def test_rounds_obey_the_absolute_criteria(seed: int) -> None:
    table = some_round(seed)
    made = paired(table)
    if made is None:
        return
    players = {player.number: player for player in players_of(table)}
    forbidden = forbidden_numbers(table)
    byes = [bye.number for bye in made.byes if bye.kind is ByeKind.PAIRING]
    seated = [number for pair in made.pairs for number in (pair.white, pair.black)] + byes
    assert sorted(seated) == sorted(players)
    assert len(byes) == len(players) % 2
    for pair in made.pairs:
        white, black = players[pair.white], players[pair.black]
        cells = table.entrant(pair.white).cells[: table.rounds_played]
        assert not any(isinstance(cell, Meeting) and cell.opponent == pair.black and is_played(cell) for cell in cells)
        assert pair.black not in forbidden.get(pair.white, frozenset())
        both_must = white.strength == black.strength == ABSOLUTE and white.preference is black.preference
        assert not both_must or white.top or black.top
    for number in byes:
        assert Bye(ByeKind.PAIRING) not in table.entrant(number).cells
        assert Bye(ByeKind.FULL) not in table.entrant(number).cells[: table.rounds_played]
    assert criteria(table, made).violations == ()


def relabelled(table: CrossTable, labels: dict[int, int], order: list[int]) -> CrossTable:
    """The same event with other pairing numbers (in the same order), its entrants listed in any order."""

    def cell_of(cell: Cell) -> Cell:
        return replace(cell, opponent=labels[cell.opponent]) if isinstance(cell, Meeting) else cell

    entrants = [
        replace(each, number=labels[each.number], name="somebody else", cells=tuple(map(cell_of, each.cells)))
        for each in table.entrants
    ]
    forbidden = tuple(
        replace(group, numbers=frozenset(labels[number] for number in group.numbers)) for group in table.forbidden
    )
    return replace(table, entrants=tuple(entrants[place] for place in order), forbidden=forbidden)


@given(SEEDS)
@examples(80)
def test_other_labels_change_nothing_but_labels(seed: int) -> None:
    table = some_round(seed)
    random = Random(seed + 1)
    numbers = sorted(entrant.number for entrant in table.entrants)
    labels = dict(zip(numbers, sorted(random.sample(range(1, 5000), len(numbers))), strict=True))
    order = list(range(len(numbers)))
    random.shuffle(order)
    ours, others = paired(table), paired(relabelled(table, labels, order))
    if ours is None or others is None:
        assert ours is others
        return
    assert [(labels[pair.white], labels[pair.black]) for pair in ours.pairs] == [
        (pair.white, pair.black) for pair in others.pairs
    ]
    assert [(labels[bye.number], bye.kind) for bye in ours.byes] == [(bye.number, bye.kind) for bye in others.byes]


def test_a_thousand_players_are_paired_for_nine_rounds() -> None:
    wishes = GeneratorOptions(players=1000, rounds=9, draws=30, withdrawals=0, late=0, forbidden=0)
    made = generate(wishes, Random(7), DUTCH)
    assert (made.table.rounds_played, made.ended) == (9, None)
    for number in (2, 5, 9):
        then = before_round(made.table, number, made.table.first_colour)
        assert criteria(then, DUTCH.pair(then)).violations == ()
