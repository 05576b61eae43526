"""Who may sit where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.teams.line_ups import line_up_problems, seat, usual_line_up
from gipf_engine.tournament.teams.values import LineUp, Match
from tests.engine.teams.team_tables import table_of

TABLE = table_of(2, [], boards=3, size=5)
FREE = replace(TABLE, settings=replace(TABLE.settings, fixed_order=False))


@pytest.mark.parametrize(
    ("line_up", "problems"),
    [
        ((11, 12, 13), []),
        ((11, 13, 15), []),
        ((11, None, 12), []),
        ((12, 11, 13), ["The order of the boards is fixed: P11 sits above P12."]),
        ((11, 12), ["A match has 3 boards, but the line-up has 2."]),
        ((None, None, None), ["The line-up is empty."]),
        ((11, 11, 12), ["P11 sits at more than one board."]),
        ((11, 12, 21), ["P21 is not on the roster of this team."]),
        ((11, 12, 99), ["99 is not on the roster of this team."]),
    ],
)
def test_a_line_up_by_the_order_of_the_roster(line_up: LineUp, problems: list[str]) -> None:
    assert [str(each) for each in line_up_problems(TABLE, 1, line_up)] == problems


def test_a_free_order_seats_players_as_a_captain_likes() -> None:
    assert line_up_problems(FREE, 1, (13, 11, 12)) == []


def test_reserves_move_up_and_boards_stay_empty_at_the_end() -> None:
    settings, team = TABLE.settings, TABLE.team(1)
    assert usual_line_up(settings, team) == (11, 12, 13)
    assert usual_line_up(settings, team, absent=(12,)) == (11, 13, 14)
    assert usual_line_up(settings, team, absent=(11, 12, 13)) == (14, 15, None)


@pytest.mark.parametrize(("colours", "expected"), [("WB", "wbwb"), ("WBBW", "wbbw"), ("BWBW", "wbwb"), ("WW", "wwww")])
def test_colours_follow_the_sequence_from_the_colour_of_board_1(colours: str, expected: str) -> None:
    table = table_of(2, [], boards=4)
    settings = replace(table.settings, colours=colours)
    match = seat(settings, Match(2, 1), (21, 22, 23, 24), (11, 12, 13, 14))
    assert "".join(str(board.first_side.colour) for board in match.boards) == expected
    assert all(board.second_side.colour is Colour(board.first_side.colour or "w").other for board in match.boards)
    assert match.line_up(1) == (11, 12, 13, 14)
    assert match.is_open
