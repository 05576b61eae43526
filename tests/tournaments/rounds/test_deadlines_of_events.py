"""Games of events at their deadlines: nobody waits for who left, and no vacation holds others up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.results.services.create import set_handicap
from play.clocks.services import uptime
from play.clocks.services.uptime import GIFT_MS
from play.clocks.services.vacations import book_vacation
from play.core.errors import PlayRefused
from play.core.playing import load_game, now_ms
from play.core.services.presence import LEFT_MS, note_presence
from play.games.services import games as playing
from play.games.services.event_games import note_arrival
from play.games.services.games import play_turn
from play.models import OnlineGame
from play.table.services.leavers import claim_time
from players.models import Account, Club
from testing.play.online import begin
from testing.tournaments.here import BY_MAIL, games_of, let_the_deadline_pass, make_turns, running_here
from tests.play.clocks.test_uptime import Server

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
TWO = ("Ada", "Ben")


def test_who_came_after_the_deadline_came_too_late(club: Club, organiser: Account) -> None:
    """White made no first turn, and Black opened the board a minute after the time was up: both lose."""
    event, _players = running_here(club, organiser, TWO)
    (game,) = games_of(event)
    note_arrival(load_game(game.pk), 1)
    row = OnlineGame.objects.get(pk=game.pk)
    assert row.deadline is not None
    OnlineGame.objects.filter(pk=game.pk).update(black_came_at=row.deadline + timedelta(minutes=1))
    let_the_deadline_pass(game)
    assert load_game(game.pk).game.result == "--"


def test_a_game_of_an_event_is_not_adjourned_where_both_left(club: Club, organiser: Account) -> None:
    event, players = running_here(club, organiser, TWO)
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3")
    for seat in (0, 1):
        note_presence(game.pk, seat, load_game(game.pk).clock.since)
    let_the_deadline_pass(game)
    ended = load_game(game.pk)
    assert (ended.is_adjourned, ended.online.ending, ended.game.result) == (False, "time", "0-1")


def test_in_an_event_nobody_claims_the_game_of_who_left(club: Club, organiser: Account) -> None:
    event, players = running_here(club, organiser, TWO)
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3")
    note_presence(game.pk, 0, now_ms() - LEFT_MS)
    assert claim_time(load_game(game.pk), 1) is None


def test_a_restart_of_the_server_moves_the_time_for_the_first_turn(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server()
    monkeypatch.setattr(timezone, "now", lambda: server.now)
    monkeypatch.setattr(uptime, "_watch", uptime._Watch())
    uptime.look()
    event, _players = running_here(club, organiser, TWO)
    (game,) = games_of(event)
    before = OnlineGame.objects.get(pk=game.pk)
    server.answer_for(10_000)
    server.be_away_for(600_000)
    after = OnlineGame.objects.get(pk=game.pk)
    assert before.no_show_at is not None and before.deadline is not None
    moved = timedelta(milliseconds=600_000 + GIFT_MS)
    assert (after.no_show_at, after.deadline) == (before.no_show_at + moved, before.deadline + moved)


def test_a_vacation_moves_no_game_of_an_event(club: Club, organiser: Account) -> None:
    event, players = running_here(club, organiser, TWO, **BY_MAIL)
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3")
    white, black = players[game.white.name], players[game.black.name]
    other = begin(white, black, control="3days+10")
    before = {each: OnlineGame.objects.get(pk=each).deadline for each in (game.pk, other)}
    day = timezone.localdate() + timedelta(days=2)
    book_vacation(white, day, day)
    assert OnlineGame.objects.get(pk=game.pk).deadline == before[game.pk]
    assert OnlineGame.objects.get(pk=other).deadline != before[other]


def test_a_first_turn_on_a_board_that_an_arbiter_lays_out_meanwhile_is_refused(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arbiter gives a handicap after the game was read and before its lock is taken."""
    event, players = running_here(club, organiser, TWO, handicap="by-hand")
    (game,) = games_of(event)
    press: Callable[..., Any] = playing._press

    def press_later(*arguments: Any) -> Any:
        set_handicap(game.pk, organiser, "0/2")
        return press(*arguments)

    monkeypatch.setattr(playing, "_press", press_later)
    with pytest.raises(PlayRefused, match="starts from another position"):
        play_turn(game.pk, players[game.white.name], "g2", expect=load_game(game.pk).version)
    assert load_game(game.pk).plies == 0
