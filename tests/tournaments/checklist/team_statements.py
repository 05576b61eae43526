"""How far the sixty statements hold in events of teams: by statement what shows it, or why it does not hold or apply.

Tests of the modules in `OWN` name their statements; `SHOWN` has those that stand elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

OWN = (
    "tests/tournaments/checklist/test_of_teams.py",
    "tests/tournaments/checklist/test_hand_pairing_of_teams.py",
    "tests/tournaments/checklist/test_numbers_of_teams.py",
)
_TEAMS, _ENGINE = "tests/tournaments/teams/", "tests/engine/"

SHOWN: Mapping[str, str] = {
    "A05": f"{_TEAMS}test_byes_of_teams.py::test_the_bye_of_the_pairing_is_worth_a_drawn_match",
    "A23": f"{_TEAMS}test_byes_of_teams.py::test_a_bye_that_is_asked_for_is_paired_and_worth_a_drawn_match",
    "A24": f"{_TEAMS}test_byes_of_teams.py::test_captains_ask_for_their_team_within_the_limits_that_players_have",
    "A26": f"{_TEAMS}test_whole_event.py::test_an_odd_team_rests_or_gets_a_bye_worth_a_draw",
    "A30": f"{_TEAMS}test_line_ups.py::test_an_empty_board_is_forfeited",
    "A32": f"{_ENGINE}teams/test_team_swiss_exhaustive.py",
    "A50": f"{_TEAMS}test_whole_event.py::test_strong_teams_come_first_by_the_players_who_fill_the_boards",
    "A53": f"{_TEAMS}test_leaving_teams.py::test_before_half_of_its_matches_are_done_a_schedule_forgets_a_team",
    "A57": f"{_TEAMS}test_leaving_teams.py::test_from_half_on_they_count_unless_the_arbiter_says_otherwise",
    "A58": f"{_TEAMS}test_team_files_of_changes.py::test_a_file_with_impossible_teams_is_refused_with_the_place",
    "A60": f"{_ENGINE}commands/test_team_files.py::test_a_generated_event_is_as_the_rules_say",
}
"""Tests that show a statement for teams and stand elsewhere."""

NOTES: Mapping[str, str] = {
    "A04": "the act is that of players: one table of exits, one page of the journal",
    "A05": "the bye of a pairing is a drawn match (C.04.6, 1.4), each board 1 – ½ – 0",
    "A08": "the value of that bye is fixed; those of byes on request follow the match points",
    "A20": "a full-point bye is a won match, a half-point bye and that of the pairing a drawn one (C.07, 11)",
    "A21": "match points and points of boards cannot change once round 1 is paired (A07)",
    "A22": "as A21",
    "A13": "matches that stay keep line-ups and boards; teams with another opponent hand in anew",
    "A16": "by the colours of board 1",
    "A33": "an open board is a draw for the pairing, and its match what the boards say; line-ups must be open",
    "A45": "comment lines are written for all events by one exporter",
    "A47": "the service of confirmations is one for all acts",
    "A48": "ratings are those of the players, by the pages of all events",
    "A49": "as A48",
    "A50": "by the mean rating of the best players, then the name: a team has no title",
    "A51": "the rating of a team is the mean of its best players; players keep their numbers",
    "A57": "an arbiter decides whether the matches of a team that leaves count",
    "A59": "each round of matches is checked when it comes in; breaches are confirmed by the page of all imports",
}
"""What is worth saying of statements that hold; without a test of their own, what is shared with players."""

OPEN: Mapping[str, str] = {}
"""What does not hold for teams, and why."""

APART: Mapping[str, str] = {
    "A55": "schedules of teams are made by the server alone",
}
"""What does not apply."""


def own_tests(source: str) -> dict[str, list[str]]:
    """By statement the tests of a module in `OWN` that name it."""
    found: dict[str, list[str]] = {}
    for name in re.findall(r"^def (test_teams_\w+)", source, re.MULTILINE):
        for key in re.findall(r"a\d\d(?=_)", name):
            found.setdefault(key.upper(), []).append(name)
    return found
