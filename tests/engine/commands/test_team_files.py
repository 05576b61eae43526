"""The commands on files of teams: a random event is paired again, ranked, and continued."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.teams.pairings import before_round
from gipf_engine.tournament.teams.standings import rank_teams
from gipf_engine.tournament.trf.team_reader import read_team_event
from gipf_engine.tournament.trf.team_writer import write_team_event
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

SIX = (
    *("--teams", "6", "--boards", "2", "--rounds", "3", "--seed", "9"),
    *("--half-byes", "0", "--zero-byes", "0", "--withdrawals", "0"),
)
KINDS = ["FIDE_TEAM", "FIDE_TEAM_TYPEB_GP_MP", "FIDE_TEAM_MP", "BERGER_TEAM_ROUNDROBIN"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_generated_event_is_as_the_rules_say(kind: str, run: Runner, folder: Path) -> None:
    wishes = ("--teams", "7", "--boards", "3", "--rounds", "5", "--seed", "4", "--kind", kind)
    assert run("generatetournament", *wishes, "--out", "event.trf").code == 0
    checked = run("checkpairings", "event.trf")
    assert (checked.code, checked.lines) == (
        0,
        [f"event.trf: 5 rounds of teams, 0 differences, places checked; format: {kind}"],
    )
    read = read_team_event((folder / "event.trf").read_bytes())
    assert all(len(team.roster) >= 3 for team in read.table.teams)


def test_the_next_round_is_paired_by_numbers_of_teams(run: Runner, folder: Path) -> None:
    run("generatetournament", *SIX, "--out", "event.trf")
    whole = read_team_event((folder / "event.trf").read_bytes())
    (folder / "before.trf").write_bytes(write_team_event(before_round(whole.table, 3), whole.document))
    answer = run("pair", "before.trf", "--explain")
    expected = [f"{match.white} {match.black}" for match in whole.table.rounds[2].matches]
    assert [line for line in answer.lines[2:] if not line.startswith(" ")] == expected
    assert any("(4.3." in line for line in answer.lines)
    document = json.loads(run("pair", "before.trf", "--json").out)[0]
    assert [f"{pair['white']} {pair['black']}" for pair in document["pairs"]] == expected
    done = run("pair", "event.trf")
    assert (done.code, done.err.strip()) == (1, "event.trf: No round is left: all announced rounds (3) are paired.")


def test_a_wrong_match_and_a_wrong_place_are_named(run: Runner, folder: Path) -> None:
    run("generatetournament", *SIX, "--out", "event.trf")
    whole = read_team_event((folder / "event.trf").read_bytes())
    swapped = replace(whole.table, first_colour=whole.table.first_colour and whole.table.first_colour.other)
    ranked = replace(swapped, teams=tuple(replace(team, extras={"rank": "1"}) for team in swapped.teams))
    (folder / "wrong.trf").write_bytes(write_team_event(ranked, whole.document))
    answer = run("checkpairings", "wrong.trf")
    assert answer.code == 1
    first = whole.table.rounds[0].matches[0]
    assert answer.lines[0] == (
        f"wrong.trf: round 1, match 1: the rules give {first.black} {first.white},"
        f" the file has {first.white} {first.black}"
    )
    last = max(row.rank for row in rank_teams(whole.table, whole.document.ranking))
    assert any(f"the rules give rank {last}, the file has 1" in line for line in answer.lines)


GAMES = (player(1, "   3 w 1"), player(2, "   4 b ="), player(3, "   1 b 0"), player(4, "   2 w ="))


def test_teams_are_ranked_with_their_sums(run: Runner, folder: Path) -> None:
    """Red has won 1½-½: 2 match points, and board count 1×1 + 2×½."""
    lines = (f"013 {'Red':32}   1    2", f"013 {'Blue':32}   3    4")
    (folder / "two.trf").write_text(file("192 FIDE_TEAM", *GAMES, *lines))
    answer = run("tiebreaks", "two.trf", "--list", "MPVGP,BC", "--explain")
    assert answer.lines == [
        "1\t1\t1.5\t2.0",
        "    MPVGP: 1½ = 1½",
        "    BC: 2 = 1×1 + 2×½",
        "2\t2\t0.5\t1.0",
        "    MPVGP: ½ = ½",
        "    BC: 1 = 1×0 + 2×½",
    ]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("192 CUSTOM_TEAM_SWISS", *GAMES), "events of teams of this type cannot be paired: CUSTOM_TEAM_SWISS"),
        (("192 FIDE_TEAM_GP_BAKU", "142 5", *GAMES), "Baku acceleration needs match points to rank."),
        (("192 FIDE_TEAM_MP_BAKU", *GAMES), "Baku acceleration needs the number of rounds."),
    ],
)
def test_what_cannot_be_paired_is_said(lines: tuple[str, ...], why: str, run: Runner, folder: Path) -> None:
    rosters = (f"013 {'Red':32}   1    2", f"013 {'Blue':32}   3    4")
    (folder / "odd.trf").write_text(file(*lines, *rosters))
    answer = run("pair", "odd.trf")
    assert answer.code == 3
    assert answer.err.strip().endswith(why)


def test_baku_gives_the_upper_half_virtual_match_points(run: Runner, folder: Path) -> None:
    """A beat C, D beat B. Of five rounds two give A and B 2 points each: A has 4, B and D 2, so that B moves up to A.
    Without them D, who has 2 points as A has, meets A."""
    games = (player(1, "   3 w 1"), player(2, "   4 w 0"), player(3, "   1 b 0"), player(4, "   2 b 1"))
    rosters = tuple(f"013 {name:32}{number:>4}" for number, name in enumerate(("A", "B", "C", "D"), 1))
    (folder / "baku.trf").write_text(file("192 FIDE_TEAM_MP_BAKU", "142 5", "152 W", *games, *rosters))
    (folder / "slow.trf").write_text(file("192 FIDE_TEAM_MP", "142 5", "152 W", *games, *rosters))
    assert run("pair", "baku.trf").lines == ["# baku.trf", "2", "2 1", "4 3"]
    assert run("pair", "slow.trf").lines == ["# slow.trf", "2", "4 1", "3 2"]


def test_wishes_that_no_event_of_teams_can_have_are_refused(run: Runner) -> None:
    answer = run("generatetournament", "--teams", "1")
    assert (answer.code, answer.err.strip().endswith("one round and one board")) == (3, True)
    assert "cannot be made: XX" in run("generatetournament", "--teams", "4", "--kind", "XX").err
    assert "draws must be a percentage" in run("generatetournament", "--teams", "4", "--draws", "101").err


def test_abnormal_points_are_of_players_too() -> None:
    read = trf.read(file(*GAMES, "299 W         3.0  001    1"))
    assert read.table.points(1) == 30
