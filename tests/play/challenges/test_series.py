"""Series: the next game begins when the last one is over, colours alternate, and whoever leaves ends it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.models import Game
from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.challenges.services.next_games import begin_next, leave_series
from play.clocks.services.flags import fall_flag
from play.core.errors import PlayRefused
from play.core.player import Player
from play.core.playing import GameInPlay, load_game
from play.core.services.series import NEXT
from play.core.setups import hash_of, lay_out
from play.games.services.games import abort, resign
from play.models import OfferKind, OnlineGame, Series
from play.table.queries.series import SeriesScore, series_score
from play.table.services.offers import make_offer
from players.models import Account
from testing.play.online import first_turns, two_accounts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.core]  # what follows a commit is done


@pytest.fixture
def players() -> tuple[Account, Account]:
    return two_accounts()


def begin(players: tuple[Account, Account], games: int, *, rules: str = "gipf-basic") -> int:
    white, black = players
    wanted = NewChallenge(rules=rules, control="300+3", colour="white", games=games)
    return take_challenge(black, open_challenge(white, wanted)).game.pk


def lose(game_id: int, loser: Account, players: tuple[Account, Account]) -> GameInPlay:
    """Each makes a turn, and one resigns."""
    game = Game.objects.get(pk=game_id)
    order = players if game.white == players[0].person else players[::-1]
    first_turns(game_id, *order)
    resign(game_id, loser)
    return load_game(game_id)


def test_games_follow_one_another_with_colours_exchanged_until_all_are_played(
    players: tuple[Account, Account],
) -> None:
    wanda, bela = players
    one = lose(begin(players, 4), bela, players)
    two = load_game(one.online.rematch_id or 0)
    assert (two.game.white, two.game.black) == (bela.person, wanda.person)
    assert (two.game.rated, two.online.control, two.is_over) == (True, "300+3", False)
    assert series_score(two.online) == SeriesScore(2, 4, white=0, black=10, has_ended=False)
    three = load_game(lose(two.game.pk, wanda, players).online.rematch_id or 0)
    assert series_score(three.online) == SeriesScore(3, 4, white=10, black=10, has_ended=False)
    four = load_game(lose(three.game.pk, bela, players).online.rematch_id or 0)
    last = lose(four.game.pk, bela, players)
    assert last.online.rematch_id is None
    score = series_score(last.online)
    assert score == SeriesScore(4, 4, white=10, black=30, has_ended=True)
    assert "Game 4 of 4" in Client().get(f"/games/{last.game.pk}").content.decode()
    assert "1–3" in Client().get(f"/games/{last.game.pk}").content.decode()


def test_a_flag_begins_the_next_game_too(players: tuple[Account, Account]) -> None:
    game = begin(players, 2)
    first_turns(game, *players)
    deadline = load_game(game).online.deadline
    assert deadline is not None
    fall_flag(game, int((deadline + timedelta(seconds=1)).timestamp() * 1000))
    assert load_game(game).online.rematch_id is not None


def test_the_next_game_begins_once_however_often_it_is_asked_for(players: tuple[Account, Account]) -> None:
    game = lose(begin(players, 2), players[0], players)
    for _time in range(2):
        begin_next(game.game.pk)
    assert OnlineGame.objects.count() == 2


def test_a_job_begins_it_where_the_process_died_after_the_commit(
    players: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr("play.core.services.series.jobs.run_now", lambda kind, _subjects: asked.append(kind))
        game = lose(begin(players, 2), players[0], players)
    assert asked == [NEXT]
    assert game.online.rematch_id is None
    begin_next(game.game.pk)
    assert load_game(game.game.pk).online.rematch_id is not None


def test_who_leaves_ends_the_series_and_the_running_game_goes_on(players: tuple[Account, Account]) -> None:
    game = begin(players, 4)
    leave_series(game, players[1])
    assert not load_game(game).is_over
    ended = lose(game, players[0], players)
    assert ended.online.rematch_id is None
    with pytest.raises(PlayRefused, match="no running series"):
        leave_series(game, players[0])


def test_an_aborted_game_ends_the_series(players: tuple[Account, Account]) -> None:
    game = begin(players, 4)
    abort(game, players[0])
    assert Series.objects.get().ended_at is not None
    assert load_game(game).online.rematch_id is None


def test_a_series_is_left_in_its_last_game(players: tuple[Account, Account]) -> None:
    one = lose(begin(players, 4), players[0], players)
    with pytest.raises(PlayRefused, match="leave the series there"):
        leave_series(one.game.pk, players[0])


def test_an_account_that_is_gone_ends_the_series(players: tuple[Account, Account]) -> None:
    game = begin(players, 4)
    first_turns(game, *players)
    Account.objects.filter(pk=players[1].pk).update(is_active=False)
    resign(game, players[0])
    assert Series.objects.get().ended_at is not None
    assert OnlineGame.objects.count() == 1


def offer_rematch(game: int, *of: Player) -> int:
    for player in of:
        make_offer(game, player, OfferKind.REMATCH)
    return load_game(game).online.rematch_id or 0


def test_a_rematch_waits_for_the_end_of_the_series_and_is_another_one(players: tuple[Account, Account]) -> None:
    one = lose(begin(players, 2), players[0], players)
    with pytest.raises(PlayRefused, match="rematch has started"):
        make_offer(one.game.pk, players[0], OfferKind.REMATCH)
    two = lose(one.online.rematch_id or 0, players[0], players)
    again = load_game(offer_rematch(two.game.pk, *players))
    assert series_score(again.online) == SeriesScore(1, 2, white=0, black=0, has_ended=False)
    assert Series.objects.count() == 2


def test_a_rematch_after_a_series_that_was_left_is_a_single_game(players: tuple[Account, Account]) -> None:
    game = begin(players, 2)
    leave_series(game, players[0])
    lose(game, players[0], players)
    assert series_score(load_game(offer_rematch(game, *players)).online) is None


def test_what_lays_the_next_game_out_was_bound_before(players: tuple[Account, Account]) -> None:
    game = begin(players, 2, rules="lyngk-main")
    online = OnlineGame.objects.get(pk=game)
    promised = hash_of("lyngk-main", online.rematch_seed)
    client = Client()
    client.force_login(players[0])
    assert promised in client.get(f"/play/{game}").content.decode()
    following = load_game(lose(game, players[0], players).online.rematch_id or 0)
    assert hash_of("lyngk-main", following.online.seed) == promised
    assert following.game.setup == lay_out("lyngk-main", following.online.seed)


def test_both_boards_show_the_score_and_whoever_wants_to_leaves(players: tuple[Account, Account]) -> None:
    game = lose(begin(players, 4), players[0], players).online.rematch_id
    client = Client()
    client.force_login(players[1])
    page = client.get(f"/play/{game}").content.decode()
    assert "Game 2 of 4" in page
    assert "1–0" in page
    assert client.post(f"/play/{game}/leave-series").status_code == 302
    page = client.get(f"/play/{game}").content.decode()
    assert "no further game starts" in page
    assert "leave-series" not in page
    shown = Client().get(f"/api/v1/play/games/{game}").json()["series"]
    assert shown == {"number": 2, "length": 4, "white": "1.0", "black": "0.0", "has_ended": True}


def test_a_form_asks_how_many_games(players: tuple[Account, Account]) -> None:
    client = Client()
    client.force_login(players[0])
    client.post("/play/new", {"rules": "gipf-basic", "control": "300+3", "audience": "everybody", "games": "6"})
    assert "A series of 6 games" in client.get("/play").content.decode()
    with pytest.raises(PlayRefused, match="2, 4, 6, 8 or 10"):
        open_challenge(players[0], NewChallenge(rules="gipf-basic", control="300+3", games=3))


@pytest.mark.postgresql
def test_the_database_keeps_numbers_of_a_series_apart(players: tuple[Account, Account]) -> None:
    game = begin(players, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        OnlineGame.objects.filter(pk=game).update(series_number=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Series.objects.create(length=3, ended_at=timezone.now())
