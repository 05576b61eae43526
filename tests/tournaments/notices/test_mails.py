"""Mail about pairings and about reports that wait: for whom, of what, once, and never about what is no longer so."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from games.results.services.results import claim_result
from players.accounts.services.accounts import switch_account
from players.accounts.services.subscriptions import choose_mail
from players.erasure.services import erase_person
from players.models import Account, Club, MailSubscription, Person
from players.people.services.merging import merge_persons
from players.roles import Role
from testing.factories import AccountFactory, PersonFactory, holder_of
from testing.tournaments.factories import entry, fresh, game, running
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tests.killed import kill_at
from tournaments.core.errors import EventRefused
from tournaments.models import Event, EventMail, Pairing
from tournaments.rounds.services import round_drafts, rounds
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}
"""Of Ada, Ben, Cleo and Dan, round 1 pairs Ada (White) with Cleo on board 1, and Dan (White) with Ben on board 2."""


@pytest.fixture(autouse=True)
def mail_host(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.club.example"


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, **SWISS)


def reader(name: str, kind: str = "pairings", **fields: Any) -> Account:
    """The account of the player called so, who wants mail of this kind."""
    person = Person.objects.get(name=name)
    account = AccountFactory(person=person, email=f"{name.lower()}@club.example", **fields)
    choose_mail(account, {kind: True})
    return account


def sent() -> list[Any]:
    """What workers send now."""
    mail.outbox.clear()
    run_due()
    return list(mail.outbox)


def swap_first_board(event: Event, organiser: Account) -> None:
    pairing = Pairing.objects.get(round__event=event, board=1)
    swap_colours(event.pk, organiser, pairing.pk, reason="clocks")


def text_of(message: Any) -> str:
    """Without the marks that keep names apart from a text in another direction."""
    return re.sub("[\u2066-\u2069]", "", message.body)


# --- pairings ---------------------------------------------------------------------------------------------


def test_who_wants_it_is_mailed_board_opponent_colour_and_day(event: Event, organiser: Account) -> None:
    for name in ("Ada", "Ben"):
        reader(name)
    AccountFactory(person=Person.objects.get(name="Cleo"), email="cleo@club.example")
    rounds.start_round(event.pk, organiser, deadline=date(2026, 3, 20))
    mails = {message.to[0]: message for message in sent()}
    assert set(mails) == {"ada@club.example", "ben@club.example"}
    assert mails["ada@club.example"].subject == "Spring Open: your pairing in round 1"
    told = text_of(mails["ada@club.example"])
    for line in ("Round 1 · Board 1", "Your opponent: Cleo", "You play White.", "To be played by 20 March 2026."):
        assert line in told
    for path in (f"/events/{event.pk}/pairings/1", f"/games/{game(event, 'Ada', 'Cleo').pk}"):
        assert f"http://127.0.0.1:8000{path}\n" in told
    assert "Your opponent: Dan" in text_of(mails["ben@club.example"])
    assert "You play Black." in text_of(mails["ben@club.example"])


def test_mail_is_in_the_language_of_its_reader(event: Event, organiser: Account) -> None:
    for name, language in (("Ada", "fa"), ("Ben", "ja"), ("Cleo", "")):
        reader(name, language=language)
    rounds.start_round(event.pk, organiser)
    assert {message.to[0]: message.subject for message in sent()} == {
        "ada@club.example": "Spring Open: حریف شما در دور 1",
        "ben@club.example": "Spring Open：第1ラウンドのあなたの対戦",
        "cleo@club.example": "Spring Open: your pairing in round 1",
    }


def test_drafts_and_rounds_that_are_drafts_again_are_not_told(event: Event, organiser: Account) -> None:
    reader("Ada")
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    assert sent() == []
    round_drafts.publish_round(event.pk, organiser)
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="moved")
    assert sent() == []
    round_drafts.publish_round(event.pk, organiser)
    assert len(sent()) == 1


def test_what_changed_before_the_mail_leaves_is_told_as_it_is(event: Event, organiser: Account) -> None:
    reader("Ada")
    rounds.start_round(event.pk, organiser)
    swap_first_board(event, organiser)
    (message,) = sent()
    assert "You play Black." in text_of(message)


def test_a_pairing_is_told_once_and_another_one_again(event: Event, organiser: Account) -> None:
    """Unpublished and published as it was, it is no news; with other colours it is, to the two concerned."""
    for name in ("Ada", "Ben"):
        reader(name)
    rounds.start_round(event.pk, organiser)
    assert len(sent()) == 2
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="moved")
    round_drafts.publish_round(event.pk, organiser)
    assert sent() == []
    swap_first_board(event, organiser)
    (message,) = sent()
    assert message.to == ["ada@club.example"]
    assert "You play Black." in text_of(message)


def test_a_bye_is_told_as_one(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo"), **SWISS)
    reader("Cleo")
    rounds.start_round(event.pk, organiser)
    (message,) = sent()
    assert "You: bye: no opponent was left" in text_of(message)
    assert "opponent:" not in text_of(message)


def test_who_is_erased_switched_off_or_without_address_gets_none(event: Event, organiser: Account) -> None:
    ada, ben, cleo, _dan = (reader(name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    rounds.start_round(event.pk, organiser)
    erase_person(actor=ada, person_id=ada.person_id)
    switch_account(actor=organiser, account_id=ben.pk, on=False)
    Account.objects.filter(pk=cleo.pk).update(email="")
    assert [message.to for message in sent()] == [["dan@club.example"]]
    assert not MailSubscription.objects.filter(account=ada).exists()


def test_who_entered_under_a_record_that_was_merged_is_mailed_once(
    club: Club, organiser: Account, event: Event
) -> None:
    kept = PersonFactory(name="Ada Kept", member_of=club)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=Person.objects.get(name="Ada").pk)
    reader("Ada Kept")
    reader("Cleo")
    rounds.start_round(event.pk, organiser)
    mails = {message.to[0]: text_of(message) for message in sent()}
    assert set(mails) == {"ada kept@club.example", "cleo@club.example"}
    assert "Your opponent: Cleo" in mails["ada kept@club.example"]
    assert "Your opponent: Ada Kept" in mails["cleo@club.example"]


def test_one_click_ends_this_kind_of_mail_and_no_other(event: Event, organiser: Account) -> None:
    account = reader("Ada")
    choose_mail(account, {"reminders": True})
    rounds.start_round(event.pk, organiser)
    (message,) = sent()
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = re.fullmatch(r"<http://127.0.0.1:8000(/account/mail/\S+)>", message.extra_headers["List-Unsubscribe"])
    assert address is not None
    assert address[1] in message.body
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(address[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [row.kind for row in account.mail_subscriptions.all()] == ["reminders"]
    swap_first_board(event, organiser)
    assert sent() == []


def test_nothing_is_asked_for_where_nobody_wants_it_or_no_mail_is_sent(
    event: Event, organiser: Account, settings: Any
) -> None:
    rounds.start_round(event.pk, organiser)
    settings.EMAIL_HOST = ""
    reader("Ada")
    swap_first_board(event, organiser)
    assert not Job.objects.filter(kind="mail-round").exists()


def test_an_act_that_is_refused_mails_nothing(event: Event, organiser: Account) -> None:
    reader("Ada")
    rounds.start_round(event.pk, organiser)
    Job.objects.all().delete()
    with pytest.raises(EventRefused):
        exchange_entries(event.pk, organiser, 1, entry(event, "Ada").pk, entry(event, "Ada").pk, reason="moved")
    assert not Job.objects.filter(kind="mail-round").exists()


def test_a_mail_that_does_not_leave_is_tried_again(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader("Ada")
    rounds.start_round(event.pk, organiser)

    def fail(self: Any, fail_silently: bool = False) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.EmailMessage.send", fail)
        assert sent() == []
    failed = Job.objects.get(kind="mail-pairing")
    assert (failed.failures, failed.error) == (1, "MailFailed: ConnectionRefusedError")
    Job.objects.update(due_at=timezone.now())
    assert len(sent()) == 1


_KILLED = """
import sys, django
django.setup()
from django.conf import settings
from django.core.mail import EmailMessage
from common.jobs.services import run_due
settings.EMAIL_HOST = "mail.club.example"
def stop(self, fail_silently=False):
    print("here", flush=True)
    input()
EmailMessage.send = stop
run_due()
"""


def test_a_worker_killed_while_the_mail_leaves_sends_no_second_one(
    real_database: None, club: Club, organiser: Account
) -> None:
    event = running(club, organiser, **SWISS)
    reader("Ada")
    rounds.start_round(event.pk, organiser)
    kill_at("here", _KILLED)
    Job.objects.update(leased_until=None)  # as it is a minute later
    assert sent() == []
    assert not Job.objects.filter(kind="mail-pairing").exists()


# --- reports ----------------------------------------------------------------------------------------------


@pytest.fixture
def table(event: Event, organiser: Account) -> Event:
    """Round 1 is paired; an arbiter of the event wants mail, and so does one of another event."""
    rounds.start_round(event.pk, organiser)
    other = running(event.club, organiser, ("Eve", "Fay"), name="Other Open")
    for name, scope in (("arbiter", event.scope), ("elsewhere", other.scope)):
        account = holder_of(Role.ARBITER, scope, AccountFactory(username=name, email=f"{name}@club.example"))
        choose_mail(account, {"reports": True})
    run_due()
    return fresh(event)


def report(event: Event, white: str, black: str, by: str, result: str) -> None:
    account = Account.objects.filter(person__name=by).first() or AccountFactory(person=Person.objects.get(name=by))
    claim_result(game(event, white, black).pk, account, result, source="page")


def pass_quarter() -> None:
    """The mails that are planned are due."""
    for job in Job.objects.filter(kind="mail-arbiters"):
        assert timedelta(minutes=14) < job.due_at - timezone.now() <= timedelta(minutes=15)
    Job.objects.filter(kind="mail-arbiters").update(due_at=timezone.now())


def test_arbiters_of_the_event_are_mailed_what_waits_in_one_mail(table: Event) -> None:
    report(table, "Ada", "Cleo", "Ada", "1-0")
    report(table, "Dan", "Ben", "Dan", "1-0")
    report(table, "Dan", "Ben", "Ben", "0-1")
    assert sent() == [], "the players have time to agree"
    pass_quarter()
    (message,) = sent()
    assert message.to == ["arbiter@club.example"]
    assert message.subject == "Spring Open: 2 reports waiting"
    told = text_of(message)
    assert told.index("Round 1, board 2: Dan – Ben") < told.index("The reports contradict each other.")
    assert told.index("The reports contradict each other.") < told.index("Round 1, board 1: Ada – Cleo")
    assert f"/events/{table.pk}/results/{game(table, 'Dan', 'Ben').pk}\n" in told
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_reports_are_told_once_and_agreed_ones_never(table: Event, organiser: Account) -> None:
    report(table, "Ada", "Cleo", "Ada", "1-0")
    pass_quarter()
    assert len(sent()) == 1
    report(table, "Ada", "Cleo", "Cleo", "1-0")
    report(table, "Dan", "Ben", "Dan", "1-0")
    report(table, "Dan", "Ben", "Ben", "1-0")
    pass_quarter()
    assert sent() == []
    assert EventMail.objects.get().about == "reports"


def test_a_report_that_comes_while_a_worker_looks_is_looked_at_after_it(table: Event) -> None:
    report(table, "Ada", "Cleo", "Ada", "1-0")
    Job.objects.filter(kind="mail-arbiters").update(leased_until=timezone.now() + timedelta(seconds=30))
    before = Job.objects.get(kind="mail-arbiters")
    report(table, "Dan", "Ben", "Dan", "1-0")
    after = Job.objects.get(kind="mail-arbiters")
    assert after.version == before.version + 1
    assert after.due_at > before.due_at


def test_who_is_no_arbiter_any_more_gets_none(table: Event) -> None:
    report(table, "Ada", "Cleo", "Ada", "1-0")
    Account.objects.get(username="arbiter").grants.all().delete()
    pass_quarter()
    assert sent() == []


# --- the choice -------------------------------------------------------------------------------------------


OF_NOTIFICATIONS = ["invitation", "result", "challenge", "message", "team"]


def test_one_chooses_on_the_page_what_may_concern_one(client: Client, table: Event) -> None:
    ada = AccountFactory(person=Person.objects.get(name="Ada"), email="ada@club.example")
    client.force_login(ada)
    page = client.get("/account/mail").content.decode()
    offered = ["reminders", "pairings", "announcements", *OF_NOTIFICATIONS]
    assert re.findall(r'type="checkbox" name="(\w+)"', page) == offered
    client.post("/account/mail", {"pairings": "on", "reports": "on"})
    assert [row.kind for row in ada.mail_subscriptions.all()] == ["pairings"], "reports are no player's"
    client.force_login(Account.objects.get(username="arbiter"))
    page = client.get("/account/mail").content.decode()
    assert re.findall(r'type="checkbox" name="(\w+)"[^>]* checked', page) == ["reports"]
    client.post("/account/mail", {})
    assert not MailSubscription.objects.filter(account__username="arbiter").exists()
