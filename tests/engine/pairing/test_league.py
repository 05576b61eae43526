"""Leagues: groups by strength, a round robin in each, and who moves up and down in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.league import partition, split
from gipf_engine.tournament.standings import league
from gipf_engine.tournament.standings.ranking import Standing, rank
from testing.engine.pairing.simulation import after, boards, field, sitting_out


def season_of(size: int, groups: int) -> CrossTable:
    table, chosen = field(size), system("league", groups=groups)
    for _ in range(chosen.rounds(size) or 0):
        table = after(table, chosen.pair(table))
    with pytest.raises(PairingError, match="All rounds of this league are paired"):
        chosen.pair(table)
    return table


def group_standings(
    table: CrossTable, groups: Sequence[Sequence[int]], tie_breaks: Sequence[str]
) -> tuple[tuple[Standing, ...], ...]:
    """Each group ranked by itself, in the order of `groups`."""
    return tuple(rank(league.group_table(table, members), tie_breaks) for members in groups)


def test_groups_are_cut_as_equal_as_they_can_be() -> None:
    assert partition(range(1, 11), 3) == ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))


def test_each_group_plays_its_own_berger_table() -> None:
    made = system("league", groups=2).pair(field(8))
    assert boards(made) == [(1, 4), (2, 3), (5, 8), (6, 7)]


def test_a_smaller_group_rests_when_it_has_played() -> None:
    """Five in the first group play five rounds, four in the second three."""
    table, chosen = field(9), system("league", groups=2)
    assert chosen.rounds(9) == 5
    for number in range(1, 6):
        made = chosen.pair(table)
        resting = sitting_out(made)
        assert len(resting) == (1 if number <= 3 else 5)
        table = after(table, made)
    assert str(made.reasons[9][0]) == "Free: the group has played all its rounds."


def test_named_groups_come_before_a_cut_of_the_field() -> None:
    table = field(4)
    named = tuple(
        replace(entrant, extras={"group": name}) for entrant, name in zip(table.entrants, "2112", strict=True)
    )
    assert split(replace(table, entrants=named), 2) == ((2, 3), (1, 4))


def test_a_group_of_one_is_refused() -> None:
    with pytest.raises(PairingError, match="at least two entrants"):
        system("league", groups=2).pair(field(3))


def test_the_best_move_up_and_the_last_move_down() -> None:
    table = season_of(12, 3)
    ranked = group_standings(table, split(table, 3), ["DE"])
    assert [[row.number for row in rows] for rows in ranked] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    season = league.season(ranked, up=1, down=2)
    assert {(move.number, move.group, move.to) for move in season.moves} == {
        (3, 1, 2),
        (4, 1, 2),
        (5, 2, 1),
        (7, 2, 3),
        (8, 2, 3),
        (9, 3, 2),
    }
    assert season.undecided == ()


def test_who_shares_a_rank_across_the_border_is_left_to_the_organiser() -> None:
    """All games of both groups are drawn: nothing parts anybody."""
    table, chosen = field(6), system("league", groups=2)
    for _ in range(chosen.rounds(6) or 0):
        table = after(table, chosen.pair(table), lambda _white, _black: SideResult.DRAW)
    season = league.season(group_standings(table, split(table, 2), ["DE"]), up=1, down=1)
    assert season.moves == ()
    assert season.undecided == ((1, 2, 3), (4, 5, 6))


def test_a_group_too_small_for_its_moves_is_refused() -> None:
    table = season_of(6, 3)
    ranked = group_standings(table, split(table, 3), [])
    with pytest.raises(ValueError, match="group 2 has 2 entrants: 2 cannot move up and 1 down"):
        league.season(ranked, up=2, down=1)
