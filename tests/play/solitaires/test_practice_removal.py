"""Practice that is over goes after some days; what was played to its end and what can be played stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from common.jobs.services import _looked_at, beat
from games.attempts.services.attempts import resign_attempt
from games.models import Attempt, AttemptTurn
from play.models import PracticeAttempt, PracticeDeal
from play.solitaires.services.practice import deal_by_number
from play.solitaires.services.practice_attempts import begin_practice
from play.solitaires.services.practice_removal import KEPT, remove_old_practice
from players.models import Account, Club
from testing.factories import player_in
from testing.play.factories import GWG, practice_deal

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def player(club: Club) -> Account:
    return player_in(club, name="Pia")


def begun(player: Account, number: int) -> Attempt:
    assert player.person is not None
    return begin_practice(player, player.person, GWG, number)


def age(days: timedelta) -> None:
    Attempt.objects.exclude(ended_at=None).update(ended_at=timezone.now() - days)
    PracticeDeal.objects.update(asked_at=timezone.now() - days)


def test_what_was_given_up_goes_with_its_turns_and_its_deal(player: Account) -> None:
    practice_deal(number=7, par=None)
    attempt = begun(player, 7)
    resign_attempt(attempt.pk, player)
    age(KEPT - timedelta(minutes=1))
    remove_old_practice()
    assert PracticeAttempt.objects.filter(attempt=attempt).exists()
    age(KEPT + timedelta(minutes=1))
    remove_old_practice()
    assert not Attempt.objects.exists() and not PracticeAttempt.objects.exists()
    assert not AttemptTurn.objects.exists() and not PracticeDeal.objects.exists()


def test_what_runs_and_what_was_played_to_its_end_stays(player: Account) -> None:
    practice_deal(number=7, par=None)
    practice_deal(number=8, par=None)
    lost = begun(player, 7)
    resign_attempt(lost.pk, player)
    Attempt.objects.filter(pk=lost.pk).update(ending=Attempt.Ending.RULES, result=Attempt.Result.LOST)
    runs = begun(player, 8)
    age(KEPT + timedelta(minutes=1))
    remove_old_practice()
    assert set(Attempt.objects.values_list("pk", flat=True)) == {lost.pk, runs.pk}
    assert PracticeDeal.objects.count() == 2


def test_deals_that_are_asked_for_stay_and_so_does_the_stock() -> None:
    asked, stocked = practice_deal(number=7, par=None), practice_deal(number=8)
    practice_deal(number=9, par=None)
    age(KEPT + timedelta(minutes=1))
    deal_by_number(GWG, 7)
    _looked_at.pop(remove_old_practice, None)
    beat("a worker")
    assert set(PracticeDeal.objects.values_list("pk", flat=True)) == {asked.pk, stocked.pk}
