"""Consent of guardians: minors who register by themselves wait for it, and what was answered stays as it is."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from common.jobs.queues import Queue
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.erasure.exports import own_data
from players.erasure.services import erase_person
from players.guardians.services import (
    answer_as_guardian,
    ask_about_person,
    delete_old_consents,
    find_consent,
    is_minor,
    require_consent_of_person,
    set_guardian_rule,
)
from players.joining.services import approve_join, ask_to_join, ask_with_account, delete_expired_requests
from players.models import Account, Club, GuardianAnswer, GuardianConsent, JoinRequest, Person
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import AccountFactory, ClubFactory, MembershipFactory, PersonFactory, organiser_of, player_in
from testing.tournaments.factories import draft
from tournaments.entries.services.entries import enter_myself
from tournaments.models import Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

YEAR = timezone.now().year
CHILD, ADULT = YEAR - 12, YEAR - 40


@pytest.fixture
def club(settings: Any) -> Club:
    """A club that asks guardians, on a server that sends mail."""
    settings.EMAIL_HOST = "mail.club.example"
    return ClubFactory(name="Delft", slug="delft", asks_guardians=True)


def ask(club: Club, birth_year: int = CHILD, email: str = "parent@example.org") -> JoinRequest:
    return ask_to_join(club=club, name="Kim Klein", birth_year=birth_year, guardian_email=email).request


def open_event(club: Club, organiser: Account, name: str) -> Event:
    """One that members enter by themselves."""
    event = draft(club, organiser, name=name)
    Event.objects.filter(pk=event.pk).update(state=Event.State.OPEN, self_entry=True)
    return event


def link() -> str:
    """The secret in the one mail that waits to be sent."""
    mail.outbox.clear()
    run_due(queues=[Queue.MAIL])
    (sent,) = mail.outbox
    assert sent.to == ["parent@example.org"]
    return re.findall(r"/guardian/(\S+)", str(sent.body))[0]


def test_who_is_18_this_year_is_a_minor_until_the_last_day() -> None:
    day = timezone.now().date().replace(month=6, day=1)
    assert is_minor(day.year - 18, day) and not is_minor(day.year - 19, day)
    assert not is_minor(day.year - 18, day.replace(month=12, day=31))


def test_a_minor_is_approved_after_the_guardian_has_consented(club: Club) -> None:
    organiser, request = organiser_of(club), ask(club)
    with pytest.raises(Refused, match="has not consented yet"):
        approve_join(actor=organiser, request_id=request.pk)
    assert not Person.objects.filter(name="Kim Klein").exists()
    answer_as_guardian(secret=link(), answer="given", guardian="Pat Klein")
    person = Person.objects.get(account=approve_join(actor=organiser, request_id=request.pk).account)
    consent = GuardianConsent.objects.get(person=person)
    assert (consent.request, consent.guardian, consent.birth_year) == (None, "Pat Klein", CHILD)
    assert [each.answer for each in consent.answers.all()] == ["given"]
    lines = JournalEntry.objects.filter(scope__key=club.scope, action="answer-as-guardian")
    assert [line.data["answer"] for line in lines] == ["given"]


@pytest.mark.parametrize("answer", ["refused", None])
def test_without_consent_no_one_is_approved(club: Club, answer: str | None) -> None:
    request = ask(club)
    if answer:
        answer_as_guardian(secret=link(), answer=answer)
    with pytest.raises(Refused, match="has not consented yet"):
        approve_join(actor=organiser_of(club), request_id=request.pk)


def test_an_adult_needs_no_guardian_and_a_club_that_asks_none_no_year(club: Club) -> None:
    request = ask(club, ADULT, "")
    assert not GuardianConsent.objects.exists()
    assert approve_join(actor=organiser_of(club), request_id=request.pk).account is not None
    other = ClubFactory(name="Gouda", slug="gouda")
    assert ask_to_join(club=other, name="Lou Lang").request.pk


@pytest.mark.parametrize(
    ("year", "email", "field"),
    [(None, "parent@example.org", "birth_year"), (YEAR + 1, "parent@example.org", "birth_year"),
     (CHILD, "", "guardian_email"), (CHILD, "parent", "guardian_email")],
)  # fmt: skip
def test_what_a_club_needs_to_know_is_asked_for(club: Club, year: int | None, email: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        ask_to_join(club=club, name="Kim Klein", birth_year=year, guardian_email=email)
    assert refused.value.field == field and not JoinRequest.objects.exists()


def test_who_has_an_account_waits_too(club: Club) -> None:
    account = AccountFactory(person=PersonFactory(name="Kim Klein"))
    request = ask_with_account(account=account, club=club, birth_year=CHILD, guardian_email="parent@example.org")
    organiser = organiser_of(club)
    with pytest.raises(Refused, match="has not consented yet"):
        approve_join(actor=organiser, request_id=request.pk)
    answer_as_guardian(secret=link(), answer="given", guardian="Pat Klein")
    approve_join(actor=organiser, request_id=request.pk)
    assert GuardianConsent.objects.get().person == account.person


def test_a_member_known_to_be_a_minor_registers_after_consent_alone(club: Club) -> None:
    organiser, child = organiser_of(club), player_in(club)
    event, before = open_event(club, organiser, "Now"), open_event(club, organiser, "Before")
    enter_myself(before.pk, child)
    Entry.objects.filter(event=before).update(details={"birth": f"{CHILD}/05/31"})
    with pytest.raises(Refused, match="A guardian must consent first"):
        enter_myself(event.pk, child)
    assert child.person is not None
    ask_about_person(
        actor=organiser, club_id=club.pk, person_id=child.person.pk, birth_year=CHILD, email="parent@example.org"
    )
    secret = link()
    with pytest.raises(Refused, match="A guardian must consent first"):
        enter_myself(event.pk, child)
    answer_as_guardian(secret=secret, answer="given", guardian="Pat Klein")
    enter_myself(event.pk, child)
    assert Entry.objects.filter(event=event).count() == 1
    answer_as_guardian(secret=secret, answer="withdrawn")
    with pytest.raises(Refused, match="A guardian must consent first"):
        require_consent_of_person(club, child.person)


def test_the_consent_of_another_club_does_not_count(club: Club) -> None:
    other = ClubFactory(name="Gouda", slug="gouda", asks_guardians=True)
    child = player_in(other)
    assert child.person is not None
    MembershipFactory(club=club, person=child.person)
    for each, answer in ((other, "given"), (club, None)):
        asked = GuardianConsent.objects.create(
            club=each, person=child.person, birth_year=CHILD, asked_at=timezone.now()
        )
        if answer:
            GuardianAnswer.objects.create(consent=asked, answer=answer, at=timezone.now())
    require_consent_of_person(other, child.person)
    with pytest.raises(Refused):
        require_consent_of_person(club, child.person)


def test_answers_are_never_changed_and_given_once(club: Club) -> None:
    ask(club)
    secret = link()
    answer_as_guardian(secret=secret, answer="given", guardian="Pat Klein")
    with pytest.raises(Refused, match="answered already"):
        answer_as_guardian(secret=secret, answer="given", guardian="Sam Klein")
    assert GuardianConsent.objects.get().guardian == "Pat Klein"
    with pytest.raises(IntegrityError), transaction.atomic():
        GuardianAnswer.objects.update(answer="refused")
    answer_as_guardian(secret=secret, answer="withdrawn")
    assert list(GuardianAnswer.objects.values_list("answer", flat=True)) == ["given", "withdrawn"]


def test_a_wrong_link_and_an_old_one_open_nothing(club: Club) -> None:
    ask(club)
    secret = link()
    assert find_consent(secret + "x") is None and find_consent("") is None
    GuardianConsent.objects.update(asked_at=timezone.now() - timedelta(days=30))
    with pytest.raises(Refused, match="no longer works"):
        answer_as_guardian(secret=secret, answer="given", guardian="Pat Klein")


def test_unanswered_questions_go_and_names_once_the_player_is_of_age(club: Club) -> None:
    child = player_in(club)
    row = {"club": club, "person": child.person, "email": "parent@example.org", "guardian": "Pat", "digest": "a" * 64}
    long_ago = timezone.now() - timedelta(days=31)
    GuardianConsent.objects.create(**{**row, "digest": ""}, birth_year=CHILD, asked_at=long_ago)
    grown = GuardianConsent.objects.create(**row, birth_year=YEAR - 19, asked_at=long_ago)
    GuardianAnswer.objects.create(consent=grown, answer="given", at=long_ago)
    last = GuardianConsent.objects.create(**{**row, "digest": "b" * 64}, birth_year=YEAR - 18, asked_at=timezone.now())
    delete_old_consents()
    assert list(GuardianConsent.objects.order_by("pk").values_list("pk", "email", "guardian", "digest")) == [
        (grown.pk, "", "", ""), (last.pk, "parent@example.org", "Pat", "b" * 64)
    ]  # fmt: skip
    ask(club)
    JoinRequest.objects.update(made_at=long_ago)
    delete_expired_requests()
    assert not GuardianConsent.objects.filter(person=None).exists(), "it goes with the request"


def test_export_has_it_and_erasing_takes_the_names(club: Club) -> None:
    child = player_in(club)
    asked = GuardianConsent.objects.create(
        club=club, person=child.person, birth_year=CHILD, email="parent@example.org", guardian="Pat Klein",
        asked_at=timezone.now(),
    )  # fmt: skip
    GuardianAnswer.objects.create(consent=asked, answer="given", at=timezone.now())
    (written,) = own_data(child)["guardians"]  # type: ignore[misc]  # a list
    assert (written["guardian"], written["birth_year"]) == ("Pat Klein", CHILD)
    assert [each["answer"] for each in written["answers"]] == ["given"]
    assert child.person is not None
    erase_person(actor=child, person_id=child.person.pk)
    asked.refresh_from_db()
    assert (asked.email, asked.guardian) == ("", "") and asked.answers.count() == 1


def test_the_rule_is_the_organisers_and_needs_mail(club: Club, settings: Any) -> None:
    organiser = organiser_of(club)
    with pytest.raises(NotAllowed):
        set_guardian_rule(actor=player_in(club), club_id=club.pk, asks=False)
    assert not set_guardian_rule(actor=organiser, club_id=club.pk, asks=False).asks_guardians
    settings.EMAIL_HOST = ""
    with pytest.raises(Refused, match="sends no mail"):
        set_guardian_rule(actor=organiser, club_id=club.pk, asks=True)
    with pytest.raises(NotAllowed):
        ask_about_person(actor=player_in(club), club_id=club.pk, person_id=1, birth_year=CHILD, email="p@example.org")


def test_the_pages_from_asking_to_approving(club: Club) -> None:
    visitor, organiser = Client(), organiser_of(club)
    sent = {"name": "Kim Klein", "birth_year": CHILD, "guardian_email": "parent@example.org"}
    assert visitor.post("/clubs/delft/join", sent | {"birth_year": ""}).status_code == 400
    page = visitor.post("/clubs/delft/join", sent, follow=True).content.decode()
    assert "A parent or guardian has to consent first" in page
    desk = Client()
    desk.force_login(organiser)
    waiting = desk.get("/clubs/delft/joining").content.decode()
    assert "waits for a guardian" in waiting and ">Approve<" not in waiting
    address = f"/guardian/{link()}"
    guardian = Client()
    assert "Kim Klein wants to play at Delft" in guardian.get(address).content.decode()
    assert guardian.post(address, {"answer": "given", "guardian": ""}).status_code == 400
    assert not GuardianAnswer.objects.exists()
    assert guardian.post(address, {"answer": "given", "guardian": "Pat Klein"}).status_code == 302
    assert "Withdraw consent" in guardian.get(address).content.decode()
    assert ">Approve<" in desk.get("/clubs/delft/joining").content.decode()
    number = JoinRequest.objects.get().pk
    desk.post(f"/clubs/delft/joining/{number}/approve")
    assert "Pat Klein" in desk.get("/clubs/delft/guardians").content.decode()
    assert guardian.get("/guardian/not-a-link").status_code == 404


def test_the_endpoints_do_the_same(club: Club) -> None:
    organiser, child = organiser_of(club), player_in(club)
    caller = Caller(organiser)
    assert child.person is not None
    assert caller.read("/clubs/delft/guardians")["asks"] is True
    asked = {"person_id": child.person.pk, "birth_year": CHILD, "email": "parent@example.org"}
    made = caller.post("/clubs/delft/guardians/consents", asked)
    assert made.status_code == 201 and made.json()["answer"] is None
    answer_as_guardian(secret=link(), answer="given", guardian="Pat Klein")
    (row,) = caller.read("/clubs/delft/guardians/consents")["results"]
    assert (row["player"]["id"], row["answer"]) == (child.person.pk, "given")
    assert Caller(child).get("/clubs/delft/guardians/consents").status_code == 403
    assert caller.done("/clubs/delft/guardians", {"asks": False}, method="PUT")["asks"] is False
    assert not Club.objects.get(pk=club.pk).asks_guardians
