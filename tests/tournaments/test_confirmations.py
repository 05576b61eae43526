"""What asks first: where something is lost or a rule is left, in a sentence, within the event, by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import entry, fresh, running
from tournaments.entries.services import byes
from tournaments.models import ByeRequest, CheckIn, Event

QUESTION = re.compile(r'parts/confirm\.html" with (.*?) %\}')
WORDS = re.compile(r'(question|submit)=_\("([^"]+)"\)')
SUBMIT = re.compile(r'<button class="button danger">([^<]+)</button>')


@pytest.fixture
def event(club: Club, organiser: Account, client: Client) -> Event:
    client.force_login(organiser)
    return running(club, organiser, format="swiss-dutch", rounds_planned=3)


def asked_in_templates() -> dict[str, tuple[str, str]]:
    """By template and button, the question and the button that answers it, of the pages of events."""
    found = {}
    for file in sorted((Path(settings.BASE_DIR) / "templates" / "tournaments").rglob("*.html")):
        for match in QUESTION.finditer(file.read_text(encoding="utf-8")):
            words = dict(WORDS.findall(match[1]))
            found[f"{file.name}: {words.get('submit', match[1])}"] = words.get("question", ""), words.get("submit", "")
    return found


def test_each_question_of_a_page_of_an_event_is_one_sentence_or_two_and_its_button_says_of_what() -> None:
    found = asked_in_templates()
    assert len(found) >= 6
    assert {key: question for key, (question, _submit) in found.items() if not question.endswith(".")} == {}
    assert {key: submit for key, (_question, submit) in found.items() if submit and len(submit.split()) < 2} == {}


@pytest.mark.django_db
def test_a_rule_that_is_left_is_asked_within_the_event_and_nothing_is_kept_until_then(
    event: Event, client: Client
) -> None:
    ada, page = entry(event, "Ada"), f"/events/{event.pk}/entries/{entry(event, 'Ada').pk}/bye"
    client.post(page, {"round": "1", "kind": "half"})
    asked = client.post(page, {"round": "2", "kind": "half"})
    text = asked.content.decode()
    assert asked.status_code == 409
    assert "Spring Open" in text and 'aria-label="Pages of this event"' in text and f'/events/{event.pk}/desk"' in text
    assert "<h2>Give the bye</h2>" in text and SUBMIT.findall(text) == ["Give the bye"]
    assert "this player has a half-point bye already" in text and "Nothing is saved yet." in text
    assert ByeRequest.objects.filter(entry=ada).count() == 1
    (key,) = re.findall(r'name="confirm" value="(\w+)"', text)
    client.post(page, {"round": "2", "kind": "half", "confirm": key})
    assert ByeRequest.objects.filter(entry=ada).count() == 2


@pytest.mark.django_db
def test_closing_check_in_is_asked_once_somebody_is_there_to_be_forgotten(
    event: Event, organiser: Account, client: Client
) -> None:
    byes.open_check_in(event.pk, organiser)
    page = f"/events/{event.pk}/check-in"
    question = "Clears the list of who is here."
    assert question not in client.get(page).content.decode()
    byes.check_in_all(event.pk, organiser)
    assert question in client.get(page).content.decode()
    client.post(page, {"action": "close"})
    assert not CheckIn.objects.filter(event=fresh(event)).exists()


@pytest.mark.django_db
def test_pages_that_ask_name_the_act_and_whom_it_is_about(event: Event, client: Client) -> None:
    ada = entry(event, "Ada").pk
    paths = {"withdraw": "Withdraw Ada", "remove": "Remove Ada"}
    for path, button in paths.items():
        text = client.get(f"/events/{event.pk}/entries/{ada}/{path}").content.decode()
        assert SUBMIT.findall(text) == [button]
