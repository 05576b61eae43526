"""A pairing whose games are void pairs on as if both had been away, but nobody is the worse for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Meeting
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.pairing.swiss.player_state import players_of
from testing.engine.pairing.simulation import boards, sitting_out
from testing.marks import first
from tests.engine.standings.tables import cross_table

DUTCH = system("swiss-dutch")
CALM = GeneratorOptions(rounds=5, late=0, withdrawals=0, half_byes=0, zero_byes=0, full_byes=0, forbidden=0)


def with_cells(table: CrossTable, number: int, cells: dict[int, Cell]) -> CrossTable:
    """The table with other cells in round `number`."""
    entrants = tuple(
        replace(each, cells=(*each.cells[: number - 1], cells[each.number], *each.cells[number:]))
        if each.number in cells
        else each
        for each in table.entrants
    )
    return replace(table, entrants=entrants)


@pytest.mark.parametrize("seed", first(12, range(40)))
def test_the_next_round_is_that_of_two_who_were_away_for_no_points(seed: int) -> None:
    random = Random(seed)
    made = generate(replace(CALM, players=random.randint(8, 30)), random, DUTCH).table
    table = replace(made, rounds_planned=made.rounds_played + 2)
    number = random.randint(1, table.rounds_played)
    one = next(each for each in table.entrants if isinstance(each.cell(number), Meeting))
    meeting = one.cell(number)
    assert isinstance(meeting, Meeting)
    pair = {one.number: meeting.opponent, meeting.opponent: one.number}
    void = with_cells(table, number, {number_: Meeting(other, ()) for number_, other in pair.items()})
    away = with_cells(table, number, {number_: Bye(ByeKind.ZERO) for number_ in pair})
    assert DUTCH.pair(void) == DUTCH.pair(away)


def test_what_a_void_game_leaves_of_a_player() -> None:
    """1 and 2 would have met: no opponent, no colour, no float, no point, and the bye is still to come."""
    table = cross_table("Ana: 2w?\nBo: 1b?\nCy: U")
    table = with_cells(table, 1, {1: Meeting(2, ()), 2: Meeting(1, ())})
    _cy, ana, bo = players_of(table)
    for player in (ana, bo):
        assert (player.points, player.opponents, player.colours, player.preference) == (0, frozenset(), (), None)
        assert (player.floats, player.unplayed, player.pab) == ((0, 0), 1, True)
    made = DUTCH.pair(replace(table, first_colour=Colour.WHITE))
    assert (boards(made), sitting_out(made)) == ([(3, 1)], [2])


def test_two_games_of_which_one_is_void_are_a_meeting_for_the_points_of_the_other() -> None:
    """Two games a round: 1 drew the one that counts. Both have met, so that three players cannot meet so again."""
    table = cross_table("Ana: 2w=\nBo: 1b=\nCy: U", games_per_round=2)
    cy, ana, bo = players_of(table)
    assert (cy.points, ana.points, bo.points) == (10, 5, 5)
    assert (ana.opponents, bo.opponents) == ({2}, {1})


def test_a_forfeit_beside_a_game_that_is_still_open_is_a_meeting() -> None:
    """The open game counts as played and as a draw, as it would alone; two forfeits are no meeting."""
    ana, _bo = players_of(cross_table("Ana: 2w+?\nBo: 1b-?", games_per_round=2))
    assert (ana.points, ana.opponents) == (15, {2})
    ana, _bo = players_of(cross_table("Ana: 2w++\nBo: 1b--", games_per_round=2))
    assert (ana.points, ana.opponents) == (20, frozenset())
