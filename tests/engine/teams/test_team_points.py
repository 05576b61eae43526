"""Match points, game points and the cross tables that an event of teams contains."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, Meeting
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.standings import rank
from gipf_engine.tournament.teams.cross_tables import table_of_players, table_of_teams
from gipf_engine.tournament.teams.line_ups import seat, with_result
from gipf_engine.tournament.teams.pairings import before_round, pair_teams, round_of, with_round
from gipf_engine.tournament.teams.points import RoundPoints, round_points, total
from gipf_engine.tournament.teams.values import Adjustment, AnnouncedBye, Match, Score, TeamBye, TeamRound
from tests.engine.teams.team_tables import table_of

BYE = TeamBye(5, ByeKind.PAIRING)


def test_a_match_gives_both_scores_and_a_bye_those_of_a_draw() -> None:
    """1½-½, 1-1 and a bye of two boards: one match point and two half points."""
    table = table_of(5, [[(1, 2, "1="), (3, 4, "10"), BYE]])
    found = [round_points(table, number, 1) for number in range(1, 6)]
    assert found == [
        RoundPoints("W", 20, 15),
        RoundPoints("L", 0, 5),
        RoundPoints("D", 10, 10),
        RoundPoints("D", 10, 10),
        RoundPoints("P", 10, 10),
    ]


@pytest.mark.parametrize(
    ("forfeit", "white", "black"),
    [
        ("+-", RoundPoints("+", 20, 20), RoundPoints("-", 0, 0)),
        ("-+", RoundPoints("-", 0, 0), RoundPoints("+", 20, 20)),
        ("--", RoundPoints("-", 0, 0), RoundPoints("-", 0, 0)),
    ],
)
def test_a_match_forfeited_is_won_on_every_board_or_by_nobody(
    forfeit: str, white: RoundPoints, black: RoundPoints
) -> None:
    table = replace(table_of(2, []), rounds=(TeamRound((Match(1, 2, forfeit=forfeit),)),))
    assert [round_points(table, number, 1) for number in (1, 2)] == [white, black]


def test_boards_forfeited_are_points_but_a_match_without_a_game_was_not_played() -> None:
    played = table_of(2, [[(1, 2, "+0")]])
    assert [round_points(played, number, 1).kind for number in (1, 2)] == ["D", "D"]
    missed = table_of(2, [[(1, 2, "++")]])
    assert [round_points(missed, number, 1) for number in (1, 2)] == [RoundPoints("+", 20, 20), RoundPoints("-", 0, 0)]
    cell = table_of_teams(missed).entrant(1).cell(1)
    assert isinstance(cell, Meeting)
    assert not cell.games[0].played


def test_a_match_in_which_nobody_scores_is_lost_by_both() -> None:
    table = table_of(2, [[(1, 2, "--")]])
    lost = with_result(table.settings, table.rounds[0].matches[0], 1, "0-0")
    lost = with_result(table.settings, lost, 2, "0-0")
    table = replace(table, rounds=(TeamRound((lost,)),))
    assert [round_points(table, number, 1) for number in (1, 2)] == [RoundPoints("L", 0, 0)] * 2


def test_byes_that_were_asked_for_and_absence_have_their_own_points() -> None:
    byes = [TeamBye(1, ByeKind.FULL), TeamBye(2, ByeKind.HALF), TeamBye(3, ByeKind.ZERO), TeamBye(4, ByeKind.REST)]
    table = table_of(5, [byes])
    found = [round_points(table, number, 1) for number in range(1, 6)]
    assert [(got.match, got.game) for got in found] == [(20, 20), (10, 10), (0, 0), (0, 0), (0, 0)]


def test_a_match_with_a_result_missing_gives_the_boards_that_have_one() -> None:
    table = table_of(2, [[(1, 2, "1")]])
    assert [round_points(table, number, 1) for number in (1, 2)] == [RoundPoints("?", 0, 10), RoundPoints("?", 0, 0)]


def test_decisions_go_from_the_general_to_the_particular_and_penalties_are_added() -> None:
    table = replace(
        table_of(2, [[(1, 2, "10")], [(2, 1, "11")]]),
        adjustments=(
            Adjustment("D", 15, None),
            Adjustment("D", 5, 5, 1, (2,)),
            Adjustment("", -10, None, 2, (1,)),
        ),
    )
    assert [round_points(table, number, 1) for number in (1, 2)] == [RoundPoints("D", 15, 10), RoundPoints("D", 5, 5)]
    assert round_points(table, 1, 2) == RoundPoints("L", -10, 0)
    assert [total(table, 1, score) for score in Score] == [5, 10]


def test_teams_are_entrants_by_either_score_with_the_colour_of_board_1() -> None:
    table = table_of(2, [[(2, 1, "1=")]])
    by_match, by_game = (table_of_teams(table, score) for score in Score)
    assert [by_match.points(number) for number in (1, 2)] == [0, 20]
    assert [by_game.points(number) for number in (1, 2)] == [5, 15]
    assert [entrant.second_points for entrant in by_match.entrants] == [(5,), (15,)]
    cells = [entrant.cell(1) for entrant in by_match.entrants]
    assert [cell.games[0].colour for cell in cells if isinstance(cell, Meeting)] == [Colour.BLACK, Colour.WHITE]
    assert (by_match.scoring.win, by_game.scoring.win, by_game.scoring.draw) == (20, 20, 10)


def test_players_are_entrants_with_the_games_of_their_boards() -> None:
    """On board 2 the other team has White; P12 draws there."""
    table = table_of(2, [[(1, 2, "1=")]], size=3)
    players = table_of_players(table)
    cell = players.entrant(12).cell(1)
    assert isinstance(cell, Meeting)
    assert (cell.opponent, cell.games[0].colour, cell.games[0].outcome) == (22, Colour.BLACK, SideResult.DRAW)
    assert players.entrant(13).cell(1) is None
    assert players.entrant(12).extras == {"team": "A", "board": "2"}
    assert [row.number for row in rank(players, ["WON"])][:1] == [11]


def test_a_seat_that_stays_empty_is_a_forfeit() -> None:
    table = table_of(2, [])
    match = seat(table.settings, Match(1, 2), (11, None), (21, 22))
    table = replace(table, rounds=(TeamRound((match,)),))
    players = table_of_players(table)
    assert players.entrant(22).cell(1) == Bye(ByeKind.FULL)
    assert players.points(22) == 10


def test_rounds_are_made_by_systems_for_players_and_replayed() -> None:
    table = table_of(4, [], planned=3)
    made = pair_teams(table, system("round-robin"))
    assert [(pair.white, pair.black) for pair in made.pairs] == [(1, 4), (2, 3)]
    table = with_round(replace(table, announced=(AnnouncedBye(1, 4, ByeKind.HALF),)), round_of(made))
    assert table.announced == ()
    assert before_round(table, 1).rounds == ()


def test_a_team_that_was_away_is_away_when_the_round_is_paired_again() -> None:
    table = table_of(3, [[(1, 2, "11")]])
    assert before_round(table, 1).announced == (AnnouncedBye(1, 3, ByeKind.ZERO),)
