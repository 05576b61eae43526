"""Turns that are pushed: the board that follows is the one that it would have fetched, and nobody is told of more."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from gipf_engine.clocks import clock_from_json
from play.core.playing import LONGEST_MESSAGE, PlayedTurn, load_game, read_message
from play.games.services.games import play_turn
from play.models import OnlineGame
from play.table.live_turns import board_to_follow
from players.models import Account
from testing.clients import signed_in
from testing.play.online import DRAW, begin, first_turns, lyngk, make_offer, play
from testing.play.published import news_of_turn, yinsh_turns

pytestmark = [pytest.mark.django_db, pytest.mark.core]

TOLD = {"version", "effects", "path", "seat", "said", "table", "before", "over", "turn", "sides", "more"}


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_opponent_is_pushed_what_the_turn_did_and_what_he_may_touch(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any, language: str
) -> None:
    game, turns = begin(*accounts, rules="yinsh-normal"), yinsh_turns(*accounts)
    play(game, *turns[:11])
    news = news_of_turn(game, *turns[11], django_capture_on_commit_callbacks, published)
    pushed = board_to_follow(f"play-seen:{game}:0", language, news)
    client = signed_in(accounts[0])
    client.cookies["django_language"] = language
    fetched = client.get(f"/play/{game}/state", headers={"accept-language": language}).json()
    assert pushed is not None
    assert turns[11][1] == "i6-i10"
    assert (pushed["effects"], pushed["path"], pushed["seat"]) == ("p:i6:m:markers m:i6:i10:r f:i9:m", ["i6", "i10"], 0)
    assert (pushed["version"], pushed["over"]) == (fetched["version"], fetched["over"])
    assert pushed["table"]["asks"] == fetched["table"]["asks"]
    assert places(pushed["table"]) == places(fetched["table"]) == {"a5", "b1", "e9", "e5", "g10"}
    assert pushed["turn"] == {"token": "i6-i10", "ply": 12, "number": 6, "begins": False}
    assert pushed["before"] == fetched["version"] - 1
    assert [side["runs"] for side in pushed["sides"]] == [True, False]
    clock = clock_from_json(OnlineGame.objects.get().clock)
    assert pushed["sides"][1]["left"] == clock.remaining(1, 0)
    assert board_to_follow(f"play-seen:{game}:1", language, news) is None  # he has made the turn
    assert board_to_follow(f"/games/{game}", language, news) is None


def places(table: dict[str, Any]) -> set[str]:
    """What may be touched first."""
    return {names.split(":")[0] for entry in table["rows"][0][1] for names in entry[0].split()}


def test_what_is_pushed_holds_the_board_and_nothing_of_a_seat(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    game, turns = begin(*accounts, rules="yinsh-normal"), yinsh_turns(*accounts)
    play(game, *turns[:4])
    news = news_of_turn(game, *turns[4], django_capture_on_commit_callbacks, published)
    assert set(json.loads(news)) == {"start", "tokens", "version", "clock", "all"}
    pushed = board_to_follow(f"play-seen:{game}:1", "en", news)
    assert pushed is not None
    assert set(pushed) == TOLD
    assert pushed["turn"] == {"token": load_game(game).running.tokens[-1], "ply": 5, "number": 3, "begins": True}


def test_the_first_turns_are_told_whole_and_only_what_ends_a_game_is_not(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    capture, turns = django_capture_on_commit_callbacks, yinsh_turns(*accounts)
    game = begin(*accounts, rules="yinsh-normal")
    first = [news_of_turn(game, *turn, capture, published) for turn in turns[:4]]
    assert all(read_message(news).is_all for news in first)
    begun = board_to_follow(f"play-seen:{game}:1", "en", first[0])
    assert begun is not None
    assert not begun["more"]
    assert begun["turn"] | {"token": ""} == {"token": "", "ply": 1, "number": 1, "begins": True}
    assert [side["runs"] for side in begun["sides"]] == [False, False]  # clocks start with the third turn
    assert [side["moves"] for side in begun["sides"]] == [False, True]
    by_mail = begin(*accounts, rules="yinsh-normal", control="7days+14")
    assert not any(news_of_turn(by_mail, *turn, capture, published) for turn in turns[:4])
    whole = [news_of_turn(game, *turn, capture, published) for turn in turns[4:]]
    assert all(read_message(news).is_all for news in whole[:-1])
    assert whole[-1] == ""  # the game is over


def test_a_first_turn_that_gives_the_other_player_longer_is_told_with_that(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    turns = yinsh_turns(*accounts)
    for minutes, is_all in ((10, True), (0, False)):
        game, until = begin(*accounts, rules="yinsh-normal"), timezone.now() + timedelta(minutes=minutes, seconds=20)
        OnlineGame.objects.filter(pk=game).update(no_show_at=until, deadline=until)
        news = news_of_turn(game, *turns[0], django_capture_on_commit_callbacks, published)
        assert read_message(news).is_all is is_all  # a minute is given to whoever has less


def test_a_turn_that_answers_an_offer_is_told_with_that(
    accounts: tuple[Account, Account], published: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    game = lyngk(*accounts)
    first_turns(game, *accounts, *accounts)
    make_offer(game, accounts[1], DRAW)
    position = load_game(game).running.reached.position
    token = position.notation(next(iter(position.legal_moves())))
    assert not read_message(
        news_of_turn(game, accounts[0], token, django_capture_on_commit_callbacks, published)
    ).is_all


def test_a_message_is_read_as_it_was_written_and_has_a_greatest_length(accounts: tuple[Account, Account]) -> None:
    game = lyngk(*accounts)
    first_turns(game, *accounts)
    found = load_game(game)
    turn = PlayedTurn.of(found.running, found.clock, is_all=False)
    assert read_message(turn.message()) == turn
    long = PlayedTurn(turn.start, turn.tokens * LONGEST_MESSAGE, turn.version, turn.clock)
    assert long.message() == ""


def test_a_script_that_takes_turns_is_answered_by_the_turn_alone_where_it_has_seen_all_before_it(
    accounts: tuple[Account, Account],
) -> None:
    game, turns = begin(*accounts, rules="yinsh-normal"), yinsh_turns(*accounts)
    play(game, *turns[:4])
    version = load_game(game).version
    sent = {"turns": turns[4][1], "version": version}
    client = signed_in(accounts[0])
    answer = client.post(f"/play/{game}", sent, headers={"x-board": "2"}).json()
    state = client.get(f"/play/{game}/state").json()
    assert set(answer) == TOLD
    assert (answer["version"], answer["table"]) == (state["version"], state["table"])
    assert answer["effects"] == f"p:{turns[4][1]}:R:rings.0"
    assert answer["turn"]["token"] == load_game(game).running.tokens[-1]
    assert "parts" in client.post(f"/play/{game}", sent, headers={"x-board": "2"}).json()  # sent again: all of it
    black = signed_in(accounts[1])
    unseen = {"turns": turns[5][1], "version": load_game(game).version}
    assert "parts" in black.post(f"/play/{game}", unseen, headers={"x-board": "1"}).json()


def test_a_script_that_takes_turns_is_answered_by_all_of_it_where_more_has_changed(
    accounts: tuple[Account, Account],
) -> None:
    game = lyngk(*accounts)
    for ply, account in enumerate((*accounts, *accounts)):
        found = load_game(game)
        position = found.running.reached.position
        sent = {"turns": position.notation(next(iter(position.legal_moves()))), "version": found.version}
        answer = signed_in(account).post(f"/play/{game}", sent, headers={"x-board": "2"}).json()
        assert ("parts" in answer) is (ply == 2)
        if ply == 1:
            make_offer(game, accounts[1], DRAW)  # answered by the third turn


@pytest.mark.postgresql
def test_a_turn_asks_the_database_nine_times(accounts: tuple[Account, Account], django_assert_num_queries: Any) -> None:
    game, turns = begin(*accounts, rules="yinsh-normal"), yinsh_turns(*accounts)
    version = play(game, *turns[:4]).version
    with django_assert_num_queries(
        2 + 1 + 4 + 2
    ):  # row and turns, the lock, four rows written, a savepoint's begin and end
        play_turn(game, *turns[4], expect=version)


@pytest.mark.postgresql
def test_a_turn_that_is_sent_asks_for_nothing_beside_session_and_account(
    accounts: tuple[Account, Account], django_assert_num_queries: Any
) -> None:
    game, turns = begin(*accounts, rules="yinsh-normal"), yinsh_turns(*accounts)
    sent = {"turns": turns[4][1], "version": play(game, *turns[:4]).version}
    client = signed_in(accounts[0])
    with django_assert_num_queries(2 + 2 + 1 + 4 + 2):
        answer = client.post(f"/play/{game}", sent, headers={"x-board": "2"})
    assert answer.json()["turn"]["token"] == load_game(game).running.tokens[-1]
