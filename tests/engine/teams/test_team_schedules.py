"""Round robins and leagues of teams: who meets whom, and who has White on board 1."""

from __future__ import annotations

import pytest

from gipf_engine.tournament.crosstable import Entrant
from gipf_engine.tournament.pairing import system, systems
from gipf_engine.tournament.pairing.team_options import TEAM_OPTIONS
from gipf_engine.tournament.teams.pairings import pair_teams, round_of, with_round
from gipf_engine.tournament.teams.values import Team, TeamSettings, TeamTable


def table_of(teams: int) -> TeamTable:
    """Teams of one player each, without a round."""
    numbers = range(1, teams + 1)
    return TeamTable(
        teams=tuple(Team(number, f"Team {number}", (number,)) for number in numbers),
        players=tuple(Entrant(number, f"Player {number}", None) for number in numbers),
        settings=TeamSettings(1),
        predetermined=True,
    )


def rounds(key: str, teams: int, count: int, **options: object) -> list[list[tuple[int, int]]]:
    """The matches of the first rounds: the team with White on board 1 first."""
    table, found = table_of(teams), []
    for _number in range(count):
        made = pair_teams(table, system(key, **options))
        found.append([(pair.white, pair.black) for pair in made.pairs])
        table = with_round(table, round_of(made))
    return found


def test_four_teams_meet_by_the_berger_table() -> None:
    assert rounds("team-round-robin", 4, 3) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]


def test_the_second_half_of_a_double_round_robin_has_the_colours_reversed() -> None:
    assert rounds("team-double-round-robin", 2, 2) == [[(1, 2)], [(2, 1)]]


def test_a_league_cuts_teams_into_groups_of_neighbours() -> None:
    assert rounds("team-league", 5, 1, groups=2) == [[(2, 3), (4, 5)]], "number 1 of three rests"


@pytest.mark.parametrize(
    ("key", "count"), [("team-round-robin", 5), ("team-double-round-robin", 10), ("team-league", 3)]
)
def test_the_rounds_follow_from_the_teams(key: str, count: int) -> None:
    assert system(key).rounds(6) == count


def test_every_system_of_teams_has_the_options_of_matches() -> None:
    of_teams = [each for each in systems() if each.for_teams]
    assert [each.key for each in of_teams] == [
        "team-swiss", "team-round-robin", "team-double-round-robin", "team-league",
    ]  # fmt: skip
    assert all(each.event_options == TEAM_OPTIONS for each in of_teams)
