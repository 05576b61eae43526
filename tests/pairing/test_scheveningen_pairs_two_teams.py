"""Scheveningen: every member of one team against every member of the other, colours alternating."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.pairing.played import after, boards, field, sitting_out
from tournaments.crosstable import CrossTable
from tournaments.pairing import PairingError, system


def played_out(key: str, table: CrossTable) -> list[list[tuple[int, int]]]:
    seen = []
    for _ in range(system(key).rounds(len(table.entrants)) or 0):
        made = system(key).pair(table)
        seen.append(boards(made))
        table = after(table, made)
    with pytest.raises(PairingError, match="rounds of this match are paired"):
        system(key).pair(table)
    return seen


def test_three_against_three_worked_out_by_hand() -> None:
    assert played_out("scheveningen", field(6)) == [
        [(1, 4), (2, 5), (3, 6)],
        [(5, 1), (6, 2), (4, 3)],
        [(1, 6), (2, 4), (3, 5)],
    ]


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 20])
def test_every_member_meets_every_member_of_the_other_team(size: int) -> None:
    half = size // 2
    met = {frozenset(board) for made in played_out("scheveningen", field(size)) for board in made}
    assert met == {frozenset({one, other}) for one in range(1, half + 1) for other in range(half + 1, size + 1)}


@pytest.mark.parametrize("size", [4, 6, 8, 10, 20])
def test_everybodys_colours_alternate(size: int) -> None:
    rounds = played_out("scheveningen", field(size))
    for number in range(1, size + 1):
        whites = [number in {white for white, _black in made} for made in rounds]
        assert all(one != other for one, other in pairwise(whites))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_double_match_repeats_each_game_with_the_other_colour(size: int) -> None:
    rounds = played_out("double-scheveningen", field(size))
    games = [board for made in rounds for board in made]
    assert len(set(games)) == len(games) == size * size // 2
    assert {(black, white) for white, black in games} == set(games)


def test_named_teams_come_before_halves() -> None:
    table = field(4)
    entrants = tuple(
        replace(entrant, extras={"team": team}) for entrant, team in zip(table.entrants, "ABBA", strict=True)
    )
    assert boards(system("scheveningen").pair(replace(table, entrants=entrants))) == [(1, 2), (4, 3)]


def test_teams_of_unequal_size_leave_somebody_resting() -> None:
    made = system("scheveningen").pair(field(5))
    assert boards(made) == [(1, 4), (2, 5)]
    assert sitting_out(made) == [3]
    assert str(made.reasons[3][0]) == "Rests: the teams are of unequal size."


def test_one_team_or_three_are_refused() -> None:
    table = field(3)
    for names in ("AAA", "ABC", ["A", "B", ""]):
        entrants = tuple(
            replace(entrant, extras={"team": team}) for entrant, team in zip(table.entrants, names, strict=True)
        )
        with pytest.raises(PairingError, match="two teams"):
            system("scheveningen").pair(replace(table, entrants=entrants))
