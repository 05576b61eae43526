"""Events of teams in TRF: each record in and out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import ByeKind, ForbiddenGroup
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.team_generator import TeamWishes, generate_teams
from gipf_engine.tournament.teams.points import round_points, total
from gipf_engine.tournament.teams.values import Adjustment, AnnouncedBye, Match, Score, TeamBye, TeamTable
from gipf_engine.tournament.trf.team_marks import is_team_file
from gipf_engine.tournament.trf.team_reader import read_team_event
from gipf_engine.tournament.trf.team_types import TeamType, team_code_of, team_type_of
from gipf_engine.tournament.trf.team_writer import write_team_event
from testing.marks import first
from tests.engine.trf.trf_lines import file, player

HEAD = ["012 Cup", "142 5", "152 W", "192 FIDE_TEAM_TYPEB_GP_MP", "352 WB", "362 TW 3.0   TD 1.5   TL 0.5"]
PLAYERS = (
    player(1, "   4 w 1,   6 b =", rank=1),
    player(2, "   5 b =,0000 - +", rank=2),
    player(3, "0000 - Z,0000 - Z", rank=3),
    player(4, "   1 b 0,0000 - U", rank=4),
    player(5, "   2 w =,0000 - U", rank=5),
    player(6, "0000 - +,   1 w =", rank=6),
    player(7, "0000 - +,0000 - Z", rank=7),
    player(8, "0000 - Z,0000 - Z", rank=8),
)
TEAMS = (
    f"310   1 {'Red':32} {'RED':5} {'2300':>6} {'':6} {'':6} {'1':>3}     1    2    3",
    f"310   2 {'Blue':32} {'BLU':5} {'2200':>6} {'':6} {'':6} {'3':>3}     4    5",
    f"310   3 {'Green':32} {'GRN':5} {'2100':>6} {'':6} {'':6} {'2':>3}     6    7",
    f"310   4 {'Grey':32} {'':5} {'':>6} {'':6} {'':6} {'4':>3}     8",
)
RECORDS = (
    "300   2   1   3 0001 0002",
    "300   2   3   1 0006 0000",
    "320  2.0  1.5 000 002",
    "330 +-   1   3   4",
    "240 H   2    4",
    "240 Z   3    1    2",
    "250  2.0  1.0   1   2    1    2",
    "260   1   5    2    3",
    "299 W   4.0        002    3",
)


def whole() -> TeamTable:
    return read_team_event(file(*HEAD, *PLAYERS, *TEAMS, *RECORDS)).table


def test_teams_and_settings() -> None:
    table = whole()
    first = table.teams[0]
    assert (first.name, first.nickname, first.strength, first.roster, first.extras) == (
        "Red",
        "RED",
        2300,
        (1, 2, 3),
        {"rank": "1"},
    )
    settings = table.settings
    assert (settings.boards, settings.colours, settings.primary, settings.secondary) == (2, "WB", Score.GAME, True)
    assert (settings.points.win, settings.points.draw, settings.points.loss) == (30, 15, 5)
    assert (settings.bye_match, settings.bye_games) == (20, 15)
    assert (table.rounds_planned, table.first_colour, len(table.players)) == (5, "w", 8)
    assert table.forbidden == (ForbiddenGroup(frozenset((2, 3)), 1, None),)
    assert [team.accelerated for team in table.teams] == [(20, 20), (20, 20), (), ()]
    assert [team.accelerated_games for team in table.teams] == [(10, 10), (10, 10), (), ()]
    assert table.adjustments == (Adjustment("W", 40, None, 2, (3,)),)


def test_matches_forfeits_byes_and_boards_without_an_opponent() -> None:
    """Round 1: Red 1½-½ Blue, Green has won against Grey by forfeit. Round 2: Green has White on board 1 against Red,
    ½ there; P2 of Red meets an empty seat. Blue has the bye, Grey half a point."""
    table = whole()
    first, second = table.rounds
    assert [(match.white, match.black, match.forfeit) for match in first.matches] == [(1, 2, ""), (3, 4, "+-")]
    assert first.matches[0].line_up(1) == (1, 2)
    assert [(match.white, match.black) for match in second.matches] == [(3, 1)]
    assert second.matches[0].line_up(1) == (1, 2)
    assert second.matches[0].line_up(3) == (6, None)
    assert set(second.byes) == {TeamBye(2, ByeKind.PAIRING), TeamBye(4, ByeKind.HALF)}
    assert table.announced == (AnnouncedBye(3, 1, ByeKind.ZERO), AnnouncedBye(3, 2, ByeKind.ZERO))
    assert [round_points(table, number, 1)[1:] for number in (1, 2, 3, 4)] == [(30, 15), (5, 5), (30, 20), (5, 0)]
    assert [round_points(table, number, 2)[1:] for number in (1, 2, 3, 4)] == [(30, 15), (20, 15), (5, 5), (15, 10)]


def test_abnormal_points_of_teams() -> None:
    lines = ("299 L   1.0   0.5  002    3", "299    -2.0        000")
    table = read_team_event(file(*HEAD, *PLAYERS, *TEAMS, *RECORDS[:-1], *lines)).table
    assert table.adjustments == (Adjustment("L", 10, 5, 2, (3,)), Adjustment("", -20, None, 0, ()))
    assert round_points(table, 3, 2) == ("L", -10, 5)


def test_a_file_with_every_record_is_written_as_it_was_read() -> None:
    lines = ("299 L   1.0   0.5  002    3", "299    -2.0        000")
    read = read_team_event(file(*HEAD, *PLAYERS, *TEAMS, *RECORDS[:-1], *lines))
    written = write_team_event(read.table, read.document)
    again = read_team_event(written)
    assert again.table == read.table
    assert write_team_event(again.table, again.document) == written
    text = written.decode().splitlines()
    for line in (*lines, *HEAD[1:], "330 +-   1   3   4", "320  2.0  1.5 000 002", "300   2   3   1 0006 0000"):
        assert line in text


def test_the_rounds_of_a_team_are_written_for_people() -> None:
    read = read_team_event(file(*HEAD, *PLAYERS, *TEAMS, *RECORDS[:-1]))
    short = [
        line for line in write_team_event(read.table, read.document).decode().splitlines() if line.startswith("802")
    ]
    assert short == [
        "802   1 RED      6.0    3.0    2 w  1.5     3 b  1.5",
        "802   2 BLU      2.5    2.0    1 b  0.5   PAB    1.5",
        "802   3 GRN      3.5    2.5    4 w  2.0f    1 w  0.5",
        "802   4          2.0    1.0    3 b  0.0f  HPB    1.0",
    ]


def test_record_013_has_teams_in_the_order_of_its_lines() -> None:
    lines = (f"013 {'Red':32}   1    2", f"013 {'Blue':32}   3    4")
    games = (player(1, "   3 w 1"), player(2, "   4 b 1"), player(3, "   1 b 0"), player(4, "   2 w 0"))
    read = read_team_event(file("012 Cup", "192 FIDE_TEAM", *games, *lines))
    assert [(team.number, team.name, team.roster) for team in read.table.teams] == [
        (1, "Red", (1, 2)),
        (2, "Blue", (3, 4)),
    ]
    assert read.table.settings.boards == 2
    assert total(read.table, 1, Score.GAME) == 20
    written = write_team_event(read.table, read.document, trf.Dialect.TRF16)
    assert lines[0] in written.decode().splitlines()
    assert b"\n310" not in written
    assert read_team_event(written).table.rounds == read.table.rounds


def test_trf16_refuses_what_only_trf26_has_a_place_for() -> None:
    with pytest.raises(trf.TrfError, match="export TRF26"):
        write_team_event(whole(), None, trf.Dialect.TRF16)
    table = whole()
    bare = replace(table, rounds=(replace(table.rounds[0], matches=(Match(1, 2),)),))
    with pytest.raises(trf.TrfError, match="no line-ups yet"):
        write_team_event(bare)
    with pytest.raises(trf.TrfError, match="no teams"):
        write_team_event(replace(table, teams=(), rounds=()))


REFUSED = {
    "no team": ((*PLAYERS[:2],), "there is no team"),
    "no number": (("310  xx " + "A" * 20,), "columns 5-7 must hold the number of a team"),
    "a player who is not there": ((TEAMS[0].replace("   3", "  33"),), "there is no player"),
    "a number twice": ((*TEAMS, TEAMS[3].replace("   8", "")), "appears more than once"),
    "a player twice": ((*TEAMS[:3], TEAMS[3].replace("   8", "   7")), "player 7 is in two teams"),
    "a round that is none": ((*TEAMS, "300 one   1   3 0001 0002"), "columns 5-7 must hold a round"),
    "no forfeit": ((*TEAMS, "330 +=   1   3   4"), "a forfeited match is"),
    "colours that are none": ((*TEAMS, "352 WG"), "must be W and B"),
    "match points of nothing": ((*TEAMS, "362 TX 1.0"), "match points are TW, TD and TL"),
    "a bye that is none": ((*TEAMS, "240 U   1    1"), "column 5 must be F, H or Z"),
    "a bye in no round": ((*TEAMS, "240 H   x    1"), "columns 7-9 must hold a round"),
    "no acceleration": ((*TEAMS, "250  2.0  1.0   x   2    1    2"), "columns 15-31 must hold"),
    "points that are none": ((*TEAMS, "320  two  1.5 000 002"), "columns 5-8 must hold points"),
    "a bye of no team": ((*TEAMS, "320  2.0  1.5 abc"), "columns from 15 on must hold numbers of teams"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_lines_that_cannot_be_read_are_refused(case: str) -> None:
    lines, why = REFUSED[case]
    given = lines if case == "no team" else (*PLAYERS, *lines)
    with pytest.raises(trf.TrfError) as refused:
        read_team_event(file("012 Cup", *given))
    assert why in str(refused.value)


def test_points_that_the_results_do_not_give_are_told() -> None:
    wrong = f"{TEAMS[0][:54]}   9.0    9.0{TEAMS[0][67:]}"
    read = read_team_event(file(*HEAD, *PLAYERS, wrong, *TEAMS[1:], *RECORDS[:-1]))
    assert [str(each.message) for each in read.repairs] == [
        "the line has 9.0, 9.0 points, its results give 6.0, 3.0: the results were used"
    ]


def test_which_files_are_of_teams() -> None:
    assert is_team_file(file(*PLAYERS, *TEAMS).encode())
    assert is_team_file(file("192 FIDE_TEAM", "013 Red", *PLAYERS).encode())
    assert not is_team_file(file("013 Red", *PLAYERS).encode())
    assert not is_team_file(file("192 CUSTOM_SCHEVENINGEN", *PLAYERS, *TEAMS[:2]).encode())


@pytest.mark.parametrize("seed", first(12, range(40)))
def test_what_is_written_is_read_again(seed: int) -> None:
    """Random events with byes, forfeits, absent players and line-ups in any order."""
    made = generate_teams(TeamWishes(boards=4), Random(seed), system("team-swiss"))
    written = write_team_event(made.table, trf.Document(name="Cup", kind="FIDE_TEAM"))
    read = read_team_event(written)
    assert [str(each) for each in read.repairs] == []
    assert write_team_event(read.table, read.document) == written
    for own, other in zip(made.table.rounds, read.table.rounds, strict=True):
        assert set(own.matches) == set(other.matches)
        assert set(own.byes) == set(other.byes)
    assert [team.roster for team in read.table.teams] == [team.roster for team in made.table.teams]


@pytest.mark.parametrize(
    ("code", "system_key", "options", "primary", "secondary"),
    [
        ("", "team-swiss", {}, "MP", True),
        ("FIDE_TEAM", "team-swiss", {}, "MP", True),
        ("FIDE_TEAM_TYPEA_MP_GP", "team-swiss", {"preferences": True, "mild": False, "secondary": True}, "MP", True),
        ("FIDE_TEAM_TYPEB_GP", "team-swiss", {"preferences": True, "mild": True, "secondary": False}, "GP", False),
        ("FIDE_TEAM_GP_MP", "team-swiss", {"preferences": False, "mild": False, "secondary": True}, "GP", True),
        ("CUSTOM_TEAM_SWISS_GP", "", {}, "GP", True),
        ("BERGER_TEAM_ROUNDROBIN", "round-robin", {}, "MP", True),
        ("FIDE_TEAM_DOUBLEROUNDROBIN", "double-round-robin", {}, "MP", True),
        ("BERGER_TEAM_DOUBLEROUNDROBIN", "double-round-robin", {"swapped": False}, "MP", True),
        ("FIDE_DUTCH", "", {}, "MP", True),
    ],
)
def test_codes_of_record_192(
    code: str, system_key: str, options: dict[str, object], primary: str, secondary: bool
) -> None:
    assert team_type_of(code) == TeamType(system_key, options, Score(primary), secondary)
    if code.startswith("FIDE_TEAM_") and system_key == "team-swiss":
        assert team_code_of(system_key, team_type_of(code)) == code
        assert team_type_of(f"{code}_BAKU").baku
