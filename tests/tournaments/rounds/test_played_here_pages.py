"""Pages of an event that is played on this server: its form, home, the boards, the desk, a board that is switched."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from play.models import OnlineGame
from players.models import Account, Club
from testing.factories import PersonFactory
from testing.tournaments.factories import fresh
from testing.tournaments.here import BY_MAIL, announced_here, games_of, make_turns, running_here
from tests.tournaments.test_bad_input import GOOD
from tournaments.entries.services import entries
from tournaments.models import Event, Pairing

pytestmark = pytest.mark.django_db


def test_the_form_makes_an_event_that_is_played_here_and_shows_what_was_chosen(desk: Client) -> None:
    chosen = {"played_here": "on", "time_control": "3days+10", "no_show_minutes": str(7 * 24 * 60)}
    answer = desk.post("/clubs/rotterdam/events/new", GOOD | chosen)
    assert answer.status_code == 302, answer.content.decode()
    event = Event.objects.latest("pk")
    assert (event.time_control, event.no_show_minutes) == ("3days+10", 10_080)
    page = desk.get(f"/events/{event.pk}/edit").content.decode()
    assert re.search(r'name="played_here"[^>]*checked', page)
    assert '<option value="3days+10" selected>' in page
    assert '<option value="10080" selected>' in page
    desk.post(f"/events/{event.pk}/edit", GOOD | {"time_control": "3days+10", "no_show_minutes": "15"})
    assert (fresh(event).time_control, fresh(event).no_show_minutes) == ("", None), "the box is not ticked"


def test_a_clock_that_does_not_fit_is_refused_at_its_field(desk: Client) -> None:
    chosen = {"played_here": "on", "time_control": "3days+10", "no_show_minutes": "15"}
    answer = desk.post("/clubs/rotterdam/events/new", GOOD | chosen)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "allow 1440 to 86400 minutes" in page
    assert '<option value="3days+10" selected>' in page, "what was chosen stays"


def test_a_player_finds_the_game_at_home_and_opening_the_board_is_coming(club: Club, organiser: Account) -> None:
    event, players = running_here(club, organiser, ("Ada", "Ben"))
    (game,) = games_of(event)
    reader = Client()
    reader.force_login(players[game.black.name])
    assert f'href="/play/{game.pk}"' in reader.get("/").content.decode()
    assert f"/play/{game.pk}" in reader.get("/play").content.decode()
    page = reader.get(f"/play/{game.pk}").content.decode()
    assert "loses by forfeit" in page
    assert "Abort" not in page
    row = OnlineGame.objects.get(pk=game.pk)
    assert (row.white_came_at, row.black_came_at is not None) == (None, True)


def test_everybody_follows_the_game_on_its_page_in_its_event(club: Club, organiser: Account) -> None:
    event, players = running_here(club, organiser, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, "g2")
    page = Client().get(f"/games/{game.pk}").content.decode()
    assert "Being played" in page
    assert f'href="/events/{event.pk}"' in page
    assert Client().get(f"/play/{game.pk}").status_code == 302


def test_the_desk_leads_to_the_boards_that_are_played(desk: Client, club: Club, organiser: Account) -> None:
    event, _players = running_here(club, organiser, ("Ada", "Ben"))
    (game,) = games_of(event)
    page = desk.get(f"/events/{event.pk}/desk").content.decode()
    assert re.search(rf'href="/games/{game.pk}">being played<', page)


def test_the_info_page_says_by_which_clock_and_the_desk_who_has_no_account(
    desk: Client, club: Club, organiser: Account
) -> None:
    event, _players = announced_here(club, organiser, ("Ada", "Ben"), **BY_MAIL)
    guest = PersonFactory(name="Guest", member_of=club)
    entries.enter_person(event.pk, organiser, person_id=guest.pk)
    page = desk.get(f"/events/{event.pk}/info").content.decode()
    assert "first turn within 3 days, else a forfeit" in page
    assert re.search(r"and play over the board: .*Guest", desk.get(f"/events/{event.pk}/desk").content.decode())


def test_who_takes_a_round_back_is_told_that_its_games_stop(desk: Client, club: Club, organiser: Account) -> None:
    event, _players = running_here(club, organiser, ("Ada", "Ben"))
    page = desk.get(f"/events/{event.pk}/pairings/1/delete").content.decode()
    assert "Games in progress on this server stop" in page


def test_an_arbiter_switches_a_board_with_a_reason(desk: Client, club: Club, organiser: Account) -> None:
    event, _players = running_here(club, organiser, ("Ada", "Ben"))
    pairing, address = Pairing.objects.get(round__event=event), f"/events/{event.pk}/pairings/1/edit"
    page = desk.get(address).content.decode()
    assert f'name="over-the-board" value="{pairing.pk}"' in page
    sent = {"over-the-board": str(pairing.pk), "version": "1"}
    assert desk.post(address, sent).status_code == 400
    assert games_of(event)[0].online
    assert desk.post(address, sent | {"reason": "both are in the club"}).status_code == 302
    assert not games_of(event)[0].online
    assert "over-the-board" not in desk.get(address).content.decode()
    assert desk.post(address, sent | {"reason": "again"}).status_code == 409, "the round has changed"
