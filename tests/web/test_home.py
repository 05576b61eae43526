"""The home page: clubs with what runs in them, and the first step on a server that is empty."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.models import Club
from tests.factories import AccountFactory, ClubFactory
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def event(club: Club, name: str, state: str, day: int = 1) -> Event:
    date = datetime.date(2026, 3, day)
    return Event.objects.create(
        club=club,
        name=name,
        state=state,
        starts_on=date,
        ends_on=date,
        time_zone="UTC",
        format="round-robin",
        rules="gipf-basic",
    )


def test_an_empty_server_leads_to_its_first_step(client: Client) -> None:
    html = client.get("/").content.decode()
    assert "This server has no account yet" in html
    assert 'href="/start"' in html


def test_whoever_is_first_is_led_on_though_a_club_of_the_example_is_there(client: Client) -> None:
    ClubFactory(name="Example", example=True)
    AccountFactory(example=True, is_active=False)
    html = client.get("/").content.decode()
    assert 'href="/start"' in html
    assert "Example" in html


def test_a_server_with_an_account_but_no_club_says_so(client: Client) -> None:
    AccountFactory()
    html = client.get("/").content.decode()
    assert "There is no club here yet." in html
    assert "/start" not in html


def test_clubs_show_what_runs_and_what_is_next_but_no_drafts(client: Client) -> None:
    club = ClubFactory(name="Rotterdam", slug="rotterdam")
    for name, state in [
        ("Running Cup", "running"),
        ("Open Cup", "open"),
        ("Draft Cup", "draft"),
        ("Closed Cup", "closed"),
    ]:
        event(club, name, state)
    html = client.get("/").content.decode()
    assert "Running Cup" in html
    assert "Open Cup" in html
    assert "Draft Cup" not in html
    assert "Closed Cup" not in html


def test_clubs_with_running_events_come_first(client: Client) -> None:
    ClubFactory(name="Aachen")
    event(ClubFactory(name="Zwolle"), "Spring Cup", "running")
    html = client.get("/").content.decode()
    assert html.index("Zwolle") < html.index("Aachen")


def test_more_clubs_cost_no_more_queries(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(5):
        event(ClubFactory(), f"Cup {number}", "running")
    with django_assert_num_queries(4):  # whether there is one club, clubs, events, whether there is an account
        client.get("/")


def test_a_name_of_a_club_is_text_and_never_markup(client: Client) -> None:
    ClubFactory(name="<script>alert(1)</script>")
    assert "<script>alert" not in client.get("/").content.decode()


def test_the_home_of_a_server_with_one_club_is_the_clubs(client: Client) -> None:
    AccountFactory()
    ClubFactory(name="Rotterdam")
    assert "<h1><bdi>Rotterdam</bdi></h1>" in client.get("/").content.decode()
    assert "<h1>Clubs</h1>" in client.get("/clubs").content.decode()
    ClubFactory(name="Zwolle")
    assert "<h1>Clubs</h1>" in client.get("/").content.decode()
