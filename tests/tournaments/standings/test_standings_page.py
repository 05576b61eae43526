"""The page of the standings: after earlier rounds, what the event did to ratings, and columns that say something."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest
from django.db.models import Q
from django.test import Client
from playwright.sync_api import Page

from common.jobs.services import run_due
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club, Person
from testing.browser import PHONE, Open, overflow
from testing.factories import PersonFactory
from testing.tournaments.factories import (
    category_with_prizes,
    decide,
    draft,
    entry,
    fresh,
    game,
    play,
    running,
    swiss_after_round_1,
)
from tests.looks import choose
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import config_of
from tournaments.entries.services import entries, leaving, numbering
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db
CHANGES = re.compile(r'<td class="num more rating">(\S+) <span class="change">(\S*)</span>')


def ranks(event: Event, after: int | None = None) -> list[tuple[int | None, str, int]]:
    return [(row.rank, row.entry.name, row.points) for row in standings(fresh(event), after=after).rows]


@pytest.fixture
def two_rounds(club: Club, organiser: Account) -> Event:
    """Four in a round robin: Ada and Ben win, then Dan and Ben."""
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0"})
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Dan", "Cleo"): "1-0", ("Ada", "Ben"): "0-1"})
    return fresh(event)


# --- earlier rounds -----------------------------------------------------------------------------------


def test_the_table_after_an_earlier_round_counts_no_later_game(two_rounds: Event, client: Client) -> None:
    now = [(1, "Ben", 20), (2, "Ada", 10), (2, "Dan", 10), (4, "Cleo", 0)]
    then = [(1, "Ada", 10), (1, "Ben", 10), (3, "Cleo", 0), (3, "Dan", 0)]
    assert sorted((points, name) for _rank, name, points in ranks(two_rounds)) == sorted(
        (points, name) for _rank, name, points in now
    )
    assert [(name, points) for _rank, name, points in ranks(two_rounds, 1)] == [row[1:] for row in then]
    page = client.get(f"/events/{two_rounds.pk}?round=1").content.decode()
    assert "After round 1 of 3." in page and "Not final" not in page
    names = re.findall(r'class="player-card" name="card">\s*<summary><bdi>(\w+)', page)
    assert names == ["Ada", "Ben", "Cleo", "Dan"]
    assert str(game(two_rounds, "Ada", "Dan").pk) in re.findall(r"/games/(\d+)", page)
    assert str(game(two_rounds, "Ada", "Ben").pk) not in re.findall(r"/games/(\d+)", page)


def test_rounds_lead_to_each_other_and_the_last_one_is_the_table_of_now(two_rounds: Event, client: Client) -> None:
    home = f"/events/{two_rounds.pk}"
    for address, current in ((home, "2"), (f"{home}?round=2", "2"), (f"{home}?round=1", "1")):
        nav = client.get(address).content.decode().partition('id="rounds"')[2].partition("</nav>")[0]
        assert re.findall(r'href="([^"]+)"', nav) == [f"{home}?round=1", home]
        assert re.findall(r'aria-current="page">(\d)', nav) == [current]
    files = [client.get(f"{home}/standings.csv{more}").content.decode() for more in ("?round=1", "")]
    assert [file.splitlines()[1].split(",")[2] for file in files] == ["Ada", "Ben"]


def test_a_correction_moves_the_earlier_table_too(two_rounds: Event, organiser: Account, client: Client) -> None:
    address = f"/events/{two_rounds.pk}?round=1"
    client.get(address)
    tag = client.get(address).headers["ETag"]
    decide(two_rounds, organiser, {("Ada", "Dan"): "0-1"})
    assert {name: points for _rank, name, points in ranks(two_rounds, 1)} == {"Ada": 0, "Ben": 10, "Cleo": 0, "Dan": 10}
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_who_came_later_is_not_there_yet_and_who_left_later_had_not_left(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    zoe = PersonFactory(name="Zoe", member_of=club)
    entries.enter_person(event.pk, organiser, person_id=zoe.pk)
    rounds.start_round(event.pk, organiser)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    assert {name for _rank, name, _points in ranks(event)} == {"Ada", "Ben", "Cleo", "Dan", "Zoe"}
    then = {row.entry.name: row.entry.withdrawn for row in standings(fresh(event), after=1).rows}
    assert then == dict.fromkeys(("Ada", "Ben", "Cleo", "Dan"), False)


def test_whose_results_were_annulled_later_counted_before(club: Club, organiser: Account) -> None:
    """Six in a round robin of five rounds: Finn wins twice and leaves, so that his games count no more."""
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"), rounds=2)
    for each in Game.objects.filter(Q(white__name="Finn") | Q(black__name="Finn"), parent_scope__key=event.scope):
        code = "1-0" if each.white.name == "Finn" else "0-1"
        claim_result(each.pk, organiser, code, source="desk", role="arbiter")
    leaving.withdraw(event.pk, organiser, entry(event, "Finn").pk)
    assert ranks(event)[-1] == (None, "Finn", 20)
    assert ranks(event, 1)[0] == (1, "Finn", 10)


@pytest.mark.parametrize("number", ["0", "3", "9999"])
def test_a_round_that_is_not_paired_has_no_table(two_rounds: Event, client: Client, number: str) -> None:
    for path in (f"/events/{two_rounds.pk}", f"/events/{two_rounds.pk}/standings.csv"):
        assert client.get(f"{path}?round={number}").status_code == 404
    refused = client.get(f"/api/v1/events/{two_rounds.pk}/standings?round={number}").status_code
    assert refused == (400 if number == "0" else 404)


def test_the_api_tells_the_table_after_a_round(two_rounds: Event, client: Client) -> None:
    address = f"/api/v1/events/{two_rounds.pk}/standings"
    first, second, now = (client.get(address + more).json() for more in ("?round=1", "?round=2", ""))
    assert (first["rounds"], [row["points"] for row in first["rows"]]) == (1, ["1.0", "1.0", "0.0", "0.0"])
    assert (second["rounds"], second) == (2, now)


# --- ratings and columns ------------------------------------------------------------------------------


def of_two(club: Club, organiser: Account, people: list[Person], result: str, **changes: object) -> Event:
    """A closed event of one game, by (white, black) as in `people`; the first is a guest."""
    event = draft(club, organiser, **changes)
    events.announce(event.pk, organiser)
    for person in people:
        entries.enter_person(event.pk, organiser, person_id=person.pk)
    lifecycle.start_event(event.pk, organiser)
    rounds.start_round(event.pk, organiser)
    only = Game.objects.get(parent_scope__key=event.scope)
    white_wins = only.white.name == people[0].name
    code = result if white_wins or result == "1/2-1/2" else "0-1"
    claim_result(only.pk, organiser, code, source="desk", role="arbiter")
    category_with_prizes(event, organiser, [entry(event, people[0].name).pk])
    lifecycle.close_event(event.pk, organiser)
    return fresh(event)


def test_ratings_and_what_the_event_did_to_them_stand_beside_the_names_once_it_is_rated(
    club: Club, organiser: Account, client: Client
) -> None:
    """Ada (1520) draws with Ben (1480): 0.56 was to be expected by table 8.1.2, so 40 · −0.06 is −2 for her."""
    people = [PersonFactory(name=name, member_of=club) for name in ("Ada", "Ben")]
    newcomers = of_two(club, organiser, people, "1-0")
    run_due()
    first = client.get(f"/events/{newcomers.pk}").content.decode()
    assert 'class="num more rating"' not in first, "nobody had a rating, and a first one is no change"
    event = of_two(club, organiser, people, "1/2-1/2")
    address = f"/events/{event.pk}"
    client.get(address)
    unrated = client.get(address)
    assert 'class="change"' not in unrated.content.decode()
    run_due()
    rated = client.get(address, headers={"If-None-Match": unrated.headers["ETag"]})
    assert rated.status_code == 200, "ratings came without the event's version moving"
    assert sorted(CHANGES.findall(rated.content.decode())) == [("1480", "+2"), ("1520", "−2")]
    client.force_login(organiser)
    assert len(CHANGES.findall(client.get(address).content.decode())) == 2


def test_the_table_of_a_category_shows_of_ratings_what_the_standings_show(
    club: Club, organiser: Account, client: Client
) -> None:
    """As above; who draws with one of 1480 has performed as one of 1480."""
    people = [PersonFactory(name=name, member_of=club) for name in ("Ada", "Ben")]
    of_two(club, organiser, people, "1-0")
    run_due()
    shown = ("rating", "change", "performance")
    event = of_two(club, organiser, people, "1/2-1/2", rating_columns=shown)
    run_due()
    home = f"/events/{event.pk}"
    for address in (f"{home}/categories", f"{home}/print/categories"):
        page = client.get(address).content.decode()
        assert CHANGES.findall(page) == [("1520", "−2")], address
        assert '<td class="num more">1480</td>' in page and "Perf." in page, address
    ((row,),) = (each["rows"] for each in client.get(f"/api/v1{home}/categories").json()["results"])
    assert [row[key] for key in ("rating", "rating_change", "performance")] == [1520, -2, 1480]
    (line,) = csv.DictReader(io.StringIO(client.get(f"{home}/categories.csv").content.decode("utf-8-sig")))
    assert [line[key] for key in ("category", "rating", "change", "performance")] == ["Guests", "1520", "-2", "1480"]


def test_an_organiser_chooses_which_ratings_stand_in_the_table(
    club: Club, organiser: Account, client: Client, two_rounds: Event
) -> None:
    """Ada (1600) lost to Ben (1500), who alone have ratings: 1500 − 800 and 1600 + 800; Dan and Cleo lost to them."""
    for name, rating in (("Ada", 1600), ("Ben", 1500)):
        numbering.set_rating(two_rounds.pk, organiser, entry(two_rounds, name).pk, rating, reason="typed")
    address = f"/events/{two_rounds.pk}"
    assert "Perf." not in client.get(address).content.decode(), "nobody asked for it"
    changed = replace(config_of(fresh(two_rounds)), rating_columns=("performance", "rating"))
    events.edit_event(two_rounds.pk, organiser, plan=changed)
    expected = {"Ada": 700, "Ben": 2400, "Cleo": 700, "Dan": 800}
    shown = client.get(address).content.decode()
    assert "Perf." in shown and re.findall(r'<td class="num more perf">(\d{3,4})</td>', shown) == [
        "2400",
        "700",
        "800",
        "700",
    ]
    told = client.get(f"/api/v1{address}/standings").json()["rows"]
    assert {row["entry"]["player"]["name"]: row["performance"] for row in told} == expected
    assert {row["rating"] for row in told} == {1600, 1500, None}
    head, *lines = csv.reader(io.StringIO(client.get(f"{address}/standings.csv").content.decode("utf-8-sig")))
    assert {line[head.index("name")]: int(line[head.index("performance")]) for line in lines} == expected
    sheet = client.get(f"{address}/print/standings").content.decode()
    assert re.findall(r'<td class="num">(\d{3,4})</td><td class="num strong">', sheet) == ["2400", "700", "800", "700"]
    events.edit_event(two_rounds.pk, organiser, plan=replace(changed, rating_columns=()))
    assert not {"Perf.", 'class="num more rating"'} & set(
        re.findall(r'Perf\.|class="num more rating"', client.get(address).content.decode())
    )
    with pytest.raises(EventRefused, match="no column called magic"):
        events.edit_event(two_rounds.pk, organiser, plan=replace(changed, rating_columns=("magic",)))


def test_tie_breaks_that_say_nothing_of_anybody_have_no_column(two_rounds: Event, client: Client) -> None:
    """After round 1 nobody who shares a place has met the other; after round 2 Ada and Dan have."""
    codes = [
        re.findall(r'scope="col" class="num more"><abbr[^>]*>(\w+)<', client.get(address).content.decode())
        for address in (f"/events/{two_rounds.pk}?round=1", f"/events/{two_rounds.pk}")
    ]
    assert codes == [["WIN", "SB"], ["DE", "WIN", "SB"]]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_columns_have_one_head_and_no_row_repeats_it(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = swiss_after_round_1(club, organiser)
    play(event, organiser, {("Ben", "Ada"): "1-0", ("Cleo", "Dan"): "1-0"})
    page = open_page(f"/events/{event.pk}", width=PHONE)
    assert overflow(page) == 0
    ends = page.evaluate(
        """() => [...document.querySelectorAll("table.standings tr")].map(row =>
            [...row.querySelectorAll(".num.more")]
            .filter(cell => getComputedStyle(cell).display !== "none" && getComputedStyle(cell).position !== "absolute")
            .map(cell => Math.round(cell.getBoundingClientRect().right)))"""
    )
    assert len(ends) == 5 and len(ends[0]) >= 3
    assert all(row == ends[0] for row in ends), ends
    labels = page.evaluate(
        """() => [...document.querySelectorAll("table.standings td")]
            .map(cell => getComputedStyle(cell, "::before").content).filter(content => content !== "none")"""
    )
    assert labels == []
    for head in page.locator("table.standings th.more").all():
        box = head.bounding_box()
        assert box is not None and box["height"] < 40
    assert max(heights(page, "table.standings tbody tr")) <= TWO_LINES


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_won_drawn_and_lost_stand_below_their_letters(two_rounds: Event, open_page: Open) -> None:
    page = open_page(f"/events/{two_rounds.pk}")
    assert first_is_at_the_right(page) == [False] * 5
    choose(page, "fa")
    page.reload()
    assert first_is_at_the_right(page) == [True] * 5


def first_is_at_the_right(page: Page) -> list[bool]:
    """Whether the first letter of each cell of results, or its head, is drawn at the right of the last."""
    found: list[bool] = page.evaluate(
        """() => [...document.querySelectorAll("table.standings .mid")].map(cell => {
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), text = texts.nextNode();
            const left = at => {
                const one = document.createRange();
                one.setStart(text, at);
                one.setEnd(text, at + 1);
                return one.getBoundingClientRect().left;
            };
            return left(0) > left(text.length - 1);
        })"""
    )
    return found


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_ratings_stand_beside_names_and_results_at_the_same_place_in_every_round(
    two_rounds: Event, organiser: Account, open_page: Open
) -> None:
    Person.objects.filter(name="Ben").update(name="Benedikta Alexandrowitsch von und zu Guttenberg")
    page = open_page(f"/events/{two_rounds.pk}")
    name, beside = (page.locator(f"table.standings thead th:nth-child({at})").bounding_box() for at in (2, 3))
    assert name and beside and name["width"] < 420 and beside["x"] - name["x"] < 420
    page = open_page(f"/events/{two_rounds.pk}/games")
    places = page.evaluate("""() => [...document.querySelectorAll("table.meetings")]
        .map(table => Math.round(table.querySelector(".result-link").getBoundingClientRect().left))""")
    assert len(places) == 2 and len(set(places)) == 1
    board = page.locator("table.meetings td.tight").first.bounding_box()
    assert board and board["width"] < 80, "the boards' numbers stand at the edge"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [320, 360, PHONE])
def test_a_player_of_seven_rounds_has_two_lines_on_a_phone_and_shows_the_rest_once_opened(
    club: Club, organiser: Account, open_page: Open, width: int
) -> None:
    event = swiss_after_round_1(club, organiser)
    play(event, organiser, {("Ben", "Ada"): "1-0", ("Cleo", "Dan"): "1-0"})
    page = open_page(f"/events/{event.pk}", width=width)
    page.evaluate(
        """() => document.querySelectorAll("table.standings tr").forEach(row => {
            const all = row.querySelectorAll(".round");
            for (let round = all.length; round < 7; round++) all[0].before(all[0].cloneNode(true));
        })"""
    )
    assert overflow(page) == 0
    assert max(heights(page, "table.standings tbody tr")) <= TWO_LINES
    row = page.locator("table.standings tbody tr").first
    row.locator(".player-card > summary").click()
    shown = row.locator(".num.more[data-label]:visible")
    labels = [each.evaluate("cell => getComputedStyle(cell, '::before').content") for each in shown.all()]
    assert labels == [f'"{code} "' for code in ("BH/C1", "BH", "SB")]


TWO_LINES = 72
"""Pixels of a row: two lines that can be touched, and the space around them."""


def heights(page: Page, selector: str) -> list[float]:
    boxes = [each.bounding_box() for each in page.locator(selector).all()]
    return [box["height"] for box in boxes if box]
