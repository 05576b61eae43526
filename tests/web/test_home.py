"""The home page: clubs with what runs in them, and the first step on a server that is empty."""

from __future__ import annotations

import datetime
import re

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.models import Account, Club
from testing.factories import AccountFactory, ClubFactory, PersonFactory
from testing.tournaments.factories import running, with_players
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
    cache.clear()
    with django_assert_num_queries(5):  # whether there is one club, clubs, events, an account, a game that goes on
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


def test_every_page_leads_to_the_main_pages_and_from_its_end_to_all_others(client: Client, club: Club) -> None:
    header, _end, rest = client.get("/about").content.decode().partition("</header>")
    assert re.findall(r'<li[^>]*><a href="(/[a-z]*)">', header.partition("top-nav")[2].partition("</nav>")[0]) == [
        *("/", "/play", "/watch", "/learn", "/events", "/ratings", "/clubs", "/account")
    ]
    footer = rest.partition("<footer")[2]
    for address in ("/games", "/people", "/learn", "/rules", "/practice", "/clubs", "/about", "/api/v1/docs"):
        assert f'href="{address}"' in footer, address


@pytest.mark.parametrize(("address", "current"), [("/", "Home"), ("/events", "Events"), ("/clubs", "Clubs")])
def test_the_current_part_is_marked(client: Client, club: Club, address: str, current: str) -> None:
    header = client.get(address).content.decode().partition("</header>")[0]
    marked = re.findall(r'aria-current="true">(.*?)</a>', header)
    assert len(marked) == 1 and f"<span>{current}</span>" in marked[0]


def test_all_public_events_are_listed_with_those_that_run_first(client: Client, club: Club) -> None:
    for name, state in (("Over", "closed"), ("Secret", "draft"), ("To come", "open"), ("On", "running")):
        event(club, name, state)
    page = client.get("/events").content.decode()
    assert re.findall(r"<h3><a [^>]*><bdi>([^<]*)</bdi>", page) == ["On", "To come", "Over"]


def test_people_are_those_who_play_in_public_events(client: Client, club: Club, organiser: Account) -> None:
    PersonFactory(name="Only A Member", member_of=club)
    with_players(club, organiser, ("In A Draft", "Another"))
    Event.objects.update(state="draft")
    running(club, organiser, ("Søren Ada", "Ben"))
    page = client.get("/people").content.decode()
    assert "Søren Ada" in page and "Ben" in page
    assert "Only A Member" not in page and "In A Draft" not in page
    found = client.get("/people?q=soren").content.decode()
    assert "Søren Ada" in found and "<bdi>Ben" not in found


@pytest.mark.parametrize("address", ["/", "/events", "/games", "/ratings", "/people", "/rules", "/about", "/play"])
def test_every_public_page_says_what_it_is_where_a_link_is_shown(
    client: Client, club: Club, organiser: Account, address: str
) -> None:
    page = client.get(address).content.decode()
    title = re.findall(r"<title>([^<]*) · Gipfel</title>", page)
    assert re.findall(r'<meta property="og:title" content="([^"]+)">', page) == title
    assert len(re.findall(r'<meta name="description" content="[^"]{20,}">', page)) == 1


def test_a_link_to_an_event_says_its_game_format_and_state(client: Client, club: Club, organiser: Account) -> None:
    event_ = running(club, organiser, name='Open “1” & "2"')
    page = client.get(f"/events/{event_.pk}").content.decode()
    assert '<meta property="og:title" content="Standings – Open “1” &amp; &quot;2&quot;">' in page
    described = re.findall(r'<meta name="description" content="([^"]+)">', page)
    assert len(described) == 1 and "Round robin" in described[0] and described[0].endswith("Running")


def test_the_page_of_a_club_leads_to_play(client: Client, club: Club, organiser: Account) -> None:
    page = client.get("/").content.decode()
    assert re.search(r'<a class="button primary" href="/play"><svg class="icon".*?</svg>Play</a>', page)
