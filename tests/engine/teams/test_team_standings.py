"""Tie-breaks of teams by FIDE's C.07, each worked by hand.

Round 1: A 1½-½ B (1, ½), C 1-1 D (1, 0). Round 2: A ½-1½ C (0, ½), B 2-0 D. Round 3: A 2-0 D, B 1-1 C (½, ½).
Match points A 4, B 3, C 4, D 1; game points A 4, B 3½, C 3½, D 1. By board: A 2, 2; B 1½, 2; C 2½, 1; D 0, 1.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.teams.standings import explain_team, rank_teams, team_tie_break, team_tie_breaks
from gipf_engine.tournament.teams.values import Match, Score, TeamBye, TeamRound
from tests.engine.teams.team_tables import table_of

TABLE = table_of(
    4,
    [
        [(1, 2, "1="), (3, 4, "10")],
        [(1, 3, "0="), (2, 4, "11")],
        [(1, 4, "11"), (2, 3, "==")],
    ],
)
F = Fraction


def values(code: str) -> list[object]:
    rows = sorted(rank_teams(TABLE, ["PTS", code]), key=lambda row: row.number)
    return [row.values[1] for row in rows]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("MPVGP", [4, F(7, 2), F(7, 2), 1]),
        ("BH", [8, 9, 8, 11]),  # A met B 3, C 4, D 1
        ("BH/C1", [7, 8, 7, 8]),
        ("BH:GP", [8, F(17, 2), F(17, 2), 11]),
        ("SB", [8, 6, 12, 4]),  # A: 2×3 + 0×4 + 2×1
        ("SB:GP", [9, F(15, 2), F(21, 2), F(7, 2)]),  # B: ½×4 + 2×1 + 1×3½
        ("EMMSB", [8, 6, 12, 4]),
        ("EMGSB", [F(17, 2), 8, 10, 4]),  # A: 1½×3 + ½×4 + 2×1
        ("EGMSB", [9, F(11, 2), F(25, 2), F(7, 2)]),  # A: 2×3½ + 0 + 2×1
        ("EGGSB", [9, F(15, 2), F(21, 2), F(7, 2)]),
        ("EMGSB/C1", [F(13, 2), 6, 9, 4]),  # A without D, B without D, C without D; D without its 0 against B
        ("SSSC", [F(667, 100), F(13, 2), F(617, 100), F(467, 100)]),  # A: 4 + 8 ÷ 3; 3 = 6 match points over 2 points
        ("SSSC/K4", [6, F(23, 4), F(11, 2), F(15, 4)]),
        ("BC", [6, F(11, 2), F(9, 2), 2]),  # A: 1×2 + 2×2
        ("TBR", [2, None, 1, None]),  # of the tied A and C
        ("BBE", [2, None, 1, None]),
        ("EDE", [2, None, 1, None]),
        ("DE", [2, None, 1, None]),
        ("WIN", [2, 1, 1, 0]),
        ("PS", [8, 5, 8, 3]),
        ("PS:GP", [F(15, 2), F(13, 2), 7, 3]),
    ],
)
def test_values(code: str, expected: list[object]) -> None:
    assert values(code) == expected


def test_points_of_either_score_rank_where_the_list_says_so() -> None:
    """By game points B and C are equal; their match was drawn 1-1 in both scores, so that nothing parts them."""
    assert [(row.rank, row.number) for row in rank_teams(TABLE, ["GPTS", "EDE"])] == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert [(row.rank, row.number) for row in rank_teams(TABLE, ["EDE"])] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    by_game = replace(TABLE, settings=replace(TABLE.settings, primary=Score.GAME))
    assert [row.points for row in rank_teams(by_game, ["MPVGP"])] == [40, 35, 35, 10]
    assert [row.number for row in rank_teams(by_game, ["MPVGP"])] == [1, 3, 2, 4]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("EDE", [1, 1]),
        ("EDET", [1, 2]),  # A won board 1
        ("EDEB", [1, 2]),
        ("EDEBT", [1, 2]),  # board count: A 1×1, B 2×1, less is better
        ("EDEBB", [1, 2]),
    ],
)
def test_two_teams_that_drew_are_separated_by_the_boards_of_their_match(code: str, expected: list[int]) -> None:
    """B made 1 point more against others on top boards: only the match between the two counts."""
    table = table_of(4, [[(1, 2, "10"), (3, 4, "11")], [(2, 3, "1="), (1, 4, "=1")]])
    ranks = {row.number: row.rank for row in rank_teams(table, [code])}
    assert [ranks[1], ranks[2]] == expected


def test_a_bye_counts_as_a_win_on_every_board_for_the_count_of_boards_and_so_does_a_match_won_by_forfeit() -> None:
    table = table_of(3, [[(1, 2, "00"), TeamBye(3, ByeKind.PAIRING)]])
    table = replace(table, rounds=(*table.rounds, TeamRound((Match(1, 3, forfeit="+-"),), ())))
    rows = {row.number: row.values[0] for row in rank_teams(table, ["BC"])}
    assert rows == {1: 3, 2: 3, 3: 3}
    half = table_of(3, [[(1, 2, "00"), TeamBye(3, ByeKind.HALF)]])
    assert {row.number: row.values[0] for row in rank_teams(half, ["BC"])}[3] == F(3, 2)


def test_the_sums_are_shown() -> None:
    codes = ["MPVGP", "EMGSB/C1", "BC", "SSSC", "TBR", "EDE"]
    assert [str(each) for each in explain_team(TABLE, codes, 1)] == [
        "4 = 1½ + ½ + 2",
        "6.50 = 1½×3 (B) + ½×4 (C); without 2×1 (D) (cut: the lowest)",
        "6 = 1×2 + 2×2",
        "6.67 = 4 + Buchholz 8 ÷ 3",
        "2, 2: not separated",
        "not tied with anybody; by the other score not tied with anybody",
    ]
    assert str(explain_team(TABLE, ["TBR"], 1)[0]) == "2, 2: place 2 of the tie"
    assert str(explain_team(TABLE, ["EDE"], 1)[0]) == (
        "0 = 0 (C) against 1 of the 1 tied: place 2 of the tie;"
        " by the other score 0.5 = 0.5 (C) against 1 of the 1 tied: place 2 of the tie; place 2 in all"
    )


@pytest.mark.parametrize("code", ["XX", "BH:XP", "EMGSB:GP", "MB", "TPR", "BC/C1", "SSSC/K0"])
def test_codes_that_teams_do_not_have_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match=code.split("/")[0].split(":")[0]):
        team_tie_break(code)


def test_buchholz_is_not_for_fixed_pairings() -> None:
    fixed = replace(TABLE, predetermined=True)
    for code in ("BH", "SSSC"):
        with pytest.raises(ValueError, match="no meaning where all pairings are fixed"):
            rank_teams(fixed, [code])


def test_all_tie_breaks_of_teams_can_be_made() -> None:
    assert {"BC", "BBE", "BH", "EDEBB", "EMGSB", "MPVGP", "SSSC", "TBR"} <= set(team_tie_breaks())
    for key in team_tie_breaks():
        assert team_tie_break(key).key == key
