"""Teams that withdraw, come back, and come late: points by hand, and nothing that shows a hidden line-up."""

from __future__ import annotations

import json

import pytest

from common.jobs import services as jobs
from gipf_engine.tournament.teams.points import round_points
from players.models import Account, Club, Notification
from testing.factories import PersonFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, game, last_point
from testing.tournaments.factories import table as standings_of
from testing.tournaments.teams import FOUR_TEAMS, hand_in, line_up_all, running_teams, seats, team
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.core.team_tables import team_table
from tournaments.entries.services import entries
from tournaments.entries.services.leaving import remove_entry
from tournaments.events.services.undo import undo
from tournaments.models import Event, WebhookMessage
from tournaments.notices.services import add_webhook
from tournaments.rounds.services import rounds
from tournaments.teams.queries.tables import team_standings
from tournaments.teams.services import byes, late, leaving

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

SWISS = {"format": "team-swiss", "rounds_planned": 3}
FIRST = {("Ada", "Dan"): "1-0", ("Di", "Al"): "0-1", ("Ben", "Cleo"): "1-0", ("Cy", "Bo"): "0-1"}


def forfeits(event: Event, number: int) -> list[tuple[str, str, str]]:
    rows = load(fresh(event))
    names = {each.id: each.name for each in rows.teams}
    return [
        (names[match.white], names[match.black], match.forfeit)
        for match in rows.rounds[number - 1].matches
        if match.black
    ]


def points(event: Event, number: int) -> list[tuple[int, int]]:
    """Match and game points (tenths) of every team in a round, by number."""
    table = team_table(load(fresh(event)))
    return [tuple(round_points(table, each.number, number)[1:]) for each in table.teams]  # type: ignore[misc]


def test_a_team_that_leaves_while_line_ups_are_out_forfeits_its_match_and_shows_nobody(
    club: Club, organiser: Account
) -> None:
    """The Dogs win 2 match points and both boards; the Ants' line-up was in, and is made into no board."""
    event, players = running_teams(club, organiser)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    leaving.withdraw_team(event.pk, organiser, team(event, "Ants").pk, annul=False)
    assert forfeits(event, 1) == [("Ants", "Dogs", "-+"), ("Bees", "Cats", "")]
    assert load(fresh(event)).rounds[0].pairings == ()
    assert points(event, 1)[0] == (0, 0) and points(event, 1)[3] == (20, 20)
    with pytest.raises(EventRefused, match="can no longer change"):
        hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")


def test_open_boards_of_an_open_match_are_forfeited_and_later_matches_of_the_schedule_too(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser)
    line_up_all(event, players, 1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0", ("Cy", "Bo"): "0-1"})
    leaving.withdraw_team(event.pk, organiser, team(event, "Dogs").pk, annul=False)
    assert game(event, "Di", "Al").result == "-+"
    assert {each.name for each in load(fresh(event)).entries if each.withdrawn} == {"Dan", "Di"}
    rounds.start_round(event.pk, organiser)
    assert forfeits(event, 2) == [("Dogs", "Cats", "-+"), ("Ants", "Bees", "")]


def test_before_half_of_its_matches_are_done_a_schedule_forgets_a_team(club: Club, organiser: Account) -> None:
    """The Dogs have done one of three matches. Without it the Ants have nothing, Ada and Al no game."""
    event, players = running_teams(club, organiser)
    line_up_all(event, players, 1)
    decide(event, organiser, FIRST)
    dogs = team(event, "Dogs").pk
    rows = load(fresh(event))
    assert leaving.matches_done(rows, rows.team_by_id[dogs]) == (1, 3)
    leaving.withdraw_team(event.pk, organiser, dogs)
    page = team_standings(load(fresh(event)))
    assert [(line.rank, line.team.name, line.match_points, line.won) for line in page.lines] == [
        (1, "Bees", 20, 1), (2, "Ants", 0, 0), (2, "Cats", 0, 0),
    ]  # fmt: skip
    assert [each.name for each in page.annulled] == ["Dogs"]
    assert {name: got for _rank, name, got in standings_of(fresh(event))}["Ada"] == 0
    assert [line.entry.name for line in page.boards[0].lines] == ["Ben", "Cleo"]
    undo(event.pk, organiser, last_point(event), reason="They stay.")
    page = team_standings(load(fresh(event)))
    assert [(line.team.name, line.match_points) for line in page.lines][:2] == [("Ants", 20), ("Bees", 20)]
    assert not any(each.withdrawn for each in load(fresh(event)).entries)


def test_from_half_on_they_count_unless_the_arbiter_says_otherwise(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=2)
    line_up_all(event, players, 1)
    line_up_all(event, players, 2)
    decide(event, organiser, {**FIRST, ("Dan", "Cleo"): "1-0", ("Cy", "Di"): "0-1"})
    dogs = team(event, "Dogs").pk
    rows = load(fresh(event))
    assert leaving.matches_done(rows, rows.team_by_id[dogs]) == (2, 3)
    assert not leaving.annuls_team(rows, rows.team_by_id[dogs])
    leaving.withdraw_team(event.pk, organiser, dogs, annul=True)
    assert [line.team.name for line in team_standings(load(fresh(event))).lines] == ["Bees", "Ants", "Cats"]


def test_a_swiss_event_pairs_a_team_no_more_and_keeps_its_results(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, **SWISS)
    line_up_all(event, players, 1)
    ants = team(event, "Ants").pk
    with pytest.raises(EventRefused, match="only when all pairings are fixed"):
        leaving.withdraw_team(event.pk, organiser, ants, annul=True)
    for pairing in load(event).rounds[0].pairings:
        white, black = (load(event).by_id[each].name for each in pairing.entries)
        decide(event, organiser, {(white, black): "1-0" if white[0] in "AB" else "0-1"})
    leaving.withdraw_team(event.pk, organiser, ants)
    with pytest.raises(EventRefused, match="withdrawn already"):
        leaving.withdraw_team(event.pk, organiser, ants)
    rounds.start_round(event.pk, organiser)
    rows = load(fresh(event))
    assert all(ants not in match.teams for match in rows.rounds[1].matches)
    assert points(event, 1)[0] == (20, 20) and points(event, 2)[0] == (0, 0)
    leaving.readmit_team(event.pk, organiser, ants)
    line = next(line for line in team_standings(load(fresh(event))).lines if line.team.id == ants)
    assert line.match_points == 20


def test_a_team_that_is_back_plays_its_forfeited_match_after_all_if_the_arbiter_says_so(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser)
    hand_in(event, players["Dan"], 1, "Dogs", "Dan", "Di")
    ants = team(event, "Ants").pk
    leaving.withdraw_team(event.pk, organiser, ants)
    leaving.readmit_team(event.pk, organiser, ants)
    assert forfeits(event, 1)[0] == ("Ants", "Dogs", "-+"), "as it was left"
    leaving.withdraw_team(event.pk, organiser, ants)
    leaving.readmit_team(event.pk, organiser, ants, plays_matches=True)
    assert forfeits(event, 1)[0] == ("Ants", "Dogs", "")
    assert load(fresh(event)).rounds[0].pairings == ()
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    assert len(load(fresh(event)).rounds[0].pairings) == 2, "what the Dogs handed in was kept"


def test_taking_the_round_back_moves_when_a_team_left(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=1)
    leaving.withdraw_team(event.pk, organiser, team(event, "Ants").pk, annul=False)
    rounds.delete_round(event.pk, organiser, 1)
    assert load(fresh(event)).teams[0].withdrawn_after == 0
    rounds.start_round(event.pk, organiser)
    assert forfeits(event, 1)[0] == ("Ants", "Dogs", "-+")


def _late(event: Event, club: Club, organiser: Account, *names: str) -> list[int]:
    for name in names:
        person = PersonFactory(name=name, member_of=club)
        entries.enter_person(event.pk, organiser, person_id=person.pk)
    return [entry(event, name).pk for name in names]


def test_a_late_team_has_nothing_for_missed_rounds_unless_it_is_given_byes(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, FOUR_TEAMS, **SWISS)
    line_up_all(event, players, 1)
    numbers = [each.number for each in load(fresh(event)).entries]
    eels = _late(event, club, organiser, "Eva", "Eli")
    assert [each.number for each in load(fresh(event)).entries][:8] == numbers, "players keep their numbers"
    with pytest.raises(EventRefused, match="needs at least one player"):
        late.add_late_team(event.pk, organiser, "Eels", [])
    with pytest.raises(EventRefused, match="plays for another team"):
        late.add_late_team(event.pk, organiser, "Eels", seats(event, ["Ada"]))  # type: ignore[arg-type]
    made = late.add_late_team(event.pk, organiser, "Eels", eels, captain=eels[0])
    assert made.number == 5 and points(event, 1)[4] == (0, 0)
    byes.give_team_missed_byes(event.pk, organiser, made.pk, [1])
    assert points(event, 1)[4] == (10, 10), "a drawn match with half of two boards"
    for pairing in load(event).rounds[0].pairings:
        white, black = (load(event).by_id[each].name for each in pairing.entries)
        decide(event, organiser, {(white, black): "1/2-1/2"})
    with pytest.raises(ConfirmationNeeded):
        byes.request_team_bye(event.pk, organiser, made.pk, 2, "half")
    rounds.start_round(event.pk, organiser)
    assert any(made.pk in match.teams for match in load(fresh(event)).rounds[1].matches)
    with pytest.raises(EventRefused, match="already been paired"):
        confirmed(byes.give_team_missed_byes, event.pk, organiser, made.pk, [1])


def test_a_schedule_takes_teams_before_round_1_and_players_until_the_end(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=0)
    late.add_late_team(event.pk, organiser, "Eels", _late(event, club, organiser, "Eva"))
    assert load(fresh(event)).rounds_total == 5
    rounds.start_round(event.pk, organiser)
    (flo,) = _late(event, club, organiser, "Flo")
    with pytest.raises(EventRefused, match="once round 1 is paired"):
        late.add_late_team(event.pk, organiser, "Foxes", [flo])
    remove_entry(event.pk, organiser, flo)
    with pytest.raises(EventRefused, match="on the roster of a team"):
        remove_entry(event.pk, organiser, entry(event, "Eva").pk)


def test_an_undo_takes_a_late_team_back_with_what_it_handed_in(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=0, **SWISS)
    eels = _late(event, club, organiser, "Eva", "Eli")
    late.add_late_team(event.pk, organiser, "Eels", eels)
    before = last_point(event)
    byes.request_team_bye(event.pk, organiser, team(event, "Ants").pk, 1, "zero")
    rounds.start_round(event.pk, organiser)
    hand_in(event, organiser, 1, "Eels", "Eva", "Eli")
    undo(event.pk, organiser, before, reason="They do not come.")
    assert [each.name for each in load(fresh(event)).teams] == ["Ants", "Bees", "Cats", "Dogs"]


def test_webhooks_and_the_captain_are_told(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    add_webhook(event.pk, organiser, "https://example.org/hook", ["team.withdrawn", "team.returned", "team.added"])
    ants = team(event, "Ants").pk
    leaving.withdraw_team(event.pk, organiser, ants, annul=False)
    (message,) = WebhookMessage.objects.all()
    assert message.kind == "team.withdrawn" and json.loads(message.body)["data"]["team"] == ants
    jobs.run_due()
    told = Notification.objects.get(account=players["Ada"], kind="team")
    assert "%(team)s withdrew; earlier matches count" in json.dumps(told.message)
    leaving.readmit_team(event.pk, organiser, ants)
    jobs.run_due()
    told = Notification.objects.get(account=players["Ada"], kind="team")
    assert "%(team)s was reinstated" in json.dumps(told.message)
    assert not Notification.objects.filter(kind="team").exclude(account=players["Ada"]).exists()
