"""Conditional turns: answers that are stored while the opponent is to move, and made by the server."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest import Subtests

from common.jobs.models import Job
from common.jobs.services import run_now
from common.journal.models import JournalEntry
from common.translation import translate_message
from games.models import RecordedTurn
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.core.services.conditional_lines import ANSWER
from play.exports import _lines
from play.games.services.event_games import follow_decision
from play.games.services.games import abort, play_turn, resign
from play.models import ConditionalLine, Guest, OfferKind, OnlineGame
from play.table.services.conditional_turns import (
    MOST_LINES,
    MOST_TURNS,
    delete_line,
    delete_lines_of_erased,
    make_stored_answer,
    store_line,
)
from play.table.services.offers import accept_offer, decline_offer, make_offer
from players.core.events import PersonErasing
from players.models import Account
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.api.streams import Stream
from testing.clients import signed_in
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, guest_browser, let_time_pass, lyngk, play, reference_turns, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]

DAYS = "3days+10"
HOUR = 3_600_000


@pytest.fixture
def accounts() -> tuple[Account, Account]:
    return two_accounts()


def begun(white: Account, black: Account) -> int:
    """A game in which White has made a turn."""
    game = begin(white, black, control=DAYS)
    play(game, (white, "g2"))
    return game


def answer(game: int) -> None:
    """Let the worker make every answer that is asked for."""
    while Job.objects.filter(kind=ANSWER, subject=f"game:{game}").exists():
        run_now(ANSWER, [f"game:{game}"])


def stored(account: Account) -> list[str]:
    return list(ConditionalLine.objects.filter(person=account.person).values_list("turns", flat=True))


def turns_of(game: int) -> tuple[str, ...]:
    return load_game(game).running.tokens


def refusal(game: int, account: Account, text: str) -> str:
    with pytest.raises(PlayRefused) as refused:
        store_line(game, account, text)
    return translate_message(refused.value.message)


# --- the answer ----------------------------------------------------------------------------------------


def test_the_answer_is_made_and_the_rest_of_the_line_waits(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2 b4 c2")
    store_line(game, white, "g6 f2")
    play(game, (black, "b3"))
    answer(game)
    assert turns_of(game) == ("g2", "b3", "f2")
    assert stored(white) == ["b4 c2"]
    play(game, (black, "b4"))
    answer(game)
    assert turns_of(game) == ("g2", "b3", "f2", "b4", "c2")
    assert stored(white) == []


def test_the_answer_is_a_turn_of_the_player_and_takes_no_time(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2")
    let_time_pass(game, 5 * HOUR)
    play(game, (black, "b3"))
    before = load_game(game).clock.sides[0]
    answer(game)
    assert load_game(game).clock.sides[0] == before
    turn = RecordedTurn.objects.get(recording__game=game, ply=3)
    whole = 13 * 24 * HOUR  # three days for the turn, ten in reserve
    assert turn.account == white.pk and turn.clock_ms is not None and whole - 60_000 < turn.clock_ms <= whole
    entry = JournalEntry.objects.get(scope__key=f"game:{game}", version=turn.version)
    assert (entry.action, entry.actor, entry.data) == ("play-turn", white.pk, {"ply": 3})


def test_another_turn_deletes_the_lines(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2 b4 c2")
    play(game, (black, "g6"))
    answer(game)
    assert (turns_of(game), stored(white)) == (("g2", "g6"), [])


def test_a_turn_that_is_made_by_hand_before_the_answer_counts(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2 b4 c2")
    play(game, (black, "b3"), (white, "c2"))
    answer(game)
    assert (turns_of(game), stored(white)) == (("g2", "b3", "c2"), [])


def test_lines_of_both_answer_each_other_until_they_end(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=DAYS)
    store_line(game, black, "g2 b3 f2 b4 c2 d2")
    play(game, (white, "g2"))
    store_line(game, white, "b3 f2 b4 c2")  # before the worker has come to Black's answer
    answer(game)
    assert turns_of(game) == ("g2", "b3", "f2", "b4", "c2", "d2")
    assert not ConditionalLine.objects.exists()
    make_stored_answer(game)  # once more changes nothing
    assert len(turns_of(game)) == 6


def test_a_guest_is_answered_for_too() -> None:
    guest_browser()
    game, guest = load_game(OnlineGame.objects.get().pk), Guest.objects.get()
    seat = (game.game.white_id, game.game.black_id).index(guest.person_id)
    host = Account.objects.get(person=(game.game.white, game.game.black)[1 - seat])
    if seat == game.to_move:
        play_turn(game.game.pk, guest, "g2", expect=game.version)
        store_line(game.game.pk, guest, "b3 f2")
        play(game.game.pk, (host, "b3"))
        expected = ("g2", "b3", "f2")
    else:
        store_line(game.game.pk, guest, "g2 b3")
        play(game.game.pk, (host, "g2"))
        expected = ("g2", "b3")
    answer(game.game.pk)
    assert turns_of(game.game.pk) == expected


def test_an_offer_of_the_opponent_waits_for_the_player(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = lyngk(white, black, DAYS)
    legal = [load_game(game).running.reached.position]
    turns = []
    for _ply in range(4):
        move = next(iter(legal[-1].legal_moves()))
        turns.append(legal[-1].notation(move))
        legal.append(legal[-1].play(move))
    play(game, (white, turns[0]), (black, turns[1]), (white, turns[2]))
    after = next(iter(legal[-1].legal_moves()))
    store_line(game, white, f"{turns[3]} {legal[-1].notation(after)}")
    make_offer(game, black, OfferKind.DRAW)
    play(game, (black, turns[3]))
    answer(game)
    assert len(turns_of(game)) == 4 and load_game(game).offer == "draw"
    decline_offer(game, white, OfferKind.DRAW)
    answer(game)
    assert len(turns_of(game)) == 5


def test_the_answer_of_a_closed_account_is_not_made(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2")
    Account.objects.filter(pk=white.pk).update(is_active=False)
    play(game, (black, "b3"))
    answer(game)
    assert turns_of(game) == ("g2", "b3")


# --- what deletes lines --------------------------------------------------------------------------------


def test_the_end_of_the_game_deletes_the_lines_of_both(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2 b4 c2")
    abort(game, black)
    assert not ConditionalLine.objects.exists()
    game = begun(white, black)
    play(game, (black, "b3"), (white, "f2"))
    store_line(game, white, "b4 c2")
    resign(game, black)
    assert not ConditionalLine.objects.exists()
    assert "over" in refusal(game, white, "b4 c2")


def test_a_takeback_deletes_the_lines_of_both(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    play(game, (black, "b3"), (white, "f2"))
    store_line(game, white, "b4 c2")
    make_offer(game, white, OfferKind.TAKEBACK)
    accept_offer(game, black, OfferKind.TAKEBACK)
    assert turns_of(game) == ("g2", "b3") and not ConditionalLine.objects.exists()


def test_a_game_that_begins_otherwise_has_no_lines(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=DAYS)
    store_line(game, black, "g2 b3")
    follow_decision(game)  # as an arbiter's change of the set-up asks for
    assert stored(black) == []


def test_erasure_deletes_the_lines_of_the_person_alone(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    mine, theirs = begun(white, black), begun(black, white)
    store_line(mine, white, "b3 f2")
    store_line(theirs, black, "b3 f2")
    assert _lines(white, [white.person_id]) == [{"game": mine, "turns": ["b3", "f2"]}]
    delete_lines_of_erased(PersonErasing(white.person))
    assert (stored(white), stored(black)) == ([], ["b3 f2"])


def test_an_own_line_is_deleted_and_no_other(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    line = store_line(game, white, "b3 f2")
    with pytest.raises(ConditionalLine.DoesNotExist):
        delete_line(game, black, line.pk)
    with pytest.raises(NotAllowed):
        delete_line(game, AccountFactory(person=PersonFactory()), line.pk)
    delete_line(game, white, line.pk)
    assert stored(white) == []


# --- what can be stored --------------------------------------------------------------------------------


def test_a_wrong_turn_is_named(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    assert refusal(game, white, "b3 f2 zz c2").startswith("Turn 3, “zz”: zz is not a GIPF turn")
    assert refusal(game, white, "a1 f2").startswith("Turn 1, “a1”: a1 is a dot")
    assert refusal(game, white, "b3") == refusal(game, white, " ") == refusal(game, white, "b3 f2 b4")
    assert refusal(game, white, "b3").startswith("A line has your opponent’s turn, then your answer")
    assert stored(white) == []


def test_a_line_ends_where_the_game_ends(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game, turns = begin(white, black, control=DAYS), reference_turns(white, black)
    play(game, *turns[:22])
    play_on = turns[22][1], turns[23][1]  # Black's answer ends the game
    assert refusal(game, black, " ".join((*play_on, "b3", "f2"))) == "Turn 3, “b3”: The game is over by then."
    store_line(game, black, " ".join(play_on))
    play(game, turns[22])
    answer(game)
    ended = load_game(game)
    assert (ended.is_over, ended.game.result, len(ended.running.tokens)) == (True, "0-1", 24)
    assert refusal(game, white, "b3 f2") == "This game is over."


def test_lines_belong_to_correspondence_and_to_the_opponents_turn(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black)
    play(game, (white, "g2"))
    assert refusal(game, white, "b3 f2") == "Conditional turns are for correspondence games."
    game = begun(white, black)
    assert refusal(game, black, "b3 f2") == "It is your turn. Store conditional turns while your opponent is to move."
    with pytest.raises(NotAllowed):
        store_line(game, AccountFactory(person=PersonFactory()), "b3 f2")


def test_one_turn_has_one_answer_and_a_longer_line_replaces_a_shorter(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    store_line(game, white, "b3 f2")
    wrong = "You have stored another answer to “b3”: “f2”. Delete that line first."
    assert refusal(game, white, "b3 c2") == wrong
    store_line(game, white, "b3 f2 b4 c2")
    assert stored(white) == ["b3 f2 b4 c2"]
    store_line(game, white, "b3 f2")  # is there already
    store_line(game, white, "b3 f2 g6 c2")
    assert stored(white) == ["b3 f2 b4 c2", "b3 f2 g6 c2"]


def test_lines_are_as_many_and_as_long_as_the_limits_allow(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    position = load_game(game).running.reached.position
    line: list[str] = []
    while len(line) < MOST_TURNS + 2:
        move = next(iter(position.legal_moves()))
        line.append(position.notation(move))
        position = position.play(move)
    assert refusal(game, white, " ".join(line)) == "A line has at most 12 turns."
    store_line(game, white, " ".join(line[:MOST_TURNS]))
    position = load_game(game).running.reached.position
    first = [position.notation(move) for move in position.legal_moves()]
    others = [token for token in first if token != line[0]]
    assert len(others) >= MOST_LINES
    for token in others[: MOST_LINES - 1]:
        after = position.play(position.parse(token))
        store_line(game, white, f"{token} {after.notation(next(iter(after.legal_moves())))}")
    after = position.play(position.parse(others[MOST_LINES]))
    last = f"{others[MOST_LINES]} {after.notation(next(iter(after.legal_moves())))}"
    assert refusal(game, white, last) == "At most 20 lines a game. Delete one first."
    assert len(stored(white)) == MOST_LINES


# --- who reads them ------------------------------------------------------------------------------------


def test_nobody_else_reads_a_line(accounts: tuple[Account, Account], subtests: Subtests) -> None:
    white, black = accounts
    game = begun(white, black)
    before = (load_game(game).version, JournalEntry.objects.count(), Job.objects.count())
    secret = store_line(game, white, "g6 f2 b4 c2").turns
    assert (load_game(game).version, JournalEntry.objects.count(), Job.objects.count()) == before
    pages = [f"/play/{game}", f"/play/{game}/state", f"/games/{game}", f"/games/{game}/state", f"/play/{game}/seen"]
    api = [f"/play/games/{game}", "/play/games", f"/games/{game}", f"/play/games/{game}/legal-turns"]
    assert secret in signed_in(white).get(f"/play/{game}").content.decode()
    assert secret in json.dumps(signed_in(white).get(f"/play/{game}/state").json())
    assert Caller(white).get(f"/play/games/{game}/conditional-turns").json()["results"][0]["turns"] == secret.split()
    stranger = AccountFactory(person=PersonFactory())
    for reader in (black, stranger, None):
        client = signed_in(reader) if reader is not None else Client()
        for address in pages:
            with subtests.test(f"{reader} {address}"):
                assert secret not in client.get(address, follow=True).content.decode()
        for address in api:
            with subtests.test(f"{reader} {address}"):
                assert secret not in " ".join(Caller(reader).get(address).content.decode().split('", "'))
        stream = Stream(reader, f"/play/games/{game}/stream")
        assert "c2" not in json.dumps(stream.read())
    assert Caller(black).get(f"/play/games/{game}/conditional-turns").json()["results"] == []
    assert Caller(stranger).get(f"/play/games/{game}/conditional-turns").status_code == 403
    assert _lines(black, [black.person_id]) == []


# --- pages and API -------------------------------------------------------------------------------------


def test_the_page_stores_names_what_is_wrong_and_deletes(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    client = signed_in(white)
    wrong = client.post(f"/play/{game}/conditional-turns", {"line": "b3 zz"})
    assert wrong.status_code == 400 and "Turn 2, “zz”" in wrong.content.decode()
    assert 'value="b3 zz"' in wrong.content.decode()
    assert client.post(f"/play/{game}/conditional-turns", {"line": "b3  f2"}).url == f"/play/{game}#conditional"
    (line,) = ConditionalLine.objects.all()
    assert (line.turns, line.ply) == ("b3 f2", 1)
    assert signed_in(black).post(f"/play/{game}/conditional-turns/{line.pk}/delete").status_code == 404
    client.post(f"/play/{game}/conditional-turns/{line.pk}/delete")
    assert stored(white) == []


def test_boards_in_real_time_say_nothing_of_lines(accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts)
    assert "own-lines" not in signed_in(accounts[0]).get(f"/play/{game}").content.decode()


def test_programs_store_list_and_delete(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begun(white, black)
    address = f"/play/games/{game}/conditional-turns"
    made = Caller(white).post(address, {"turns": ["b3", "f2"]})
    assert made.status_code == 201
    assert made.json() == {"id": ConditionalLine.objects.get().pk, "ply": 1, "turns": ["b3", "f2"]}
    assert Caller(white).get(address).json()["results"] == [made.json()]
    assert Caller(black).ask("DELETE", f"{address}/{made.json()['id']}").status_code == 404
    assert Caller(white).ask("DELETE", f"{address}/{made.json()['id']}").status_code == 204
    assert stored(white) == []
