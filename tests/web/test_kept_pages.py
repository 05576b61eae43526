"""Pages of events that are kept for readers who are not signed in: whose they are, and for how long they are right."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.kept_pages import FORM_KEY
from players.models import Account, Club
from testing.tournaments.factories import decide, running

pytestmark = pytest.mark.django_db


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def test_the_second_reader_gets_the_page_of_the_first_with_a_key_that_works(club: Club, organiser: Account) -> None:
    url = f"/events/{running(club, organiser, rounds=1).pk}"
    first = Client().get(url).content.decode()
    other = Client(enforce_csrf_checks=True)
    assert _queries(other, url) <= 4
    second = other.get(url).content.decode()
    assert FORM_KEY.sub("", second) == FORM_KEY.sub("", first)
    (key,) = set(FORM_KEY.findall(second))
    assert key and key not in first
    assert other.post("/theme", {"theme": "dark", "csrfmiddlewaretoken": key}).status_code == 302


def test_a_kept_page_is_of_one_state_theme_and_language(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    url = f"/events/{event.pk}"
    Client().get(url)
    dark, persian = Client(), Client()
    dark.cookies["theme"], dark.cookies["board"] = "dark", "wood"
    assert re.search('data-theme="dark" data-board-theme="wood"', dark.get(url).content.decode())
    persian.cookies["django_language"] = "fa"
    assert 'lang="fa"' in persian.get(url).content.decode()
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    assert "chip won" in Client().get(url).content.decode()


def test_a_reader_with_rights_or_a_seat_gets_no_page_of_another(club: Club, organiser: Account) -> None:
    url = f"/events/{running(club, organiser, rounds=1).pk}"
    signed_in, guest = Client(), Client()
    signed_in.force_login(organiser)
    assert "/desk" in signed_in.get(url).content.decode()
    assert "/desk" not in Client().get(url).content.decode()
    assert "/desk" in signed_in.get(url).content.decode()
    guest.cookies["guest"] = "a-token"
    assert _queries(guest, url) > 4
