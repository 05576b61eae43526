"""A form that meets an outage is kept, can be sent again, and does nothing twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from common.journal.models import JournalEntry
from players.models import Account, Club, Person
from testing.factories import PASSWORD
from testing.system.html_forms import KEY_OF_FORMS, html_forms
from testing.tournaments.factories import draft, entry, fresh, running
from tests.web.storage import locked_table
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
WHY = "Fell ill, “really”"

NEW = "?q=Somebody+New"


@pytest.fixture
def browser(organiser: Account, real_database: None) -> Client:
    """An organiser's browser that sends the key of each form, and sees pages for what went wrong."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(organiser)
    return client


def form_on(client: Client, address: str, field: str = "", query: str = "") -> dict[str, Any]:
    """What the form of a page sends to its own address, the form with `field` where there are several."""
    return _values(client.get(address + query).content.decode(), address, field)


def _values(page: str, address: str, field: str) -> dict[str, Any]:
    form = next(
        each for each in html_forms(address, page) if each.path == address and (not field or field in each.fields)
    )
    key = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert key is not None
    return form.untouched() | {KEY_OF_FORMS: key[1]}


def test_what_was_typed_is_kept_and_sent_again(browser: Client, club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    dan = entry(event, "Dan").pk
    address = f"/events/{event.pk}/entries/{dan}/withdraw"
    typed = form_on(browser, address) | {"reason": WHY}
    with locked_table("journal_scope"):
        answer = browser.post(address, typed)
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert f"<bdi>{WHY}</bdi>" in page and "Send again" in page and 'data-again="2"' in page
    assert not Entry.objects.get(pk=dan).withdrawn
    assert browser.post(address, _values(page, address, "_again")).status_code == 302
    assert Entry.objects.get(pk=dan).withdrawn
    assert fresh(event).reasons.get().text == WHY


def test_sent_again_although_it_had_arrived_it_is_done_once(browser: Client, club: Club, organiser: Account) -> None:
    """The database was lost after the commit: nobody was told that the new player is stored."""
    event = draft(club, organiser)
    address = f"/events/{event.pk}/enter"
    typed = form_on(browser, address, "name", NEW) | {"name": "Somebody New"}
    assert browser.post(address, typed).status_code == 302
    people, lines = Person.objects.count(), JournalEntry.objects.count()
    answer = browser.post(address, typed | {"_again": "", "_again_from": f"http://testserver{address}"})
    page = answer.content.decode()
    assert answer.status_code == 200 and "Already saved" in page
    assert f'href="http://testserver{address}"' in page
    assert (Person.objects.count(), JournalEntry.objects.count()) == (people, lines)


def test_the_same_words_from_another_page_are_another_act(browser: Client, club: Club, organiser: Account) -> None:
    """Each page that is shown has a key of its own, so who means it twice is not told that it is stored already."""
    event = draft(club, organiser)
    address = f"/events/{event.pk}/enter"
    assert browser.post(address, form_on(browser, address, "name", NEW) | {"name": "Somebody New"}).status_code == 302
    answer = browser.post(address, form_on(browser, address, "name", NEW) | {"name": "Somebody New", "_again": ""})
    page = answer.content.decode()
    assert answer.status_code == 409 and "Somebody New is registered already" in page.replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_a_script_sends_it_again_only_so_often(browser: Client, club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    address = f"/events/{event.pk}/enter"
    typed = form_on(browser, address, "name", NEW) | {"name": "Somebody New"}
    with locked_table("journal_scope"):
        sixth = browser.post(address, typed | {"_again": ["", "", "", "", ""]}).content.decode()
    assert "Send again" in sixth and "data-again=" not in sixth


def test_a_password_stands_on_no_page(browser: Client, organiser: Account) -> None:
    other = Client(enforce_csrf_checks=True, raise_request_exception=False)
    typed = form_on(other, "/sign-in")
    with locked_table("players_session"):
        page = other.post("/sign-in", typed | {"username": organiser.username, "password": PASSWORD}).content.decode()
    assert PASSWORD not in page and "_again" not in page


def test_nobody_is_led_elsewhere(browser: Client, club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    address = f"/events/{event.pk}/enter"
    typed = form_on(browser, address, "name", NEW) | {"name": "Somebody New"}
    browser.post(address, typed)
    page = browser.post(address, typed | {"_again": "", "_again_from": "https://elsewhere.example/"}).content.decode()
    assert "elsewhere.example" not in page


def test_a_form_costs_no_query_more(browser: Client, club: Club, organiser: Account) -> None:
    """Whether an act was done before is asked only where a form is sent again."""
    event = draft(club, organiser)
    address = f"/events/{event.pk}/enter"
    asked: list[str] = []

    def listen(execute: Callable[..., object], sql: str, params: object, many: bool, context: object) -> object:
        asked.append(sql)
        return execute(sql, params, many, context)

    typed = form_on(browser, address, "name", NEW) | {"name": "Somebody New"}
    with connection.execute_wrapper(listen):
        browser.post(address, typed)
    assert not [sql for sql in asked if '"sending" =' in sql]
