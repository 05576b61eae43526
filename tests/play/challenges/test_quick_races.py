"""Races of real processes in quick pairing: nobody gets two games, and nobody waits beside somebody who fits."""

from __future__ import annotations

from functools import partial

import pytest

from play.challenges.services.quick import QuickGame, seek_game
from play.models import OnlineGame, Seek
from players.models import Account
from testing.factories import AccountFactory, PersonFactory
from tests.forks import at_one_database

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]
GIPF = QuickGame("gipf-basic", "300+3")


def _has_begun(account: Account) -> bool:
    return seek_game(account, GIPF) is not None


def test_of_many_who_come_at_one_moment_all_play_and_each_once() -> None:
    accounts = [AccountFactory(person=PersonFactory()) for _player in range(6)]
    answers = at_one_database(*[partial(_has_begun, account) for account in accounts])
    assert answers.count(True) >= 3  # of each game the one who came second; who waited may have seen it begin already
    seats = [
        seat for game in OnlineGame.objects.select_related("game") for seat in (game.game.white_id, game.game.black_id)
    ]
    assert sorted(seats) == sorted(account.person_id for account in accounts)
    assert not Seek.objects.exists()


def test_one_who_presses_twice_waits_once() -> None:
    account = AccountFactory(person=PersonFactory())
    at_one_database(*[partial(_has_begun, account)] * 2)
    assert Seek.objects.count() == 1
    assert not OnlineGame.objects.exists()
