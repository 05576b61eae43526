"""Acts in the lobby do not wait for each other, and whoever follows it learns of each."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from django.db import connection, transaction

from common.journal import services as journal
from common.journal.models import JournalEntry, Scope
from common.journal.queries import version
from play.challenges.acts import SeekGame
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.challenges.services.quick import QuickGame, seek_game
from play.core.acts import LOBBY
from play.core.services.lobby import lobby_of
from play.models import Challenge, OnlineGame, Seek
from players.models import Account
from testing.factories import AccountFactory, PersonFactory
from testing.patience import LONGEST
from tests.threads import at_once

ANY = NewChallenge(rules="gipf-basic", control="300+3")


def two_in_different_parts() -> tuple[Account, Account]:
    """Two players whose acts are in two parts of the lobby."""
    accounts = [AccountFactory(person=PersonFactory()) for _player in range(5)]
    parts = {str(lobby_of(account)): account for account in accounts}  # that of five all fall into one: 64 ** -4
    first, second, *_others = parts.values()
    return first, second


@pytest.mark.usefixtures("real_database")
@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_a_challenge_does_not_wait_for_another_that_is_being_made() -> None:
    slow, quick = two_in_different_parts()
    open_challenge(slow, ANY), open_challenge(quick, ANY)  # the parts are there
    begun, made = threading.Event(), threading.Event()

    def act_slowly() -> None:
        with transaction.atomic(), journal.commit(lobby_of(slow), slow, SeekGame):
            begun.set()
            assert made.wait(LONGEST), "the other waited for this act"

    def act_quickly() -> Challenge:
        assert begun.wait(LONGEST)
        challenge = open_challenge(quick, ANY)
        made.set()
        return challenge

    _nothing, challenge = at_once(act_slowly, act_quickly)
    assert isinstance(challenge, Challenge)


@pytest.mark.django_db
@pytest.mark.postgresql
def test_each_act_moves_the_lobby_for_those_who_follow_it_and_stands_in_a_part() -> None:
    one, other = two_in_different_parts()
    for account in (one, other):
        before = version(LOBBY)
        open_challenge(account, ANY)
        assert version(LOBBY) == before + 1
    entries = JournalEntry.objects.filter(action="open-challenge", actor__in=(one.pk, other.pk))
    parts = set(entries.values_list("scope__key", flat=True))
    assert len(parts) == 2 and all(part.startswith(f"{LOBBY}:") for part in parts)
    assert not JournalEntry.objects.filter(scope__key=LOBBY).exists()
    assert set(Scope.objects.filter(key__in=parts).values_list("parent__key", flat=True)) == {LOBBY}


@pytest.mark.usefixtures("real_database")
@pytest.mark.postgresql
def test_one_who_waits_for_two_games_at_one_moment_waits_for_one_or_plays() -> None:
    """Two browsers of one player ask for different games, for each of which somebody waits: at most one seek stays."""
    player, *others = [AccountFactory(person=PersonFactory()) for _player in range(3)]
    games = [QuickGame("gipf-basic", "300+3"), QuickGame("gipf-standard", "300+3")]
    for other, game in zip(others, games, strict=True):
        assert seek_game(other, game) is None
    results = at_once(*[partial(seek_game, player, game) for game in games])
    assert not [result for result in results if isinstance(result, Exception)]
    mine = OnlineGame.objects.filter(game__white=player.person) | OnlineGame.objects.filter(game__black=player.person)
    assert 1 <= mine.count() <= 2
    assert Seek.objects.filter(person=player.person).count() == 0
