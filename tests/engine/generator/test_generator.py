"""Random events: repeatable, as wished, and true to the rules they name."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament import trf, trf_check
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, GameSide, Meeting
from gipf_engine.tournament.generator import GeneratedTournament, GeneratorOptions, generate, recipe_of
from gipf_engine.tournament.pairing import PairingError, system
from testing.marks import first

CALM = GeneratorOptions(
    players=20,
    rounds=5,
    draws=0,
    forfeits=0,
    double_forfeits=0,
    odd_results=0,
    half_byes=0,
    zero_byes=0,
    full_byes=0,
    late=0,
    withdrawals=0,
    unrated=0,
    lowest=1500,
    highest=2000,
    scoring="1-half-0",
    baku=False,
    forbidden=0,
)
"""An event where nothing happens but games with winners."""


def made(seed: int = 1, **wishes: object) -> GeneratedTournament:
    return generate(replace(CALM, **wishes), Random(seed), system("swiss-dutch"))


def sides(table: CrossTable) -> list[GameSide]:
    cells = [cell for entrant in table.entrants for cell in entrant.cells]
    return [side for cell in cells if isinstance(cell, Meeting) for side in cell.games]


def byes(table: CrossTable) -> list[ByeKind]:
    return [cell.kind for entrant in table.entrants for cell in entrant.cells if isinstance(cell, Bye)]


def test_one_seed_makes_one_event_and_another_seed_another() -> None:
    events = [generate(GeneratorOptions(), Random(seed), system("swiss-dutch")) for seed in (7, 7, 8)]
    assert events[0] == events[1]
    assert events[0].table != events[2].table


def test_what_is_left_open_is_drawn() -> None:
    recipes = [recipe_of(GeneratorOptions(players=12), Random(seed)) for seed in range(40)]
    assert {recipe.players for recipe in recipes} == {12}
    assert len({recipe.rounds for recipe in recipes}) > 3
    assert {recipe.baku for recipe in recipes} == {True, False}
    assert {recipe.scoring for recipe in recipes} == {"1-half-0", "3-1-0", "half-bye"}


def test_a_calm_event_has_nothing_but_games_with_winners() -> None:
    event = made()
    assert (len(event.table.entrants), event.table.rounds_played, event.ended) == (20, 5, None)
    assert byes(event.table) == []
    assert all(side.played and side.rated and side.outcome is not SideResult.DRAW for side in sides(event.table))
    ratings = [entrant.rating or 0 for entrant in event.table.entrants]
    assert ratings == sorted(ratings, reverse=True)
    assert 1500 <= ratings[-1] <= ratings[0] <= 2000


@pytest.mark.parametrize(
    ("wish", "kind"), [("half_byes", ByeKind.HALF), ("zero_byes", ByeKind.ZERO), ("full_byes", ByeKind.FULL)]
)
def test_byes_are_of_the_kind_that_was_wished_for(wish: str, kind: ByeKind) -> None:
    given = byes(made(**{wish: 20}).table)
    assert given.count(kind) > 5
    assert set(given) <= {kind, ByeKind.PAIRING}


def test_forfeits_and_odd_results_are_of_their_kinds() -> None:
    assert {side.played for side in sides(made(forfeits=100).table)} == {False}
    assert {side.outcome for side in sides(made(double_forfeits=100).table)} == {SideResult.LOSS}
    odd = sides(made(odd_results=100).table)
    assert {side.outcome for side in odd} == {SideResult.LOSS, SideResult.DRAW}
    assert not any(side.rated for side in odd)
    assert {side.outcome for side in sides(made(draws=100).table)} == {SideResult.DRAW}


def test_who_comes_late_is_absent_first_and_who_leaves_is_absent_to_the_end() -> None:
    for entrant in made(late=50, rounds=6).table.entrants:
        absent = [cell == Bye(ByeKind.ZERO) for cell in entrant.cells]
        assert absent == sorted(absent, reverse=True)
        assert not absent[-1]
    late = [entrant.cells[0] for entrant in made(late=50, rounds=6).table.entrants]
    assert late.count(Bye(ByeKind.ZERO)) > 3
    left = made(withdrawals=60, rounds=6).table
    last = [entrant.cells[-1] for entrant in left.entrants]
    assert last.count(Bye(ByeKind.ZERO)) > 3
    for entrant in left.entrants:
        absent = [cell == Bye(ByeKind.ZERO) for cell in entrant.cells]
        assert absent == sorted(absent)


def test_the_unrated_are_last() -> None:
    ratings = [entrant.rating for entrant in made(unrated=25).table.entrants]
    assert [rating is None for rating in ratings] == [False] * 15 + [True] * 5


def test_acceleration_gives_the_upper_half_virtual_points() -> None:
    """Twenty entrants, five rounds: ten of them, a point in two rounds and half a point in the third."""
    virtual = [entrant.accelerated for entrant in made(baku=True).table.entrants]
    assert virtual == [(10, 10, 5)] * 10 + [()] * 10


def test_half_the_field_is_rounded_up_to_an_even_number() -> None:
    virtual = [bool(entrant.accelerated) for entrant in made(baku=True, players=21).table.entrants]
    assert virtual.count(True) == 12


def test_the_better_win_more_often() -> None:
    table = made(players=60, rounds=6, lowest=1000, highest=2400).table
    better = sum(table.points(number) for number in range(1, 31))
    assert better > 1.5 * sum(table.points(number) for number in range(31, 61))


def test_rounds_of_two_games_have_each_colour_once_and_byes_of_two_wins() -> None:
    table = made(players=9, games_per_round=2).table
    for entrant in table.entrants:
        for cell in entrant.cells:
            if isinstance(cell, Meeting):
                assert {side.colour for side in cell.games} == {Colour.WHITE, Colour.BLACK}
            else:
                assert table.cell_points(cell) == 20
    with pytest.raises(trf.TrfError, match="rounds of two games"):
        trf.write(table)


def test_games_without_colours_have_none() -> None:
    assert {side.colour for side in sides(made(colour_free=True).table)} == {None}


def test_an_event_ends_where_nobody_can_be_paired_any_more() -> None:
    event = made(players=4, rounds=9)
    assert event.table.rounds_played <= 3
    assert event.ended is not None
    assert "cannot be paired" in str(event.ended)


def test_wishes_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="from the lowest"):
        made(lowest=2000, highest=1000)
    with pytest.raises(ValueError, match="two players"):
        made(players=1)
    with pytest.raises(ValueError, match="no points system is called '5-4-3'"):
        made(scoring="5-4-3")
    with pytest.raises(PairingError, match="a draw worth half a win"):
        made(baku=True, scoring="3-1-0")


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(12, range(500, 540)))
def test_every_event_is_found_right_and_comes_back_from_its_file(seed: int) -> None:
    event = generate(GeneratorOptions(), Random(seed), system("swiss-dutch"))
    for dialect in trf.Dialect:
        data = trf.write(event.table, event.document, dialect)
        file = trf.read(data)
        assert file.repairs == ()
        assert trf.write(file.table, file.document, dialect) == data
    checked = trf_check.check_file(trf.read(trf.write(event.table, event.document)))
    assert (checked.rounds, checked.differences, checked.ranked) == (event.table.rounds_played, (), True)
