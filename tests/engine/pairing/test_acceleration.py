"""Who is in the upper group of accelerated rounds: the initial list is that of the players to be paired in round 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.tournament import trf, trf_pairing
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable
from gipf_engine.tournament.pairing.acceleration import baku
from testing.engine.pairing.simulation import field
from tests.engine.standings.tables import cross_table
from tests.engine.trf.trf_lines import file, player


def upper(table: CrossTable) -> list[int]:
    return [entrant.number for entrant in baku(table).entrants if entrant.accelerated]


@pytest.mark.parametrize(
    ("players", "last"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 4), (8, 4), (9, 6), (10, 6), (12, 6), (161, 82)]
)
def test_the_upper_half_is_rounded_up_to_an_even_number(players: int, last: int) -> None:
    """161 is the handbook's own example: half of it is 80½, so 82."""
    assert upper(field(players, rounds_planned=9)) == list(range(1, last + 1))


def test_whoever_is_away_in_round_1_is_not_counted_and_belongs_where_the_number_says() -> None:
    """Of eight, 2 asked for half a point, 7 and 8 come later. GA has four of the other five, 1 3 4 5, and 2."""
    table = field(8, rounds_planned=5)
    away = {2: Bye(ByeKind.HALF), 7: Bye(ByeKind.ZERO), 8: Bye(ByeKind.ZERO)}
    entrants = tuple(
        replace(each, cells=(away[each.number],) if each.number in away else ()) for each in table.entrants
    )
    assert upper(replace(table, entrants=entrants)) == [1, 2, 3, 4, 5]


def test_whoever_has_withdrawn_before_round_1_is_not_counted() -> None:
    table = field(6, rounds_planned=5)
    entrants = tuple(replace(each, withdrawn=each.number in (5, 6)) for each in table.entrants)
    assert upper(replace(table, entrants=entrants)) == [1, 2]


AFTER = """
    Ana: 4w1
    Bo: Z
    Cy: 6w1
    Di: 1b0
    Ed: U
    Flo: 3b-
    Gus: .
"""


def test_later_the_last_of_the_upper_group_stays_the_same_player() -> None:
    """Paired in round 1 were 1 3 4 5 6, bye and forfeit too. Four are GA, up to 5; 2, who joins, is in it."""
    assert upper(cross_table(AFTER, rounds_planned=5)) == [1, 2, 3, 4, 5]


def test_a_file_that_only_names_the_method_is_paired_so() -> None:
    """Round 1 of six, of whom 1 is absent and 2 to 6 are paired: GA is 1 to 5, so 2 to 5 meet and 6 has the bye."""
    rows = [player(number, "0000 - Z" if number == 1 else "") for number in range(1, 7)]
    read = trf.read(file(*rows, "142 5", "152 W", "192 FIDE_DUTCH_2026_BAKU"))
    assert trf_pairing.boards_of_round(trf_pairing.pair_next_round(read)) == [(2, 4), (5, 3), (6, 0)]
