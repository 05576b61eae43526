"""Races of real processes: of two who act on one game, or take one challenge, one wins and the other is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.models import Claim, Game, Record, RecordedTurn
from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.challenges.services.next_games import begin_next, leave_series
from play.clocks.services.flags import fall_flag
from play.clocks.services.uptime import look
from play.core.errors import PlayRefused
from play.core.playing import GameInPlay, from_ms, load_game, now_ms
from play.core.services.guests import Visitor, as_guest
from play.games.services.games import play_turn, resign
from play.models import Challenge, Guest, OfferKind, OnlineGame, Presence, Series
from play.table.services.offers import accept_offer, make_offer
from players.models import Person
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, let_time_pass, play, reference_turns, two_accounts
from tests.forks import at_one_database

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]


@dataclass(frozen=True)
class Told:
    """What a process was answered: a game or another value, or a refusal in its words."""

    kind: str
    words: str = ""

    @property
    def is_done(self) -> bool:
        return self.kind == GameInPlay.__name__

    @property
    def is_refused(self) -> bool:
        """Refused in words for people, or since another position stands there now."""
        return self.kind in (PlayRefused.__name__, Stale.__name__)


def at_once(*works: Callable[[], object]) -> list[Told]:
    """Do all in processes of their own, at one moment."""
    return at_one_database(*[partial(_told, work) for work in works])


def _told(work: Callable[[], object]) -> Told:
    try:
        answer = work()
        return Told(type(answer).__name__, "" if isinstance(answer, GameInPlay) else str(answer))
    except Exception as error:
        return Told(type(error).__name__, str(error))


def kinds(answers: Iterable[Told]) -> list[str]:
    return sorted(answer.kind for answer in answers)


def test_of_two_turns_for_one_ply_one_stands_and_the_other_is_told() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    version = load_game(game).version
    answers = at_once(
        lambda: play_turn(game, white, "g2", expect=version),
        lambda: play_turn(game, white, "b3", expect=version),
    )
    assert sorted((answer.is_done, answer.is_refused) for answer in answers) == [(False, True), (True, False)], answers
    assert load_game(game).plies == RecordedTurn.objects.count() == 1


def test_one_turn_sent_four_times_at_once_is_one_turn() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    version = load_game(game).version
    answers = at_once(*[lambda: play_turn(game, white, "g2", expect=version)] * 4)
    assert kinds(answers) == ["GameInPlay"] * 4, answers
    assert RecordedTurn.objects.count() == 1


def test_a_turn_and_a_flag_at_once_are_one_or_the_other() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    play(game, (white, "g2"), (black, "b3"))
    let_time_pass(game, 300_000)
    version = load_game(game).version
    played, *falls = at_once(lambda: play_turn(game, white, "f2", expect=version), *[lambda: fall_flag(game)] * 3)
    assert played.is_refused, "it came too late, whoever noticed"
    assert all(fall.is_done for fall in falls), falls
    assert load_game(game).plies == 2
    assert Claim.objects.get(game=game).result == "0-1"
    assert JournalEntry.objects.filter(scope__key=f"game:{game}", action="end-game").count() == 1


@pytest.mark.parametrize("resigning", [0, 1])
def test_a_turn_that_ends_the_game_and_resigning_at_once_end_it_once(resigning: int) -> None:
    """Black's 24th turn takes White's last piece. Whoever resigns, the game ends by one of the two alone."""
    players = two_accounts()
    game = begin(*players)
    *before, (black, last) = reference_turns(*players)
    play(game, *before)
    version = load_game(game).version
    turn, resigned = at_once(
        lambda: play_turn(game, black, last, expect=version), lambda: resign(game, players[resigning])
    )
    online, record = OnlineGame.objects.get(pk=game), Record.objects.get(game=game)
    assert (turn.is_done, resigned.is_done) in ((True, False), (False, True)), (turn, resigned)
    how = ("rules", "0-1", 24, "0-1") if turn.is_done else ("resigned", ("0-1", "1-0")[resigning], 23, "*")
    assert (online.ending, Game.objects.get(pk=game).result, record.plies, record.outcome) == how
    assert Claim.objects.get(game=game).result == how[1]


def test_of_people_who_take_one_challenge_one_gets_the_game() -> None:
    challenge = open_challenge(
        AccountFactory(person=PersonFactory()), NewChallenge(rules="gipf-basic", control="300+3", rated=False)
    )
    takers = [AccountFactory(person=PersonFactory()) for _number in range(4)]

    def take(account: Any) -> Any:
        return lambda: take_challenge(account, Challenge.objects.get(pk=challenge.pk))

    answers = at_once(*map(take, takers))
    assert kinds(answers) == ["GameInPlay", *["PlayRefused"] * 3], answers
    assert all("no longer open" in answer.words for answer in answers if answer.is_refused)
    assert Game.objects.count() == OnlineGame.objects.count() == 1


def test_taking_back_and_a_turn_at_once_are_one_or_the_other() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    play(game, (white, "g2"), (black, "b3"), (white, "f2"))
    make_offer(game, white, OfferKind.TAKEBACK)
    version = load_game(game).version
    taken, played = at_once(
        lambda: accept_offer(game, black, OfferKind.TAKEBACK, expect=version),
        lambda: play_turn(game, black, "b4", expect=version),
    )
    assert sorted((answer.is_done, answer.is_refused) for answer in (taken, played)) == [(False, True), (True, False)]
    if taken.is_done:
        assert load_game(game).running.tokens == ("g2", "b3")
    else:
        assert load_game(game).plies == 4


def test_two_who_press_rematch_at_once_get_one_game() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    play(game, (white, "g2"), (black, "b3"))
    resign(game, black)
    answers = at_once(
        lambda: make_offer(game, white, OfferKind.REMATCH), lambda: make_offer(game, black, OfferKind.REMATCH)
    )
    assert kinds(answers) == ["GameInPlay"] * 2, answers
    assert OnlineGame.objects.get(pk=game).rematch_id is not None
    assert Game.objects.count() == OnlineGame.objects.count() == 2


def test_a_turn_and_an_outage_that_is_made_up_for_at_once_are_both_done() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    play(game, (white, "g2"), (black, "b3"))
    let_time_pass(game, 60_000)
    Presence.objects.create(pk=Presence.ONLY, at=from_ms(now_ms() - 50_000))
    version = load_game(game).version
    played, *looks = at_once(lambda: play_turn(game, white, "f2", expect=version), look, look)
    assert played.is_done, played
    assert sorted(told.words for told in looks) == ["False", "True"], "time is given back once"
    assert load_game(game).plies == 3


def test_of_two_strangers_who_take_one_challenge_one_is_a_guest_and_nothing_is_left_of_the_other() -> None:
    host = AccountFactory(person=PersonFactory())
    wanted = NewChallenge(rules="gipf-basic", control="300+3", rated=False, guests=True)
    challenge = open_challenge(host, wanted)

    def take(address: str) -> GameInPlay:
        return as_guest(Visitor("", "Guest", address), lambda guest: take_challenge(guest, challenge))[0]

    answers = at_once(partial(take, "192.0.2.1"), partial(take, "192.0.2.2"))
    assert kinds(answers) == ["GameInPlay", "PlayRefused"]
    assert Game.objects.count() == Guest.objects.count() == Person.guests.count() == 1


def test_the_next_game_of_a_series_begins_once_or_the_series_was_left_before() -> None:
    white, black = two_accounts()
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="white", games=2)
    game = take_challenge(black, open_challenge(white, wanted)).game.pk
    play(game, (white, "g2"), (black, "b3"))
    answers = at_once(partial(resign, game, white), partial(leave_series, game, black), partial(begin_next, game))
    assert answers[0].is_done
    following = load_game(game).online.rematch_id
    has_ended = Series.objects.get().ended_at is not None
    assert (following is None) == has_ended
    assert OnlineGame.objects.count() == (1 if has_ended else 2)
