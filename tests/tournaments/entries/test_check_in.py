"""Check-in before a round: who is there and who is not, by list, by account and by card; byes for who is missing."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from players.models import Account, Club
from players.permissions import NotAllowed
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, key_asked, last_point, running, table, with_players
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.entries.queries import CheckInState, check_in_state, entry_tokens
from tournaments.entries.services import byes
from tournaments.entries.services import entries as entries_services
from tournaments.events.services import undo
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Arrival, ByeRequest, CheckIn, Entry, Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.usefixtures("no_tries_before")]
OK, SEE_OTHER, CONFLICT, GONE = 200, 302, 409, 410


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of four whose round 1 is to be paired; check-in is open."""
    made = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    byes.open_check_in(made.pk, organiser)
    return made


def state(event: Event) -> CheckInState:
    found = check_in_state(load(fresh(event)), CheckIn.objects.filter(event=event).first())
    assert found is not None
    return found


def absent(event: Event) -> list[str]:
    return [row.entry.name for row in state(event).absent]


def card(event: Event, name: str) -> str:
    return "/here/" + dict(entry_tokens(event))[entry(event, name).pk]


def test_who_is_not_there_is_listed_until_he_checks_in_by_any_way(event: Event, organiser: Account) -> None:
    assert absent(event) == ["Ada", "Ben", "Cleo", "Dan"]
    desk, own = Client(), Client()
    desk.force_login(organiser)
    own.force_login(AccountFactory(person=entry(event, "Ben").members.get().person))
    answer = desk.post(f"/events/{event.pk}/check-in/arrivals", {"entry": entry(event, "Ada").pk, "here": "yes"})
    assert answer.status_code == SEE_OTHER
    assert "Check me in" in own.get(f"/events/{event.pk}/players").content.decode()
    assert own.post(f"/events/{event.pk}/here").status_code == SEE_OTHER
    assert "You are checked in for round 1." in own.get(f"/events/{event.pk}/players").content.decode()
    assert "Check-in for round 1 is open." in Client().get(card(event, "Cleo")).content.decode()
    assert Client().post(card(event, "Cleo")).status_code == SEE_OTHER
    assert absent(event) == ["Dan"]
    text = desk.get(f"/events/{event.pk}/desk").content.decode()
    assert "1 player not checked in:" in text and text.count("<bdi>Dan</bdi>") == 1


def test_a_tick_can_be_taken_back_and_the_journal_has_both(event: Event, organiser: Account) -> None:
    ada = entry(event, "Ada").pk
    byes.check_in(event.pk, organiser, ada)
    byes.check_in(event.pk, organiser, ada)
    byes.take_back_check_in(event.pk, organiser, ada)
    assert "Ada" in absent(event) and not Arrival.objects.exists()
    said = [str(line.text) for line in journal_entries(load(event))]
    assert said[0] == "Check-in of Ada for round 1 undone" and said[1] == "Ada checked in for round 1"


def test_all_who_are_absent_get_byes_at_once_and_are_not_paired(event: Event, organiser: Account) -> None:
    for name in ("Ada", "Ben"):
        byes.check_in(event.pk, organiser, entry(event, name).pk)
    desk = Client()
    desk.force_login(organiser)
    page = desk.get(f"/events/{event.pk}/check-in").content.decode()
    entries = re.findall(r'name="entries" value="(\d+)"', page)
    answer = desk.post(f"/events/{event.pk}/check-in/byes", {"round": 1, "entries": entries, "kind": "zero"})
    assert answer.status_code == SEE_OTHER
    assert absent(event) == []
    rounds.start_round(event.pk, organiser)
    assert Entry.objects.filter(slots__pairing__kind="game").count() == 2
    assert Entry.objects.filter(slots__pairing__kind="zero").count() == 2


def test_the_limits_of_single_byes_hold_for_many_and_are_asked_by_name(event: Event, organiser: Account) -> None:
    byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, 2, "half")
    both = [entry(event, name).pk for name in ("Ada", "Ben")]
    with pytest.raises(ConfirmationNeeded) as asked:
        byes.give_byes(event.pk, organiser, both, 1, "half")
    assert "Ada: this player has a half-point bye already" in str(asked.value.message)
    assert "Ben" not in str(asked.value.message)
    assert not ByeRequest.objects.filter(round_number=1).exists()
    desk = Client()
    desk.force_login(organiser)
    form = {"round": 1, "entries": both, "kind": "half"}
    assert desk.post(f"/events/{event.pk}/check-in/byes", form).status_code == CONFLICT
    key = key_asked(byes.give_byes, event.pk, organiser, both, 1, "half")
    assert desk.post(f"/events/{event.pk}/check-in/byes", form | {"confirm": key}).status_code == SEE_OTHER
    assert ByeRequest.objects.filter(round_number=1, kind="half").count() == 2


def test_of_many_byes_none_is_given_where_one_cannot_be(event: Event, organiser: Account) -> None:
    byes.set_half_byes(event.pk, organiser, entry(event, "Ada").pk, allowed=False)
    both = [entry(event, name).pk for name in ("Ada", "Ben")]
    with pytest.raises(EventRefused, match="half-point byes of Ada are stopped"):
        byes.give_byes(event.pk, organiser, both, 1, "half")
    with pytest.raises(Entry.DoesNotExist):
        byes.give_byes(event.pk, organiser, [*both, 10**9], 1, "zero")
    assert not ByeRequest.objects.exists()


def test_check_in_ends_with_the_round_and_begins_again_with_nobody(event: Event, organiser: Account) -> None:
    byes.check_in(event.pk, organiser, entry(event, "Ada").pk)
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="not open"):
        byes.check_in(event.pk, organiser, entry(event, "Ben").pk)
    assert "Check-in is not open." in Client().get(card(event, "Ada")).content.decode()
    assert Client().post(card(event, "Ada")).status_code == CONFLICT
    byes.open_check_in(event.pk, organiser)
    assert state(event).round == 2 and len(absent(event)) == 4


def test_an_undo_takes_the_check_in_of_a_late_entrant_with_it(event: Event, organiser: Account) -> None:
    entries_services.enter_person(event.pk, organiser, name="Eve")
    point = last_point(event)
    byes.check_in(event.pk, organiser, entry(event, "Eve").pk)
    byes.check_in(event.pk, organiser, entry(event, "Ada").pk)
    confirmed(undo.undo, event.pk, organiser, point, reason="the wrong Eve")
    assert absent(event) == ["Ada", "Ben", "Cleo", "Dan"]


def test_players_check_in_nobody_else_and_strangers_nobody(event: Event, stranger: Account) -> None:
    player = AccountFactory(person=entry(event, "Ben").members.get().person)
    for account in (player, stranger):
        with pytest.raises(NotAllowed):
            byes.check_in(event.pk, account, entry(event, "Ada").pk)
    with pytest.raises(EventRefused, match="not registered"):
        byes.check_in_myself(event.pk, stranger)
    token = card(event, "Ada").removeprefix("/here/")
    forged = f"/here/{entry(event, 'Ben').pk}-{token.partition('-')[2]}"
    assert Client().post(forged).status_code == GONE and not Arrival.objects.exists()


def test_check_in_is_for_formats_in_which_somebody_can_sit_out(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    with pytest.raises(EventRefused, match="fixed"):
        byes.open_check_in(event.pk, organiser)


def test_a_late_entrant_gets_half_points_for_rounds_missed_until_the_first_pairing(
    club: Club, organiser: Account
) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=4, rounds=1)
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    rounds.start_round(event.pk, organiser)
    entries_services.enter_person(event.pk, organiser, name="Eve")
    eve = entry(event, "Eve").pk
    desk = Client()
    desk.force_login(organiser)
    page = desk.get(f"/events/{event.pk}/entries/{eve}/bye").content.decode()
    assert re.findall(r'name="rounds" value="(\d+)"', page) == ["1", "2"]
    with pytest.raises(ConfirmationNeeded, match="more than one"):
        byes.give_missed_byes(event.pk, organiser, eve, [1, 2])
    answer = desk.post(f"/events/{event.pk}/entries/{eve}/missed", {"rounds": ["1"]})
    assert answer.status_code == SEE_OTHER
    assert next(points for _rank, name, points in table(event) if name == "Eve") == 5
    before = Client().get(f"/events/{event.pk}/pairings/1").content.decode()
    assert "half-point bye" in before
    rounds.start_round(event.pk, organiser, despite_open=True)
    with pytest.raises(EventRefused, match="already been paired"):
        byes.give_missed_byes(event.pk, organiser, eve, [2])


def test_check_in_on_a_tablet_a_phone_and_cards(event: Event, organiser: Account, open_page: Open) -> None:
    page = open_page(f"/events/{event.pk}/check-in", organiser, width=820)
    page.get_by_role("button", name="Check in", exact=True).first.click()
    page.wait_for_load_state()
    assert page.get_by_role("button", name="here").count() == 1 and overflow(page) == 0
    cards = open_page(f"/events/{event.pk}/check-in/cards", organiser, width=PHONE, language="ja")
    assert cards.locator(".slip").count() == 4 and overflow(cards) == 0
    phone = open_page(card(event, "Dan"), width=PHONE, language="fa", theme="dark")
    phone.locator("main button").click()
    phone.wait_for_load_state()
    assert phone.locator("main form").count() == 0 and overflow(phone) == 0
    assert absent(event) == ["Ben", "Cleo"]
