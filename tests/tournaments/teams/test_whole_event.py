"""An event of four teams of two, from the rosters to the final table."""

from __future__ import annotations

import pytest

from gipf_engine.tournament.teams.points import total
from gipf_engine.tournament.teams.standings import rank_teams
from gipf_engine.tournament.teams.values import Score
from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, last_point, table
from testing.tournaments.teams import announced_teams, line_up_all, running_teams
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.team_loader import TeamRow
from tournaments.core.team_tables import team_table
from tournaments.entries.services import numbering
from tournaments.entries.services.numbering import Seeding
from tournaments.events.services import lifecycle
from tournaments.events.services.undo import undo
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.teams.numbering import sort_teams
from tournaments.teams.queries.tables import team_standings

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

RESULTS = (
    {("Ada", "Dan"): "1-0", ("Di", "Al"): "0-1", ("Ben", "Cleo"): "1/2-1/2", ("Cy", "Bo"): "1-0"},
    {("Dan", "Cleo"): "0-1", ("Cy", "Di"): "0-1", ("Ada", "Ben"): "1-0", ("Bo", "Al"): "1/2-1/2"},
    {("Ben", "Dan"): "1-0", ("Di", "Bo"): "0-1", ("Cleo", "Ada"): "1-0", ("Al", "Cy"): "0-1"},
)
"""By (white, black), board 1 of a match first: the team with White there has Black on board 2."""


def places(event: Event) -> list[tuple[int, str, int]]:
    """Rank, name and match points (tenths) of every team."""
    of_teams = team_table(load(fresh(event)))
    return [(row.rank, of_teams.team(row.number).name, row.points) for row in rank_teams(of_teams, event.tie_breaks)]


def test_four_teams_play_a_round_robin_from_rosters_to_the_final_table(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=0)
    for number, results in enumerate(RESULTS, 1):
        rounds.start_round(event.pk, organiser)
        if number < len(RESULTS):
            with pytest.raises(EventRefused, match=f"line-ups are missing in round {number}"):
                rounds.start_round(event.pk, organiser)
        line_up_all(event, players, number)
        decide(event, organiser, results)
    # Ants: 2-0, 1½-½, 0-2. Bees: ½-1½, ½-1½, 2-0. Cats: 1½-½, 1-1, 2-0. Dogs: 0-2, 1-1, 0-2.
    assert places(event) == [(1, "Cats", 50), (2, "Ants", 40), (3, "Bees", 20), (4, "Dogs", 10)]
    of_teams = team_table(load(event))
    assert [total(of_teams, number, Score.GAME) for number in (1, 2, 3, 4)] == [35, 30, 45, 10]
    by_player = {name: points for _rank, name, points in table(event)}
    assert by_player == {
        "Ada": 20, "Al": 15, "Ben": 15, "Bo": 15, "Cleo": 25, "Cy": 20, "Dan": 0, "Di": 10,
    }  # fmt: skip
    first, second = team_standings(load(event)).boards
    assert [(line.rank, line.entry.name, line.points) for line in first.lines] == [
        (1, "Cleo", 25), (2, "Ada", 20), (3, "Ben", 15), (4, "Dan", 0),
    ]  # fmt: skip
    assert [(line.rank, line.entry.name, line.games) for line in second.lines] == [
        (1, "Cy", 3), (2, "Al", 3), (2, "Bo", 3), (4, "Di", 3),
    ]  # fmt: skip
    lifecycle.close_event(event.pk, organiser)
    assert fresh(event).state == Event.State.CLOSED


def test_the_table_asks_for_all_line_ups_before_the_event_is_closed(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=1)
    with pytest.raises(EventRefused, match="line-ups are missing in round 1: Ants – Dogs"):
        lifecycle.close_event(event.pk, organiser, early=True)
    line_up_all(event, players, 1)
    decide(event, organiser, RESULTS[0])
    lifecycle.close_event(event.pk, organiser, early=True)


def test_teams_meet_by_the_swiss_system_for_teams(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=0, format="team-swiss", rounds_planned=2)
    rounds.start_round(event.pk, organiser)
    names = {each.id: each.name for each in load(event).teams}
    (first,) = load(event).rounds
    met = [{names[each] for each in match.teams} for match in first.matches]
    assert met == [{"Ants", "Cats"}, {"Bees", "Dogs"}], "the upper half meets the lower half"
    line_up_all(event, players, 1)
    for match in load(event).rounds[0].pairings:
        white, black = (load(event).by_id[each].name for each in match.entries)
        decide(event, organiser, {(white, black): "1-0" if white[0] in "AB" else "0-1"})
    rounds.start_round(event.pk, organiser)
    second = load(event).rounds[1]
    assert [{names[each] for each in match.teams} for match in second.matches] == [{"Ants", "Bees"}, {"Cats", "Dogs"}]


def test_a_league_of_teams_ranks_each_group_by_itself(club: Club, organiser: Account) -> None:
    event, _players = announced_teams(club, organiser, format="team-league", format_options={"groups": 3})
    with pytest.raises(EventRefused, match="3 groups need at least 6 teams; registered: 4"):
        lifecycle.start_event(event.pk, organiser)
    event, players = running_teams(club, organiser, name="Club League", format="team-league")
    names = {each.id: each.name for each in load(event).teams}
    assert [[names[each] for each in match.teams] for match in load(event).rounds[0].matches] == [
        ["Ants", "Bees"], ["Cats", "Dogs"],
    ]  # fmt: skip
    line_up_all(event, players, 1)
    decide(event, organiser, {("Ada", "Ben"): "0-1", ("Bo", "Al"): "1-0", ("Cleo", "Dan"): "1-0", ("Di", "Cy"): "1-0"})
    lines = team_standings(load(event)).lines
    assert [(line.group, line.rank, line.team.name, line.match_points) for line in lines] == [
        (1, 1, "Bees", 20), (1, 2, "Ants", 0), (2, 1, "Cats", 10), (2, 1, "Dogs", 10),
    ]  # fmt: skip
    assert load(event).rounds_total == 1


def test_an_odd_team_rests_or_gets_a_bye_worth_a_draw(club: Club, organiser: Account) -> None:
    three = {"Ants": ("Ada", "Al"), "Bees": ("Ben", "Bo"), "Cats": ("Cleo", "Cy")}
    event, _players = running_teams(club, organiser, three, format="team-swiss", rounds_planned=2)
    byes = [match for match in load(event).rounds[0].matches if not match.is_match]
    assert [(match.kind, load(event).team_by_id[match.white].name) for match in byes] == [("pab", "Cats")]
    of_teams = team_table(load(event))
    assert (total(of_teams, 3, Score.MATCH), total(of_teams, 3, Score.GAME)) == (10, 10)


def test_the_start_is_taken_back_with_the_numbers_of_teams_and_undone_too(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=0)
    numbers = [team.number for team in load(event).teams]
    lifecycle.unstart_event(event.pk, organiser)
    assert (numbers, [team.number for team in load(fresh(event)).teams]) == ([1, 2, 3, 4], [None] * 4)
    undo(event.pk, organiser, last_point(event), reason="It was started rightly.")
    assert [(team.number, team.name) for team in load(fresh(event)).teams] == [
        (1, "Ants"), (2, "Bees"), (3, "Cats"), (4, "Dogs"),
    ]  # fmt: skip


def test_teams_follow_ratings_and_their_players_keep_their_numbers(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=0)
    numbering.set_rating(event.pk, organiser, entry(event, "Di").pk, 1900, reason="typed")
    confirmed(numbering.renumber, event.pk, organiser)
    assert [team.name for team in load(fresh(event)).teams] == ["Dogs", "Ants", "Bees", "Cats"]
    assert [each.name for each in load(fresh(event)).entries][-2:] == ["Dan", "Di"]


def test_strong_teams_come_first_by_the_players_who_fill_the_boards() -> None:
    ratings: dict[int, int | None] = {1: 1900, 2: 1500, 3: None, 4: 1800, 5: 1700, 6: 1790, 7: None}
    teams = [
        TeamRow(1, None, "One Star", (1, 2, 3)),
        TeamRow(2, None, "Even", (4, 5)),
        TeamRow(3, None, "Alone", (6, 7)),
    ]
    found = sort_teams(teams, Seeding.RATING, ratings=ratings, boards=2)
    assert [team.name for team in found] == ["Even", "One Star", "Alone"], "means of 1750, 1700 and 895"
    assert [team.name for team in sort_teams(teams, Seeding.HAND, ratings={}, boards=2, order=[3, 1, 2])] == [
        "Alone", "One Star", "Even",
    ]  # fmt: skip
    with pytest.raises(EventRefused, match="Give every team one number"):
        sort_teams(teams, Seeding.HAND, ratings={}, boards=2, order=[3, 1])
