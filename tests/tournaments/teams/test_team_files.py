"""Events of teams leave as files and come back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from pytest import Subtests

from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.team_generator import TeamWishes, generate_teams
from gipf_engine.tournament.teams.pairings import in_publishing_order
from gipf_engine.tournament.teams.points import total
from gipf_engine.tournament.teams.values import Score, TeamTable
from gipf_engine.tournament.trf import Document
from gipf_engine.tournament.trf.team_reader import read_team_event
from gipf_engine.tournament.trf.team_writer import write_team_event
from players.models import Account, Club
from testing.marks import some
from testing.savepoints import undone
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, fresh
from testing.tournaments.round_trips import WISHES, exported, taken_in
from testing.tournaments.teams import FOUR_TEAMS, hand_in, line_up_all, running_teams
from tournaments.core.loader import load
from tournaments.core.team_tables import team_table
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import known_people, matches
from tournaments.interchange.services import importing
from tournaments.models import Event, LineUp, TeamMember
from tournaments.rounds.services import rounds
from tournaments.teams.queries.tables import team_standings

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_an_event_of_teams_comes_back_from_its_event_file_with_rosters_captains_and_matches(
    club: Club, organiser: Account
) -> None:
    rosters = {**FOUR_TEAMS, "Ants": ("Ada", "Al", "Abe")}
    event, players = running_teams(club, organiser, rosters)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Abe")
    hand_in(event, players["Dan"], 1, "Dogs", "", "Di")
    hand_in(event, players["Ben"], 1, "Bees", "Ben", "Bo")
    first = exported(event, "json")
    assert b"Ben" in first and b'"seated": false' in first
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    assert not LineUp.objects.filter(team__event=again).exists(), "what one captain handed in is no part of a file"
    captains = TeamMember.objects.filter(team__event=again, captain=True)
    assert set(captains.values_list("entry__members__person", flat=True)) == {
        players[name].person_id for name in ("Ada", "Ben", "Cleo", "Dan")
    }
    hand_in(again, players["Ben"], 1, "Bees", "", "Bo")
    hand_in(again, players["Cleo"], 1, "Cats", "Cleo", "Cy")
    assert not load(fresh(again)).rounds[0].waiting_matches


def test_line_ups_that_open_after_the_next_round_is_paired_leave_what_was_known_then(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser, rounds=2)
    assert load(event).rounds[1].known == {
        "waiting": [[1, 1], [1, 2]], "results": "", "last_number": 8, "gone": [], "forbidden": [],
    }  # fmt: skip
    line_up_all(event, players, 1)
    decide(event, organiser, RESULTS[0])
    first = exported(event, "json")
    assert exported(taken_in(first, club, organiser), "json") == first
    line_up_all(event, players, 2)
    assert b"when paired" not in exported(event, "trf26"), "no result was another then"


RESULTS = ({("Ada", "Dan"): "1-0", ("Di", "Al"): "0-1", ("Ben", "Cleo"): "1/2-1/2", ("Cy", "Bo"): "-+"},)


def played(club: Club, organiser: Account, **changes: object) -> Event:
    """Two rounds: the first with results, the second lined up and open."""
    event, players = running_teams(club, organiser, **changes)
    line_up_all(event, players, 1)
    decide(event, organiser, RESULTS[0])
    rounds.start_round(event.pk, organiser)
    line_up_all(event, players, 2)
    return fresh(event)


@pytest.mark.parametrize("kind", ["json", "trf26"])
def test_rounds_results_and_tables_come_back(club: Club, organiser: Account, kind: str) -> None:
    event = played(club, organiser)
    first = exported(event, kind)
    again = taken_in(first, club, organiser)
    assert exported(again, kind) == first
    assert in_publishing_order(team_table(load(again))) == in_publishing_order(team_table(load(event)))
    assert [line.team.name for line in team_standings(load(again)).lines] == [
        line.team.name for line in team_standings(load(event)).lines
    ]
    assert set(TeamMember.objects.filter(team__event=again, captain=True).values_list("entry__number", flat=True)) == {
        1, 3, 5, 7,
    }  # fmt: skip


def generated(seed: int) -> bytes:
    """A random event by the Swiss system for teams, with forfeits, reserves, absences and byes, as a TRF26 file."""
    wishes = TeamWishes(teams=seed % 6 + 4, rounds=3, boards=seed % 3 + 2, half_byes=0, match_forfeits=20, absences=20)
    made = generate_teams(wishes, Random(seed), system("team-swiss"))
    names = {player.number: f"Player {player.number}" for player in made.table.players}
    table = replace(made.table, players=tuple(replace(each, name=names[each.number]) for each in made.table.players))
    return write_team_event(table, Document(name=f"Cup {seed}", kind="FIDE_TEAM_TYPEA_MP_GP", first_day="2026/03/02"))


def totals(table: TeamTable) -> list[tuple[int, int]]:
    return [(total(table, team.number, Score.MATCH), total(table, team.number, Score.GAME)) for team in table.teams]


def test_random_events_come_back_from_every_file(club: Club, organiser: Account, subtests: Subtests) -> None:
    for seed in some(2, range(1, 7)):
        with subtests.test(seed=seed), undone():
            data = generated(seed)
            before = read_team_event(data).table
            incoming = importers.parse(data, WISHES)
            event = confirmed(importing.import_event, club.pk, organiser, incoming, {})
            there = team_table(load(fresh(event)))
            assert totals(there) == totals(before)
            assert [
                {frozenset((match.white, match.black)): match.was_played for match in round_.matches}
                for round_ in there.rounds
            ] == [
                {frozenset((match.white, match.black)): match.was_played for match in round_.matches}
                for round_ in before.rounds
            ]
            for kind in ("trf26", "json"):
                first = exported(event, kind)
                incoming = importers.parse(first, WISHES)
                people = known_people(matches(incoming, club))
                again = confirmed(importing.import_event, club.pk, organiser, incoming, people)
                assert exported(again, kind) == first
