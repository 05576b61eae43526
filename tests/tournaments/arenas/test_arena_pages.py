"""An arena by the API and on its pages: the form, the band with what the reader can do, what a round cannot be."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.timezone import localtime

from play.games.services.games import resign
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import player_in
from testing.games.game_records import played, tokens_of
from testing.tournaments.arenas import ARENA
from testing.tournaments.factories import fresh
from testing.tournaments.here import announced_here, games_of, make_turns
from tests.tournaments.arenas.test_arenas import joined, move_end, running
from tournaments.arenas.services import join_arena, leave_arena, run_arena
from tournaments.events.presets import preset
from tournaments.models import Arena, ArenaPlayer, Entry, Event

pytestmark = pytest.mark.django_db


def page_of(client: Client, event: Event) -> str:
    return client.get(f"/events/{event.pk}").content.decode()


class TestApi:
    def test_players_join_pause_and_leave(self, club: Club, organiser: Account) -> None:
        event, players = running(club, organiser)
        address, ada = f"/events/{event.pk}/arena", Caller(players["Ada"])
        entry = Entry.objects.get(event=event, members__person__name="Ada")
        assert ada.post(f"{address}/join").status_code == 204
        found = ada.read(address)
        assert found["is_over"] is False
        assert [(each["entry"], each["state"], each["game"]) for each in found["players"]] == [(entry.pk, "free", None)]
        assert ada.post(f"{address}/pause").status_code == 204
        assert [each["state"] for each in ada.read(address)["players"]] == ["pausing"]
        assert ada.post(f"{address}/leave").status_code == 204
        assert ada.read(address)["players"] == []
        refused = ada.post(f"{address}/join")
        assert (refused.status_code, refused.json()["detail"]) == (
            409,
            "You have left this arena. An organiser can reinstate you.",
        )

    def test_who_plays_has_a_game(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        (game,) = games_of(event)
        found = Caller().read(f"/events/{event.pk}/arena")["players"]
        assert [(each["state"], each["game"], each["free_since"]) for each in found] == [("playing", game.pk, None)] * 2

    def test_organisers_alone_end_it_and_other_events_are_none(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        address = f"/events/{event.pk}/arena"
        assert Caller(players["Ada"]).post(f"{address}/stop").status_code == 403
        assert Caller(organiser).post(f"{address}/stop").status_code == 204
        assert Caller().read(address)["is_over"] is True
        run_arena(event.pk)
        assert Caller().get(address).status_code == 404


class TestPage:
    def test_it_offers_what_the_reader_can_do(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser, ("Ada", "Ben"))
        assert "Sign in to play" in page_of(Client(), event)
        stranger = page_of(signed_in(player_in(club, name="Abe")), event)
        assert "Join the arena" in stranger and "Leave …" not in stranger
        ada = signed_in(players["Ada"])
        waiting = page_of(ada, event)
        assert "Finding you an opponent" in waiting and "Join the arena" not in waiting
        run_arena(event.pk)
        (game,) = games_of(event)
        playing = page_of(ada, event)
        assert f'data-arena-board="/play/{game.pk}"' in playing and "Leave …" not in playing
        assert "data-arena-board" not in page_of(Client(), event)
        make_turns(players, game, *tokens_of(played())[:2])
        resign(game.pk, players["Ada"])
        leave_arena(event.pk, players["Ada"])
        assert "You have left this arena." in page_of(ada, event)

    def test_nobody_but_organisers_registers_where_the_event_says_so(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser, self_entry=False)
        page = page_of(signed_in(player_in(club, name="Abe")), event)
        assert "Join the arena" not in page and "Only organisers can register players" in page

    def test_it_has_no_rounds_to_show_and_is_final_when_it_is_closed(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        page = page_of(Client(), event)
        assert "The arena is running." in page and "Round 1 of" not in page
        assert f"/events/{event.pk}/pairings" not in page
        (game,) = games_of(event)
        make_turns(players, game, *tokens_of(played())[:2])
        resign(game.pk, players["Ada"])
        assert "Final standings." not in page_of(Client(), event), "nobody plays, but the time is not up"
        move_end(event)
        assert "Time is up." in page_of(Client(), event)
        run_arena(event.pk)
        page = page_of(Client(), event)
        assert "Final standings." in page and "Round 1 of" not in page and 'id="arena"' not in page

    def test_pages_of_a_round_and_of_games_can_still_be_read(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser)
        run_arena(event.pk)
        for path in ("pairings/1", "games", "crosstable", "players", "info", "standings.csv", "screen"):
            assert Client().get(f"/events/{event.pk}/{path}").status_code == 200, path
        assert "Round 1 of" not in Client().get(f"/embed/events/{event.pk}/standings").content.decode()
        desk = signed_in(organiser).get(f"/events/{event.pk}/desk").content.decode()
        assert "End the arena now" in desk and "the arena is still running" in desk and "Start round" not in desk

    def test_the_time_that_is_left_is_on_every_page(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser)
        ends_at = Arena.objects.get(event=event).ends_at
        assert timedelta(minutes=44) < ends_at - timezone.now() <= timedelta(minutes=45)
        page = Client().get(f"/events/{event.pk}/players").content.decode()
        assert f'data-until="{format_date(localtime(ends_at), "c")}"' in page

    def test_it_says_how_long_it_will_last_before_it_starts(self, club: Club, organiser: Account) -> None:
        event, _players = announced_here(club, organiser, (), **ARENA, format_options={"minutes": 20})
        page = page_of(Client(), event)
        assert "20 minutes" in page and "as soon as the organiser starts the arena" in page

    def test_buttons_join_and_pause(self, club: Club, organiser: Account) -> None:
        event, players = running(club, organiser)
        ada = signed_in(players["Ada"])
        assert ada.post(f"/events/{event.pk}/arena/join").headers["Location"] == f"/events/{event.pk}"
        assert ArenaPlayer.objects.get(entry__event=event).ready_since is not None
        ada.post(f"/events/{event.pk}/arena/pause")
        assert ArenaPlayer.objects.get(entry__event=event).ready_since is None


class TestForm:
    def test_the_clock_and_the_minutes_are_those_of_the_format(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser)
        desk = signed_in(organiser)
        page = desk.get(f"/events/{event.pk}/edit").content.decode()
        assert '<option value="180+2" selected>' in page
        assert "3days+10" not in page.split('name="arena__clock"')[1].split("</select>")[0]

    def test_the_preset_fills_the_form(self, organiser: Account, club: Club) -> None:
        chosen = preset("arena")
        assert chosen is not None and not chosen.follows_rules
        page = signed_in(organiser).get(f"/clubs/{club.slug}/events/new?preset=arena").content.decode()
        field = page.split('name="arena__minutes"')[1].split(">")[0]
        assert 'value="60"' in field


def test_a_late_player_changes_no_number_of_others(club: Club, organiser: Account) -> None:
    event, _players = joined(club, organiser)
    run_arena(event.pk)
    before = dict(Entry.objects.filter(event=event).values_list("pk", "number"))
    join_arena(event.pk, player_in(club, name="Abe"))
    after = dict(Entry.objects.filter(event=event).values_list("pk", "number"))
    assert before.items() <= after.items()
    assert ARENA["format"] == fresh(event).format
