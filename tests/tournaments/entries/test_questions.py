"""Questions at registration: asked, answered, kept when the form fails, read by organisers alone, and deleted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from players.erasure.services import erase_person
from players.models import Account, Club, JoinRequest, Person
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import player_in
from testing.tournaments.factories import fresh, with_players
from tournaments.core.errors import EventRefused
from tournaments.entries.services.entries import enter_myself
from tournaments.entries.services.leaving import leave_event
from tournaments.entries.services.moving_up import set_entry_limit
from tournaments.entries.services.questions import add_question, delete_answers_of_no_use, remove_question
from tournaments.models import Answer, Event, Question

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return with_players(club, organiser, ("Ada",), self_entry=True)


@pytest.fixture
def meal(event: Event, organiser: Account) -> Question:
    choices = ["Meat", "Vegan"]
    return add_question(event.pk, organiser, text="Which meal?", kind="choice", choices=choices, required=True)


@pytest.fixture
def allergy(event: Event, organiser: Account, meal: Question) -> Question:
    return add_question(event.pk, organiser, text="Any allergies?", kind="text")


@pytest.fixture
def pia(club: Club) -> Account:
    return player_in(club, name="Pia")


def given(event: Event) -> list[tuple[str, str]]:
    """All answers: who, and what."""
    rows = Answer.objects.filter(question__event=event).order_by("question__number", "pk")
    return [(each.person.name if each.person else "", each.text) for each in rows.select_related("person")]


def test_a_player_answers_in_the_form_and_what_was_typed_stays_when_it_fails(
    event: Event, meal: Question, allergy: Question, pia: Account, client: Client
) -> None:
    client.force_login(pia)
    assert "Which meal?" in client.get(f"/events/{event.pk}/enter").content.decode()
    typed = {f"question-{allergy.pk}": "Nuts, and “sesame”"}
    failed = client.post(f"/events/{event.pk}/join", typed)
    assert failed.status_code == 400
    assert "Nuts, and “sesame”" in failed.content.decode()
    assert not event.members.filter(person=pia.person).exists()
    client.post(f"/events/{event.pk}/join", {**typed, f"question-{meal.pk}": "Vegan"})
    assert given(event) == [("Pia", "Vegan"), ("Pia", "Nuts, and “sesame”")]
    assert event.members.filter(person=pia.person).exists()


@pytest.mark.parametrize("answer", ["", "Fish"])
def test_a_missing_or_unknown_answer_is_refused(event: Event, meal: Question, pia: Account, answer: str) -> None:
    with pytest.raises(EventRefused):
        enter_myself(event.pk, pia, answers={meal.pk: answer})
    assert given(event) == []


def test_the_endpoints_ask_take_answers_and_show_them_to_organisers(
    event: Event, organiser: Account, pia: Account
) -> None:
    caller, here = Caller(organiser), f"/events/{event.pk}"
    asked = caller.done(f"{here}/questions", {"text": "Do you need a lift?", "kind": "yes-no"})
    assert asked == {
        "id": asked["id"],
        "text": "Do you need a lift?",
        "kind": "yes-no",
        "choices": [],
        "needed": False,
    }
    assert Caller(None).read(f"{here}/questions")["results"] == [asked]
    Caller(pia).done(f"{here}/entries/me", {"answers": [{"question": asked["id"], "answer": "yes"}]})
    rows = caller.read(f"{here}/answers")["results"]
    assert [(row["name"], row["answers"]) for row in rows] == [
        ("Ada", []),
        ("Pia", [{"question": asked["id"], "answer": "yes"}]),
    ]
    assert Caller(pia).get(f"{here}/answers").status_code == 403
    caller.done(f"{here}/questions/{asked['id']}", method="DELETE")
    assert given(event) == []


def test_answers_are_on_no_page_but_the_organisers(
    event: Event, meal: Question, allergy: Question, pia: Account, organiser: Account, client: Client
) -> None:
    enter_myself(event.pk, pia, answers={meal.pk: "Vegan", allergy.pk: "=Nuts"})
    for page in ("", "/players", "/info", "/journal", "/json"):
        assert "=Nuts" not in client.get(f"/events/{event.pk}{page}").content.decode()
    client.force_login(pia)
    assert client.get(f"/events/{event.pk}/answers").status_code == 403
    client.force_login(organiser)
    page = client.get(f"/events/{event.pk}/answers").content.decode()
    assert "=Nuts" in page and "Vegan" in page
    lines = client.get(f"/events/{event.pk}/answers.csv").content.decode("utf-8-sig").splitlines()
    assert lines == ["No.,Name,Which meal?,Any allergies?", ",Ada,,", ",Pia,Vegan,'=Nuts"]


def test_a_visitor_answers_too_and_the_account_has_the_answers_later(
    event: Event, meal: Question, organiser: Account, client: Client
) -> None:
    address = f"/events/{event.pk}/ask"
    failed = client.post(address, {"name": "Zoe Newman", "email": ""})
    assert "Zoe Newman" in failed.content.decode() and not JoinRequest.objects.exists()
    client.post(address, {"name": "Zoe Newman", "email": "", f"question-{meal.pk}": "Meat"})
    assert given(event) == [("", "Meat")]
    client.force_login(organiser)
    client.post(f"/clubs/{event.club.slug}/joining/{JoinRequest.objects.get().pk}/approve")
    assert given(event) == [("Zoe Newman", "Meat")]


def test_answers_of_a_request_that_is_declined_go_with_it(
    event: Event, meal: Question, organiser: Account, client: Client
) -> None:
    client.post(f"/events/{event.pk}/ask", {"name": "Zoe Newman", "email": "", f"question-{meal.pk}": "Meat"})
    client.force_login(organiser)
    client.post(f"/clubs/{event.club.slug}/joining/{JoinRequest.objects.get().pk}/decline")
    assert given(event) == []


def test_they_go_with_the_person_and_are_in_the_own_data(
    event: Event, meal: Question, pia: Account, organiser: Account, client: Client
) -> None:
    enter_myself(event.pk, pia, answers={meal.pk: "Vegan"})
    client.force_login(pia)
    own = client.get("/account/export").json()
    assert own["registration_answers"] == [{"event": event.name, "question": "Which meal?", "answer": "Vegan"}]
    erase_person(actor=organiser, person_id=Person.objects.get(name="Pia").pk)
    assert given(event) == []


def test_those_of_players_who_left_and_of_events_long_over_are_deleted(
    event: Event, meal: Question, organiser: Account, pia: Account, club: Club
) -> None:
    today = timezone.localdate()
    Event.objects.filter(pk=event.pk).update(starts_on=today, ends_on=today)
    set_entry_limit(event.pk, organiser, 2)
    wim = player_in(club, name="Wim")
    for account in (pia, wim):  # Wim waits
        enter_myself(event.pk, account, answers={meal.pk: "Vegan"})
    delete_answers_of_no_use()
    assert given(event) == [("Pia", "Vegan"), ("Wim", "Vegan")]
    set_entry_limit(event.pk, organiser, 1)
    leave_event(event.pk, pia)
    delete_answers_of_no_use()
    assert given(event) == [("Wim", "Vegan")]
    long_ago = today - timedelta(days=91)
    Event.objects.filter(pk=event.pk).update(starts_on=long_ago, ends_on=long_ago)
    delete_answers_of_no_use()
    assert given(event) == []


def test_organisers_ask_and_remove_on_a_page(event: Event, organiser: Account, pia: Account, client: Client) -> None:
    client.force_login(organiser)
    page = f"/events/{event.pk}/questions"
    assert page in client.get(f"/events/{event.pk}/desk").content.decode()
    wrong: dict[str, Any] = {"text": "Which meal?", "kind": "choice", "choices": "Meat"}
    assert "needs 2 to 30" in client.post(page, wrong).content.decode()
    client.post(page, wrong | {"choices": "Meat\nVegan\nMeat\n", "required": "on"})
    made = Question.objects.get()
    assert (made.number, made.choices, made.required) == (1, ["Meat", "Vegan"], True)
    client.post(f"{page}/{made.pk}/remove", {"version": ""})
    assert not Question.objects.exists()
    with pytest.raises(NotAllowed):
        add_question(event.pk, pia, text="Why?", kind="text")


def test_questions_of_another_event_are_not_answered_or_removed(
    event: Event, meal: Question, club: Club, organiser: Account, pia: Account
) -> None:
    other = with_players(club, organiser, ("Ben",), self_entry=True)
    with pytest.raises(EventRefused):
        enter_myself(other.pk, pia, answers={meal.pk: "Vegan"})
    with pytest.raises(Question.DoesNotExist):
        remove_question(other.pk, organiser, meal.pk)
    assert fresh(event).questions.count() == 1
