"""Check-in where it is opened twice, after a withdrawal, after the event, and by the card of a staged event."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.tournaments.factories import entry, fresh, play, running
from tests.tournaments.entries.test_check_in import absent
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.queries import check_in_state, entry_of_link, entry_tokens, own_check_in
from tournaments.entries.services import byes, leaving
from tournaments.models import Arrival, CheckIn, Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of four whose round 1 is to be paired; check-in is open."""
    made = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    byes.open_check_in(made.pk, organiser)
    return made


def test_opened_again_it_knows_who_has_checked_in(event: Event, organiser: Account) -> None:
    byes.check_in(event.pk, organiser, entry(event, "Ada").pk)
    opened = CheckIn.objects.get(event=event)
    assert byes.open_check_in(event.pk, organiser) == opened
    assert absent(event) == ["Ben", "Cleo", "Dan"]


def test_who_has_withdrawn_is_not_checked_in(event: Event, organiser: Account) -> None:
    ada = entry(event, "Ada").pk
    leaving.withdraw(event.pk, organiser, ada)
    with pytest.raises(EventRefused, match="has withdrawn"):
        byes.check_in(event.pk, organiser, ada)
    assert not Arrival.objects.exists()


def test_nobody_checks_in_for_a_round_of_an_event_that_is_over(event: Event, organiser: Account) -> None:
    """It was closed after round 1 of 3, with check-in for round 2 open."""
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    byes.open_check_in(event.pk, organiser)
    ada = entry(event, "Ada").pk
    byes.check_in(event.pk, organiser, ada)
    assert own_check_in(fresh(event), ada).is_here
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    with pytest.raises(EventRefused, match="not open"):
        byes.check_in(event.pk, organiser, entry(event, "Ben").pk)
    assert own_check_in(fresh(event), ada).round is None
    assert check_in_state(load(fresh(event)), CheckIn.objects.get(event=event)) is None


def test_after_all_rounds_there_is_nothing_to_check_in_for(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=1, rounds=1)
    with pytest.raises(EventRefused, match="All rounds are paired"):
        byes.open_check_in(event.pk, organiser)


def test_the_card_of_an_event_that_is_only_tried_out_leads_nowhere(event: Event) -> None:
    token = dict(entry_tokens(event))[entry(event, "Ada").pk]
    assert entry_of_link(token).pk == entry(event, "Ada").pk
    Event.objects.filter(pk=event.pk).update(staged=True)
    with pytest.raises(Entry.DoesNotExist):
        entry_of_link(token)
