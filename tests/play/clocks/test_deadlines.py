"""What happens at a deadline where players have left, and turns that are sent again by the wrong one."""

from __future__ import annotations

import pytest

from common.journal.services import Stale
from gipf_engine.results import PENDING
from play.clocks.services.flags import fall_flag
from play.core.errors import PlayRefused
from play.core.playing import load_game, now_ms, to_ms
from play.core.services.presence import LEFT_MS, note_presence
from play.games.services.games import play_turn, resign
from play.models import OfferKind, OnlineGame
from play.table.services.leavers import claim_time
from play.table.services.offers import make_offer
from players.models import Account
from testing.play.online import begin, first_turns, play
from tests.play.challenges import test_series as series

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    """Both have made a turn, and White has five minutes for the next."""
    made = begin(*accounts)
    play(made, (accounts[0], "g2"), (accounts[1], "b3"))
    return made


def fall(game: int) -> OnlineGame:
    deadline = OnlineGame.objects.get(pk=game).deadline
    assert deadline is not None
    return fall_flag(game, to_ms(deadline)).online


def test_where_both_left_during_a_turn_the_game_is_adjourned(game: int) -> None:
    since = load_game(game).clock.since
    for seat in (0, 1):
        note_presence(game, seat, since + 1_000 * seat)
    fall(game)
    assert load_game(game).is_adjourned


def test_who_was_away_before_the_turn_and_lets_the_time_run_out_loses(game: int) -> None:
    """They left the board, came back by other ways and played: the turn of now began later."""
    since = load_game(game).clock.since
    for seat in (0, 1):
        note_presence(game, seat, since - LEFT_MS)
    assert fall(game).ending == "time"
    assert load_game(game).game.result == "0-1"


def test_a_turn_of_the_opponent_is_nobodys_own_that_is_sent_again(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black)
    version = load_game(game).version
    play_turn(game, white, "g2", expect=version)
    assert play_turn(game, white, "g2", expect=version).plies == 1
    with pytest.raises((Stale, PlayRefused)):
        play_turn(game, black, "g2", expect=version)


def test_the_win_of_somebody_who_left_is_claimed(game: int) -> None:
    note_presence(game, 0, now_ms() - LEFT_MS)
    assert claim_time(load_game(game), 1) == 0
    note_presence(game, 0, now_ms() - LEFT_MS + 60_000)
    assert 0 < (claim_time(load_game(game), 1) or 0) <= 60_000


def test_between_the_games_of_a_series_no_rematch_is_offered(accounts: tuple[Account, Account]) -> None:
    """The next game begins after the commit, which this test never comes to."""
    game = series.begin(accounts, 2)
    first_turns(game, *accounts)
    resign(game, accounts[0])
    assert load_game(game).online.rematch_id is None and load_game(game).game.result != PENDING
    with pytest.raises(PlayRefused, match="starts automatically"):
        make_offer(game, accounts[1], OfferKind.REMATCH)
