"""Chat of the two players of a game, and blocking: who reads and writes it, and where else nothing of it appears."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.chat.services.chat import chat_token, clean_line, delete_old_messages, send_message
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.core.services.blocks import block_person, unblock_person
from play.games.services.games import resign
from play.models import Block, Challenge, ChatMessage, OfferKind, OnlineGame
from play.table.services.offers import make_offer
from players.core import limits
from players.core.rate_limit import TooMany
from players.erasure import exports
from players.erasure.services import erase_person
from players.models import Account
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, first_turns

pytestmark = [pytest.mark.django_db, pytest.mark.core]
SECRET = "the-words-of-the-two"


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    return begin(*accounts)


def page_of(account: Account | None, address: str) -> Any:
    client = Client()
    if account is not None:
        client.force_login(account)
    return client.get(address)


def test_both_players_read_it_and_nobody_else_does(accounts: tuple[Account, Account], game: int) -> None:
    stranger = AccountFactory(person=PersonFactory())
    before = load_game(game).version
    send_message(game, accounts[0], SECRET)
    for account in accounts:
        assert SECRET in page_of(account, f"/play/{game}").content.decode()
        assert Caller(account).get(f"/play/games/{game}/chat").json()["results"][0]["text"] == SECRET
    assert page_of(stranger, f"/play/{game}/chat").status_code == 404
    assert Caller(stranger).get(f"/play/games/{game}/chat").status_code == 403
    for account in (None, stranger, accounts[0]):
        for address in (f"/games/{game}", f"/games/{game}/state", f"/play/{game}/state", f"/api/v1/play/games/{game}"):
            answer = page_of(account, address)
            assert SECRET not in b"".join(answer).decode(), address
    assert load_game(game).version == before, "whoever follows the game learns of nothing"
    assert SECRET not in json.dumps(list(JournalEntry.objects.values_list("data", flat=True)))


def test_pages_follow_it_at_an_address_that_nobody_guesses(accounts: tuple[Account, Account], game: int) -> None:
    send_message(game, accounts[0], "Hello")
    seen = page_of(None, f"/play/{game}/chat/{chat_token(game)}")
    assert seen.json() == {"seen": f"chat:{game}=1"}
    assert page_of(None, f"/play/{game}/chat/{chat_token(game + 1)}").status_code == 404
    assert chat_token(game) not in page_of(None, f"/games/{game}").content.decode()


def test_a_line_is_plain_text_of_a_bounded_length(accounts: tuple[Account, Account], game: int) -> None:
    assert clean_line("  a\u202eb\n\x07c  d ") == "a b c d"
    assert clean_line("می\u200cروم") == "می\u200cروم"
    for text, words in (
        ("", "Write something"),
        ("\u200e \n", "Write something"),
        ("x" * 301, "At most 300"),
        ("a\0b", "no plain text"),
    ):
        with pytest.raises(Refused, match=words):
            send_message(game, accounts[0], text)
    send_message(game, accounts[0], "<script>alert(1)</script>")
    assert "<script>alert" not in page_of(accounts[1], f"/play/{game}").content.decode()


@pytest.mark.parametrize(
    "line", ["\u200d", "\u200c \u200c", "\u2800", "\u3164\u115f", "\ufe0f", "\u0301", "\U000e0041"]
)
def test_a_line_that_shows_nothing_is_empty(line: str) -> None:
    with pytest.raises(PlayRefused, match="Write something first"):
        clean_line(line)


def test_marks_are_not_stacked_over_other_lines() -> None:
    for line in ("Việt Nam", "שָׁלוֹם", "ก็ได้ครับ ที่นี่", "👍🏽", "g2!", "ལྷ་སྒྲུབ"):
        assert clean_line(line)
    with pytest.raises(PlayRefused, match="too many marks"):
        clean_line("Z" + "\u0301\u0302\u0303\u0304\u0305")
    with pytest.raises(PlayRefused, match="too many marks"):
        clean_line("é" + "\u034f\u0302\u0303\u0304\u0305")  # composed, and with a joiner between


def test_the_page_keeps_what_was_typed(accounts: tuple[Account, Account], game: int) -> None:
    client = Client()
    client.force_login(accounts[0])
    long = "y" * 301
    refused = client.post(f"/play/{game}/chat", {"text": long})
    assert refused.status_code == 400
    assert f'value="{long}"' in refused.content.decode()
    assert client.post(f"/play/{game}/chat", {"text": "Hello"}).status_code == 302
    part = client.post(f"/play/{game}/chat", {"text": "again"}, headers={"X-Chat": "1"}).content.decode()
    assert "again" in part and "<html" not in part


def test_nobody_writes_without_end(
    accounts: tuple[Account, Account], game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.core.rate_limit.time.time", lambda: 1_800_000_000.0)
    for number in range(limits.CHAT_MESSAGES.tries):
        send_message(game, accounts[0], f"line {number}")
    with pytest.raises(TooMany):
        send_message(game, accounts[0], "one more")
    client = Client()
    client.force_login(accounts[0])
    refused = client.post(f"/play/{game}/chat", {"text": "kept"}).content.decode()
    assert "You write very fast" in refused and 'value="kept"' in refused


def test_who_does_not_play_writes_nothing(game: int) -> None:
    with pytest.raises(NotAllowed):
        send_message(game, AccountFactory(person=PersonFactory()), "Hello")


def test_the_chat_is_closed_a_day_after_the_game(accounts: tuple[Account, Account], game: int) -> None:
    first_turns(game, *accounts)
    resign(game, accounts[0])
    send_message(game, accounts[1], "Thank you")
    OnlineGame.objects.filter(pk=game).update(ended_at=timezone.now() - timedelta(days=2))
    with pytest.raises(Refused, match="closed"):
        send_message(game, accounts[1], "Hello?")


def test_messages_go_after_ninety_days(accounts: tuple[Account, Account], game: int) -> None:
    old, new = (send_message(game, accounts[0], text) for text in ("old", "new"))
    ChatMessage.objects.filter(pk=old.pk).update(sent_at=timezone.now() - timedelta(days=91))
    delete_old_messages()
    assert list(ChatMessage.objects.all()) == [new]


def test_erasing_a_player_takes_the_chats_and_blocks(accounts: tuple[Account, Account], game: int) -> None:
    send_message(game, accounts[0], "Hello Bela")
    send_message(game, accounts[1], "Hello Wanda")
    assert accounts[0].person_id is not None
    block_person(accounts[1], accounts[0].person_id)
    erase_person(actor=accounts[0], person_id=accounts[0].person_id)
    assert not ChatMessage.objects.exists() and not Block.objects.exists()


def test_the_export_has_the_chats_of_the_own_games_alone(accounts: tuple[Account, Account], game: int) -> None:
    send_message(game, accounts[0], SECRET)
    assert SECRET in exports.as_json(accounts[1])
    assert SECRET not in exports.as_json(AccountFactory(person=PersonFactory()))


def test_who_is_blocked_can_neither_write_nor_challenge_nor_see_what_is_offered(
    accounts: tuple[Account, Account], game: int
) -> None:
    white, black = accounts
    wanted = {"rules": "gipf-basic", "control": "300+3"}
    assert white.person_id is not None and black.person_id is not None
    personal = open_challenge(black, NewChallenge(**wanted, audience="person", opponent=white.person_id))
    seek = open_challenge(black, NewChallenge(**wanted))
    block_person(white, black.person_id)
    block_person(white, black.person_id)
    assert Block.objects.count() == 1
    personal.refresh_from_db()
    assert personal.closed_at is not None, "what was offered can be taken no more"
    for account in accounts:
        with pytest.raises(Refused, match=r"block|cannot chat or play"):
            send_message(game, account, "Hello")
    with pytest.raises(Refused, match="cannot chat or play"):
        open_challenge(black, NewChallenge(**wanted, audience="person", opponent=white.person_id))
    with pytest.raises(Refused, match="You have blocked"):
        take_challenge(white, seek)
    assert Caller(white).get("/play/challenges").json()["results"] == []
    assert Caller(None).get("/play/challenges").json()["results"] != []
    own = open_challenge(white, NewChallenge(**wanted))
    assert [row["id"] for row in Caller(black).get("/play/challenges").json()["results"]] == [seek.pk]
    unblock_person(white, black.person_id)
    assert take_challenge(black, own).game.white_id in (white.person_id, black.person_id)
    send_message(game, white, "Hello again")


def test_no_rematch_with_who_is_blocked(accounts: tuple[Account, Account], game: int) -> None:
    white, black = accounts
    first_turns(game, *accounts)
    resign(game, white)
    make_offer(game, white, OfferKind.REMATCH)
    assert white.person_id is not None
    block_person(black, white.person_id)
    with pytest.raises(Refused, match="You have blocked"):
        make_offer(game, black, OfferKind.REMATCH)


def test_nobody_blocks_himself(accounts: tuple[Account, Account]) -> None:
    assert accounts[0].person_id is not None
    with pytest.raises(Refused, match="yourself"):
        block_person(accounts[0], accounts[0].person_id)
    assert not Challenge.objects.exists()
