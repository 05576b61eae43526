"""What organisers announce: to whom, by bell and mail, on the event's page; withdrawn, and erased with a name."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client

from common.jobs.services import run_due
from players.accounts.services.subscriptions import choose_mail
from players.erasure.services import erase_person
from players.models import Account, Club, Notification, Person
from players.permissions import NotAllowed
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory, holder_of
from testing.tournaments.factories import draft, entry, running
from tournaments.announcements.services import publish_announcement, withdraw_announcement
from tournaments.core.errors import EventRefused
from tournaments.entries.services import byes, entries, leaving
from tournaments.models import Announcement, Event, WaitingPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.core]

LATE = {"topic": "late", "to": "entrants", "round": None, "subject": "Round 2 is late", "text": "Start at 15:20."}
NAMES = ("Ada", "Ben", "Cleo", "Dan")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, NAMES, format="swiss-dutch", rounds_planned=3)


@pytest.fixture
def readers(event: Event) -> dict[str, Account]:
    """The accounts of the four players, and of Wanda, who waits for a place."""
    wanda = PersonFactory(name="Wanda")
    WaitingPlayer.objects.create(event=event, person=wanda, since=event.entries.earliest("pk").entered_at)
    return {
        name: AccountFactory(person=Person.objects.get(name=name), email=f"{name.lower()}@club.example")
        for name in (*NAMES, "Wanda")
    }


def announce(event: Event, account: Account, **changes: Any) -> Announcement:
    return publish_announcement(event.pk, account, **{**LATE, **changes})


def told() -> set[str]:
    """Whose bells tell of an announcement, once workers have been there."""
    run_due()
    return set(Notification.objects.filter(kind="announcement").values_list("account__person__name", flat=True))


@pytest.mark.parametrize(
    ("audience", "expected"),
    [
        ("all", {"Ada", "Cleo", "Dan", "Wanda"}),
        ("entrants", {"Ada", "Cleo", "Dan"}),
        ("checked-in", {"Ada"}),
        ("waiting", {"Wanda"}),
    ],
)
def test_the_bells_of_an_audience_tell_of_it(
    event: Event, readers: dict[str, Account], organiser: Account, audience: str, expected: set[str]
) -> None:
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk)
    byes.open_check_in(event.pk, organiser)
    byes.check_in(event.pk, organiser, entry(event, "Ada").pk)
    announce(event, organiser, to=audience)
    assert told() == expected
    message = Notification.objects.filter(kind="announcement").earliest("pk")
    assert message.address == f"/events/{event.pk}/announcements#announcement-1"


def test_the_players_of_a_round_are_those_who_are_paired_in_it(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, format="swiss-dutch", rounds_planned=3)
    AccountFactory(person=Person.objects.get(name="Ada"))
    late = PersonFactory(name="Late Lena")
    entries.enter_person(event.pk, organiser, person_id=late.pk)
    AccountFactory(person=late)
    announce(event, organiser, to="round", round=1)
    assert told() == {"Ada"}
    with pytest.raises(EventRefused):
        announce(event, organiser, to="round", round=2)


def test_mail_goes_to_those_who_chose_it_and_were_told(
    event: Event, readers: dict[str, Account], organiser: Account, settings: Any
) -> None:
    settings.EMAIL_HOST = "mail.club.example"
    for name in ("Ada", "Wanda"):
        choose_mail(readers[name], {"announcements": True})
    announce(event, organiser)
    run_due()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ada@club.example"], f"{event.name}: Round 2 is late")
    assert "Start at 15:20." in sent.body and "List-Unsubscribe" in sent.extra_headers


def test_one_that_is_withdrawn_meanwhile_is_not_mailed(
    event: Event, readers: dict[str, Account], organiser: Account, settings: Any
) -> None:
    settings.EMAIL_HOST = "mail.club.example"
    choose_mail(readers["Ada"], {"announcements": True})
    made = announce(event, organiser)
    withdraw_announcement(event.pk, organiser, made.pk, note="On time after all.")
    assert told() == set()
    assert mail.outbox == []


def test_the_event_page_shows_the_newest_first_and_a_note_in_place_of_a_withdrawn_text(
    event: Event, organiser: Account, client: Client
) -> None:
    first = announce(event, organiser)
    announce(event, organiser, subject="Soup is ready", text="In the kitchen.")
    page = client.get(f"/events/{event.pk}/announcements").content.decode()
    assert page.index("Soup is ready") < page.index("Round 2 is late")
    assert "Start at 15:20." in page
    withdraw_announcement(event.pk, organiser, first.pk, note="On time after all.")
    page = client.get(f"/events/{event.pk}/announcements").content.decode()
    assert "Start at 15:20." not in page
    assert "On time after all." in page and "Round 2 is late" in page
    home = client.get(f"/events/{event.pk}").content.decode()
    assert "Soup is ready" in home and "Round 2 is late" not in home
    with pytest.raises(EventRefused):
        withdraw_announcement(event.pk, organiser, first.pk, note="Again.")


def test_an_organiser_starts_from_a_ready_text(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    address = f"/events/{event.pk}/announcements/new"
    assert "The next round starts 15 minutes late." in client.get(f"{address}?topic=late").content.decode()
    assert address in client.get(f"/events/{event.pk}/desk").content.decode()
    answer = client.post(address, {"topic": "late", "to": "entrants", "subject": "Late", "text": "15 minutes."})
    assert answer.headers["Location"] == f"/events/{event.pk}/announcements"
    made = Announcement.objects.get()
    assert (made.number, made.topic, made.subject, made.written_by) == (1, "late", "Late", organiser.pk)
    journal = client.get(f"/events/{event.pk}/journal").content.decode()
    assert "Announcement 1 published" in journal


def test_the_endpoints_publish_list_and_withdraw(event: Event, organiser: Account) -> None:
    caller, here = Caller(organiser), f"/events/{event.pk}/announcements"
    made = caller.done(here, {"to": "all", "subject": "Welcome", "text": "Hello."})
    assert (made["number"], made["topic"], made["text"]) == (1, "other", "Hello.")
    withdrawn = caller.done(f"{here}/{made['id']}/withdraw", {"note": "Wrong day"})
    assert (withdrawn["text"], withdrawn["note"]) == ("", "Wrong day")
    (listed,) = Caller(None).read(here)["results"]
    assert listed == withdrawn


def test_arbiters_may_and_scorers_may_not(event: Event, organiser: Account) -> None:
    announce(event, holder_of(Role.ARBITER, event.scope))
    with pytest.raises(NotAllowed):
        announce(event, holder_of(Role.SCORER, event.scope))


def test_drafts_tell_nothing_and_an_empty_check_in_is_no_audience(club: Club, event: Event, organiser: Account) -> None:
    with pytest.raises(EventRefused):
        announce(draft(club, organiser), organiser)
    with pytest.raises(EventRefused):
        announce(event, organiser, to="checked-in")


def test_a_name_in_an_announcement_goes_with_the_person(event: Event, organiser: Account) -> None:
    person = Person.objects.get(name="Ada")
    person.name = "Adalina Winter"
    person.save()
    made = announce(event, organiser, subject="Adalina Winter wins", text="Well played, Adalina Winter.")
    run_due()
    erase_person(actor=organiser, person_id=person.pk)
    made.refresh_from_db()
    assert "Winter" not in made.subject + made.text


@pytest.mark.postgresql
def test_the_database_refuses_a_withdrawal_without_a_note(event: Event, organiser: Account) -> None:
    made = announce(event, organiser)
    with pytest.raises(IntegrityError), transaction.atomic():
        Announcement.objects.filter(pk=made.pk).update(withdrawn_at=made.written_at)
