"""Scheveningen: every member of one team against every member of the other, colours alternating."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError, system
from testing.engine.pairing.simulation import after, boards, field, sitting_out


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
    """5 of 9 games are begun by 1 to 3: 3 - 4, 2 - 4 and 3 - 5 come around the circle, and have the other colours."""
    assert played_out("scheveningen", field(6)) == [
        [(1, 4), (2, 5), (3, 6)],
        [(5, 1), (6, 2), (3, 4)],
        [(1, 6), (4, 2), (5, 3)],
    ]


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 20])
def test_every_member_meets_every_member_of_the_other_team(size: int) -> None:
    half = size // 2
    met = {frozenset(board) for made in played_out("scheveningen", field(size)) for board in made}
    assert met == {frozenset({one, other}) for one in range(1, half + 1) for other in range(half + 1, size + 1)}


def colours(rounds: list[list[tuple[int, int]]], number: int) -> list[bool]:
    """Whether an entrant begins, round by round."""
    return [number in {white for white, _black in made} for made in rounds]


def three_running(own: list[bool]) -> bool:
    return any(one == two == three for one, two, three in zip(own, own[1:], own[2:], strict=False))


@pytest.mark.parametrize("size", [4, 8, 20])
def test_a_double_match_of_even_teams_has_no_colour_three_times_running(size: int) -> None:
    rounds = played_out("double-scheveningen", field(size))
    begun = [colours(rounds, number) for number in range(1, size + 1)]
    assert not any(three_running(own) for own in begun)
    assert {sum(own) for own in begun} == {size // 2}


@pytest.mark.parametrize(
    ("key", "size"),
    [*(("scheveningen", size) for size in (4, 8, 20)), *(("double-scheveningen", size) for size in (6, 10))],
)
def test_everybodys_colours_alternate(key: str, size: int) -> None:
    rounds = played_out(key, field(size))
    for number in range(1, size + 1):
        assert all(one != other for one, other in pairwise(colours(rounds, number)))


@pytest.mark.parametrize("size", [2, 6, 10, 14])
def test_with_an_odd_number_of_rounds_nobody_begins_more_than_once_too_often(size: int) -> None:
    rounds = played_out("scheveningen", field(size))
    half = size // 2
    begun = [colours(rounds, number) for number in range(1, size + 1)]
    assert all(abs(2 * sum(own) - half) == 1 for own in begun)
    assert not any(three_running(own) for own in begun)
    assert sum(map(sum, begun[:half])) - sum(map(sum, begun[half:])) == 1


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
    assert str(made.reasons[3][0]) == "Free: the teams are of unequal size."


def test_one_team_or_three_are_refused() -> None:
    table = field(3)
    for names in ("AAA", "ABC", ["A", "B", ""]):
        entrants = tuple(
            replace(entrant, extras={"team": team}) for entrant, team in zip(table.entrants, names, strict=True)
        )
        with pytest.raises(PairingError, match="two teams"):
            system("scheveningen").pair(replace(table, entrants=entrants))
