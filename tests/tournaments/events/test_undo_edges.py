"""What is not undone, and what an undo takes with it. A second round that is opened to pair by hand at one moment."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from common.journal.services import Stale
from games.attempts.services.attempts import begin_attempt
from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.duplicate_factories import account_for, attempt, playing
from testing.tournaments.factories import fresh, last_point, running
from tournaments.core.errors import EventRefused
from tournaments.events.services import undo as undo_services
from tournaments.models import Round, RoundDraft, RoundRequest
from tournaments.rounds.services import hand_pairing
from tournaments.rounds.services import hand_pairing as hand_pairing_services

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def undo(event: Any, organiser: Account) -> None:
    confirmed(undo_services.undo, event.pk, organiser, last_point(event), reason="It was the wrong button.")


def test_a_round_whose_deals_were_seen_is_not_undone(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    begin_attempt(attempt(event, "Ada").pk, account_for("Ada"))
    with pytest.raises(EventRefused, match="players have seen deals"):
        undo(event, organiser)
    assert Round.objects.filter(event=event).count() == 1


def test_a_round_whose_deals_nobody_saw_is_undone(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    undo(event, organiser)
    assert not Round.objects.filter(event=event).exists()


def test_what_was_asked_of_a_worker_is_no_longer_wanted_after_an_undo(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, rounds=1)
    RoundRequest.objects.create(event=event, round_number=2, account=organiser.pk, asked_at=timezone.now())
    undo(event, organiser)
    assert not RoundRequest.objects.exists()


def test_of_two_who_open_one_round_to_pair_it_by_hand_the_second_is_told(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one is quicker after the round was read and before the event is locked."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, rounds=1)
    copy = hand_pairing.copy_of_last

    def copy_later(*arguments: Any) -> RoundDraft:
        made = copy(*arguments)
        monkeypatch.setattr(hand_pairing, "copy_of_last", copy)
        hand_pairing_services.begin_hand_pairing(event.pk, organiser, 1)
        return made

    monkeypatch.setattr(hand_pairing, "copy_of_last", copy_later)
    with pytest.raises(Stale):
        hand_pairing_services.begin_hand_pairing(event.pk, organiser, 1)
    assert RoundDraft.objects.filter(event=fresh(event)).count() == 1
