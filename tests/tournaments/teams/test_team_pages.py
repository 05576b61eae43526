"""Teams by the API and on pages: made, given a roster, lined up by their captains, shown match by match."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from gipf_engine.tournament.trf.team_reader import read_team_event
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.tournaments.factories import decide, entry, fresh, with_players
from testing.tournaments.teams import announced_teams, hand_in, line_up_all, running_teams, seats, team
from tournaments.core.loader import load
from tournaments.events.queries.own_tasks import own_tasks
from tournaments.models import Event, LineUp, Team

pytestmark = pytest.mark.django_db

OF_TEAMS = {"format": "team-round-robin", "format_options": {"boards": 2, "reserves": 1}}


def page_of(client: Client, event: Event, path: str = "") -> str:
    answer = client.get(f"/events/{event.pk}{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


def version_in(page: str) -> str:
    return re.findall(r'name="version" value="(\d+)"', page)[-1]


class TestTeams:
    def test_an_organiser_makes_a_team_and_its_roster(self, club: Club, organiser: Account) -> None:
        event, desk = with_players(club, organiser, ("Ada", "Al", "Abe"), **OF_TEAMS), signed_in(organiser)
        assert "In no team:" in page_of(desk, event, "/teams")
        desk.post(f"/events/{event.pk}/teams/new", {"name": " Ants ", "version": ""})
        made = Team.objects.get(event=event)
        assert made.name == "Ants"
        ada, al, abe = (entry(event, name).pk for name in ("Ada", "Al", "Abe"))
        chosen = {"place_1": al, "place_2": ada, "place_3": abe, "captain": ada, "version": ""}
        desk.post(f"/events/{event.pk}/teams/{made.pk}/roster", chosen)
        (row,) = load(fresh(event)).teams
        assert (row.roster, row.captain) == ((al, ada, abe), ada)
        page = page_of(Client(), event, "/teams")
        assert re.findall(r">(Al|Ada|Abe|captain|Reserve)<", page) == ["Al", "Ada", "captain", "Reserve", "Abe"]
        assert "In no team:" not in page_of(desk, event, "/teams")

    def test_the_api_does_the_same_and_refuses_what_cannot_be(self, club: Club, organiser: Account) -> None:
        event, caller = with_players(club, organiser, ("Ada", "Al", "Ben"), **OF_TEAMS), Caller(organiser)
        here = f"/events/{event.pk}/teams"
        made = caller.post(here, {"name": "Ants"})
        assert made.status_code == 201
        ants = made.json()["team"]["id"]
        assert caller.post(here, {"name": "ants"}).status_code == 400
        bees = caller.post(here, {"name": "Bees"}).json()["team"]["id"]
        ada, al, ben = (entry(event, name).pk for name in ("Ada", "Al", "Ben"))
        found = caller.ask("PUT", f"{here}/{ants}/roster", {"entries": [ada, al], "captain": al}).json()
        assert [(each["entry"]["id"], each["reserve"], each["captain"]) for each in found["players"]] == [
            (ada, False, False), (al, False, True),
        ]  # fmt: skip
        for wrong in ({"entries": [ben, al]}, {"entries": [ben, ben]}, {"entries": [ben], "captain": ada}):
            assert caller.ask("PUT", f"{here}/{bees}/roster", wrong).status_code == 400, wrong
        assert caller.patch(f"{here}/{bees}", {"name": "Wasps"}).json()["team"]["name"] == "Wasps"
        assert caller.delete(f"{here}/{bees}").status_code == 204
        assert [each["team"]["name"] for each in caller.read(here)["results"]] == ["Ants"]

    def test_teams_are_for_those_who_register_players_and_fixed_at_the_start(
        self, club: Club, organiser: Account
    ) -> None:
        event, players = announced_teams(club, organiser)
        ants = team(event, "Ants").pk
        assert Caller(players["Ada"]).post(f"/events/{event.pk}/teams", {"name": "Flies"}).status_code == 403
        assert "Set the roster" not in page_of(signed_in(players["Ada"]), event, "/teams")
        started, _players = running_teams(club, organiser, {"Eels": ("Eva", "Eli"), "Foxes": ("Fay", "Fin")})
        eels = team(started, "Eels").pk
        assert Caller(organiser).delete(f"/events/{started.pk}/teams/{eels}").status_code == 409
        assert Caller(organiser).delete(f"/events/{event.pk}/teams/{ants}").status_code == 204

    def test_an_event_of_players_has_no_teams(self, club: Club, organiser: Account) -> None:
        event = with_players(club, organiser)
        assert Caller(organiser).post(f"/events/{event.pk}/teams", {"name": "Ants"}).status_code == 409
        assert signed_in(organiser).get(f"/events/{event.pk}/teams").status_code == 404
        assert Caller().get(f"/events/{event.pk}/team-standings").status_code == 404

    def test_an_event_of_teams_does_not_start_before_everybody_is_in_one(self, club: Club, organiser: Account) -> None:
        event, desk = with_players(club, organiser, ("Ada",), **OF_TEAMS), signed_in(organiser)
        page = page_of(desk, event, "/start")
        assert "fewer than two teams are registered" in page and "Ada plays for no team" in page

    def test_numbers_are_given_to_teams_by_hand(self, club: Club, organiser: Account) -> None:
        event, _players = announced_teams(club, organiser)
        desk, order = signed_in(organiser), ("Dogs", "Ants", "Cats", "Bees")
        numbers = {f"number_{team(event, name).pk}": place for place, name in enumerate(order, 1)}
        desk.post(f"/events/{event.pk}/start", {"seeding": "hand", "version": "", **numbers})
        assert [each.name for each in load(fresh(event)).teams] == list(order)
        assert [each.name for each in load(fresh(event)).entries][:3] == ["Dan", "Di", "Ada"]


class TestLineUps:
    def test_a_captain_hands_in_by_the_page_that_shows_the_usual_players(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser, {"Ants": ("Ada", "Al", "Abe"), "Dogs": ("Dan", "Di")})
        ants, ada = team(event, "Ants").pk, signed_in(players["Ada"])
        assert "Line-up for round 1" in page_of(ada, event, f"/teams/{ants}")
        path = f"/events/{event.pk}/pairings/1/line-ups/{ants}"
        page = ada.get(path).content.decode()
        assert re.findall(r'<option value="\d+" selected>(\w+)</option>', page) == ["Ada", "Al"]
        chosen = dict(zip(("place_1", "place_2"), seats(event, ["Ada", "Abe"]), strict=True))
        assert ada.post(path, {**chosen, "version": version_in(page)}).status_code == 302
        page = ada.get(path).content.decode()
        assert "Your line-up is in." in page
        assert re.findall(r'<option value="\d+" selected>(\w+)</option>', page) == ["Ada", "Abe"]

    def test_the_home_page_asks_captains_for_line_ups_that_are_missing(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        path, ada = f"/events/{event.pk}/pairings/1/line-ups/{team(event, 'Ants').pk}", players["Ada"]
        (wanted,) = own_tasks(ada).line_ups
        assert (wanted.event, wanted.round, wanted.name, wanted.due) == (event, 1, "Ants", None)
        assert f'class="button primary" href="{path}"' in signed_in(ada).get("/").content.decode()
        assert own_tasks(players["Al"]).line_ups == [], "not the captain"
        hand_in(event, ada, 1, "Ants", "Ada", "Al")
        assert own_tasks(ada).line_ups == []

    def test_the_page_says_what_is_wrong_and_keeps_nothing(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        path = f"/events/{event.pk}/pairings/1/line-ups/{team(event, 'Ants').pk}"
        chosen = dict(zip(("place_1", "place_2"), seats(event, ["Al", "Ada"]), strict=True))
        refused = signed_in(players["Ada"]).post(path, {**chosen, "version": ""})
        assert refused.status_code == 400
        assert "The order of the boards is fixed: Ada sits above Al." in refused.content.decode()
        assert not LineUp.objects.exists()

    def test_players_of_other_teams_and_mates_hand_in_nothing(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        ants = team(event, "Ants").pk
        for name in ("Ben", "Al"):
            client = signed_in(players[name])
            assert client.get(f"/events/{event.pk}/pairings/1/line-ups/{ants}").status_code == 404
            sent = {"seats": seats(event, ["Ada", "Al"])}
            assert (
                Caller(players[name]).ask("PUT", f"/events/{event.pk}/rounds/1/line-ups/{ants}", sent).status_code
                == 403
            )
        assert not LineUp.objects.exists()

    def test_arbiters_set_a_deadline_and_close_line_ups(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        caller, here = Caller(organiser), f"/events/{event.pk}/rounds/1"
        assert Caller(players["Ada"]).ask("PUT", f"{here}/line-up-deadline", {"at": None}).status_code == 403
        assert caller.ask("PUT", f"{here}/line-up-deadline", {"at": "2199-05-01T10:00:00Z"}).status_code == 204
        assert caller.read(f"{here}/matches")["line_ups_due"].startswith("2199-05-01T10:00:00")
        desk = signed_in(organiser)
        page = page_of(desk, event, "/pairings/1/line-up-deadline")
        assert 'value="2199-05-01T12:00"' in page, "in the event's time zone, Amsterdam"
        desk.post(f"/events/{event.pk}/pairings/1/line-up-deadline", {"at": "2199-06-01T12:00", "version": ""})
        assert caller.read(f"{here}/matches")["line_ups_due"].startswith("2199-06-01T10:00:00")
        hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
        assert caller.post(f"{here}/line-ups/close", {"version": 1}).status_code == 409, "the round has moved"
        assert caller.post(f"{here}/line-ups/close").status_code == 204
        assert [each["seated"] for each in caller.read(f"{here}/matches")["matches"]] == [True, True]


class TestTables:
    def test_pairings_show_matches_that_open_to_boards(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
        page = page_of(Client(), event, "/pairings/1")
        assert "Ants: line-up in" in page and "Dogs: no line-up yet" in page and "Change by hand" not in page
        hand_in(event, players["Dan"], 1, "Dogs", "Dan", "")
        decide(event, organiser, {("Ada", "Dan"): "1-0"})
        page = page_of(signed_in(organiser), event, "/pairings/1")
        opened = re.findall(r'<details( open)?><summary><span class="ltr"><strong><bdi>(\w+)</bdi>', page)
        assert opened == [("", "Ants")], "it is over"
        assert "won by forfeit: the opponents left this board empty" in page
        assert '<span class="num ltr">2 : 0</span>' in page

    def test_the_desk_lists_boards_match_by_match(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        desk = signed_in(organiser)
        assert "line-ups are missing in round 1: Ants – Dogs" in page_of(desk, event, "/desk")
        line_up_all(event, players, 1)
        page = page_of(desk, event, "/desk")
        headings = re.findall(r'class="match-heading">(.*?)</li>', page)
        assert [re.findall(r"<bdi>(\w+)</bdi>", each) for each in headings] == [["Ants", "Dogs"], ["Bees", "Cats"]]

    def test_printed_pairings_are_headed_by_their_matches(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        line_up_all(event, players, 1)
        page = page_of(Client(), event, "/print/pairings?round=1")
        assert re.findall(r'colspan="6"><bdi>(\w+)</bdi> – <bdi>(\w+)</bdi>', page) == [
            ("Ants", "Dogs"), ("Bees", "Cats"),
        ]  # fmt: skip

    def test_the_desk_leads_to_pairing_by_hand_and_a_round_of_teams_has_no_day(
        self, club: Club, organiser: Account
    ) -> None:
        event, players = running_teams(club, organiser)
        line_up_all(event, players, 1)
        caller, here = Caller(organiser), f"/events/{event.pk}"
        page = page_of(signed_in(organiser), event, "/desk")
        offered = set(re.findall("Pair as draft|Pair round 1 by hand|Unpublish round 1|Undo round 1", page))
        assert offered == {"Pair as draft", "Pair round 1 by hand", "Unpublish round 1", "Undo round 1"}
        sent = {"number": 2, "played_on": "2026-03-08", "despite_open": True}
        assert "leave the day out" in caller.post(f"{here}/rounds", sent).content.decode()
        assert caller.read(f"{here}/rounds/1/why/1/3")["answer"].startswith("Teams meet in this event")

    def test_the_head_of_the_pages_names_no_player_as_the_leader(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        line_up_all(event, players, 1)
        decide(event, organiser, {("Ada", "Dan"): "1-0", ("Di", "Al"): "0-1"})
        page = page_of(Client(), event)
        assert "Leader" not in page and "Round 1 of 3" in page

    def test_the_table_of_teams_leads_the_standings(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        line_up_all(event, players, 1)
        decide(event, organiser, {("Ada", "Dan"): "1-0", ("Di", "Al"): "1/2-1/2", ("Ben", "Cleo"): "0-1"})
        lines = Caller().read(f"/events/{event.pk}/team-standings")["lines"]
        assert [(each["rank"], each["team"]["name"], each["match_points"], each["game_points"]) for each in lines] == [
            (1, "Ants", "2.0", "1.5"), (2, "Cats", "0.0", "1.0"), (3, "Dogs", "0.0", "0.5"), (4, "Bees", "0.0", "0.0"),
        ]  # fmt: skip
        page = page_of(Client(), event)
        assert page.index("Game points") < page.index('class="fold standings')
        shown = page_of(Client(), event, f"/teams/{team(event, 'Ants').pk}")
        assert '<td class="mid num ltr">1½ : ½</td><td>won</td>' in shown

    def test_trf26_has_teams_and_waits_for_all_line_ups(self, club: Club, organiser: Account) -> None:
        event, players = running_teams(club, organiser)
        desk, files = signed_in(organiser), f"/events/{event.pk}/files"
        line_up_all(event, players, 1, {"Ants": ("Ada", "Al"), "Dogs": ("Dan", "Di")})
        hidden = desk.get(f"{files}/trf26")
        assert hidden.status_code == 409 and "A match has no line-ups yet" in hidden.content.decode()
        line_up_all(event, players, 1, {"Bees": ("Ben", "Bo"), "Cats": ("Cleo", "Cy")})
        decide(event, organiser, {("Ada", "Dan"): "1-0", ("Di", "Al"): "1/2-1/2", ("Cy", "Bo"): "+-"})
        file = read_team_event(desk.get(f"{files}/trf26").content)
        assert file.document.kind == "BERGER_TEAM_ROUNDROBIN"
        assert [(each.name, each.roster) for each in file.table.teams][:2] == [("Ants", (1, 2)), ("Bees", (3, 4))]
        ants, bees = file.table.rounds[0].matches
        assert (ants.line_up(1), ants.line_up(4)) == ((1, 2), (7, 8))
        assert [(side.outcome, side.played) for side in ants.sides(1)] == [("win", True), ("draw", True)]
        assert [side.outcome for side in bees.sides(3)] == [None, "win"]


def test_slips_name_both_teams_and_a_waiting_match_has_no_score(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    assert "line-ups not open yet" in page_of(Client(), event, f"/teams/{team(event, 'Ants').pk}")
    line_up_all(event, players, 1)
    assert "<bdi>Ants</bdi> – <bdi>" in page_of(signed_in(organiser), event, "/pairings/1/slips")
