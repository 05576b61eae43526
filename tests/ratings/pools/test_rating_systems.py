"""A rating system brings its own values: a toy one goes through all that shows ratings; and who may choose one."""

from __future__ import annotations

import csv
import io
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from gipf_engine.ratings.base import BadParameters, Value
from players.erasure.exports import own_data
from players.models import Account, Club, Person
from players.permissions import NotAllowed
from ratings.core.lines import lines_of
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Published, Rating
from ratings.pools.services.pools import choose_system, pool_for, set_parameters
from testing.api.caller import Caller
from testing.factories import administrator
from testing.ratings.factories import FIRST, SECOND, closed_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("streaks"), pytest.mark.core]


@pytest.fixture
def pool(club: Club, organiser: Account, people: list[Person]) -> Pool:
    """A's 3 wins of 3, then 1 of 3; B's 2 and 0; C's 1 and 1; D's 0 and 2. Nine points each."""
    pool = choose_system("gipf-basic", club, organiser, "streaks")
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    return pool


def page(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_ledger_keeps_what_the_system_notes(pool: Pool, people: list[Person]) -> None:
    a = people[0].pk
    lines = lines_of(pool, [a])[a]
    # SECOND: A loses to D, beats B and C: 2 of 3.
    assert [(line.before, line.after, line.details) for line in lines] == [
        (0, 27, {"row": 3, "share": 1000}),
        (27, 45, {"row": 0, "share": 666}),
    ]
    assert Rating.objects.get(pool=pool, person=a).details == {"row": 0}
    assert recompute(pool.pk) == 0
    call_command("recompute", "--check")


def test_lists_show_the_values_that_stand_beside_a_rating(client: Client, pool: Pool, people: list[Person]) -> None:
    shown = page(client, f"/ratings/{pool.pk}")
    assert '<th class="num" scope="col" title="A draw or a loss ends the row">Wins in a row</th>' in shown
    assert "Share of wins" not in shown
    assert "How these ratings are computed: Streaks" in shown
    assert "Each win brings 9 points." in shown
    rows = list(csv.reader(io.StringIO(client.get(f"/ratings/{pool.pk}.csv").content.decode("utf-8-sig"))))
    assert [(row[1], row[3], row[-1]) for row in rows] == [
        ("name", "rating", "row"),
        ("Player A", "45", "0"),
        ("Player B", "18", "0"),
        ("Player C", "18", "0"),
        ("Player D", "18", "0"),
    ]


def test_the_persons_page_explains_each_change_in_the_systems_words(
    client: Client, pool: Pool, people: list[Person]
) -> None:
    shown = " ".join(page(client, f"/ratings/{pool.pk}/people/{people[0].pk}").split())
    assert 'Share of wins <bdi class="num">0.666</bdi>' in shown
    assert '<th class="num" scope="col">Gain</th>' in shown
    assert shown.count("<bdi>+9</bdi>") == 5
    assert "2 × 9" in shown
    assert "Brought 3 wins." in shown
    assert "Expected <bdi" not in shown  # which Elo notes, and this system does not


def test_the_persons_page_shows_beside_the_rating_what_lists_show(
    client: Client, pool: Pool, people: list[Person]
) -> None:
    beside = (
        page(client, f"/ratings/{pool.pk}/people/{people[0].pk}").partition('class="big-number"')[2].split("</p>")[0]
    )
    assert '<span title="A draw or a loss ends the row">Wins in a row <bdi class="num">0</bdi></span>' in beside
    assert "Share of wins" not in beside


def test_the_api_and_the_export_of_own_data_tell_them(pool: Pool, people: list[Person]) -> None:
    a = people[0].pk
    assert Caller().read(f"/pools/{pool.pk}")["system"] == "streaks"
    assert Caller().read(f"/pools/{pool.pk}")["parameters"]["prize"] == 9
    assert Caller().read(f"/pools/{pool.pk}/ratings")["results"][0]["details"] == {"row": "0"}
    first = Caller().read(f"/pools/{pool.pk}/players/{a}")["results"][0]
    assert (first["details"], first["formula"]) == ({"row": "3", "share": "1.000"}, "3 × 9")
    assert [term["details"] for term in first["terms"]] == [{"gain": "9"}] * 3
    assert Caller().read(f"/players/{a}")["ratings"][0]["details"] == {"row": "0"}
    told = next(system for system in Caller().read("/rating-systems")["results"] if system["key"] == "streaks")
    assert [value["key"] for value in told["values"]] == ["row", "share"]
    account = Account.objects.create_user("ada", "a long enough password", person=people[0])
    assert [row["details"]["share"] for row in own_data(account)["ratings"]] == ["1.000", "0.666"]


@pytest.mark.parametrize(
    ("value", "number", "text", "decimal"),
    [
        (Value("x", "X"), -7, "−7", "-7"),
        (Value("x", "X", signed=True), 7, "+7", "7"),
        (Value("x", "X", signed=True), 0, "0", "0"),
        (Value("x", "X", digits=2), 161, "1.61", "1.61"),
        (Value("x", "X", digits=2), -5, "−0.05", "-0.05"),
        (Value("x", "X", digits=2, signed=True), 4440, "+44.40", "44.40"),
    ],
)
def test_values_are_written_as_decimals(value: Value, number: int, text: str, decimal: str) -> None:
    assert (value.write(number), value.decimal(number)) == (text, decimal)


def test_glicko_2_goes_through_the_same_pages(
    client: Client, club: Club, organiser: Account, people: list[Person]
) -> None:
    """A 1-0 between newcomers is 1500 ± 350 to 1662.31 ± 290.32, as the paper's formulas have it (test_glicko2)."""
    pool = choose_system("gipf-basic", club, organiser, "glicko2")
    closed_event(club, people, "A-B 1-0, C-D 1/2-1/2")
    recompute(pool.pk)
    shown = page(client, f"/ratings/{pool.pk}")
    assert ">Deviation</th>" in shown and "<bdi>290.32</bdi>" in shown and "1662" in shown
    shown = " ".join(page(client, f"/ratings/{pool.pk}/people/{people[0].pk}").split())
    assert "1500.00 ± 350.00 → 1662.31 ± 290.32" in shown
    assert "By these games alone the rating would change by +" in shown
    assert 'Deviation <bdi class="num">290.32</bdi>' in shown
    change = Caller().read(f"/pools/{pool.pk}/players/{people[1].pk}")["results"][0]
    assert (change["after"], change["details"]["rating"], change["details"]["deviation"]) == (1338, "1337.69", "290.32")
    call_command("recompute", "--check")


def test_the_live_rating_goes_through_the_same_pages(
    client: Client, club: Club, organiser: Account, people: list[Person]
) -> None:
    """A 1-0 between newcomers is 1500 ± 350 to 1658.51 ± 299.97, as the formulas have it (test_live)."""
    pool = choose_system("gipf-basic", club, organiser, "live")
    closed_event(club, people, "A-B 1-0, C-D 1/2-1/2")
    recompute(pool.pk)
    shown = page(client, f"/ratings/{pool.pk}")
    assert ">Deviation</th>" in shown and "<bdi>299.97</bdi>" in shown and "1659" in shown
    shown = " ".join(page(client, f"/ratings/{pool.pk}/people/{people[0].pk}").split())
    assert "1500.00 ± 350.00 → 1658.51 ± 299.97" in shown
    assert "Before: 1500.00 ± 350.00, as for every newcomer." in shown
    assert "<bdi>+158.51</bdi>" in shown  # what the one game did
    call_command("recompute", "--check")


# --- choosing ----------------------------------------------------------------------------------------


def test_an_organiser_chooses_before_the_first_event(client: Client, club: Club, organiser: Account) -> None:
    client.force_login(organiser)
    url = f"/clubs/{club.slug}/ratings/new"
    assert f'href="{url}"' in page(client, f"/clubs/{club.slug}/ratings")
    answer = client.post(url, {"rules": "gipf-basic", "system": "streaks"})
    pool = Pool.objects.get(rules="gipf-basic", club=club)
    assert (answer.status_code, answer["Location"]) == (302, f"/ratings/{pool.pk}/settings")
    assert pool.system == "streaks"
    assert "Points for a win" in page(client, answer["Location"])
    assert JournalEntry.objects.get(action="choose-rating-system").data == {"before": "elo", "after": "streaks"}


def test_own_numbers_of_the_old_system_go_and_shared_ones_stay(club: Club, organiser: Account) -> None:
    pool = pool_for("gipf-basic", club)
    set_parameters(pool.pk, organiser, {"k": 30, "provisional_games": 3})
    assert choose_system("gipf-basic", club, organiser, "streaks").parameters == {"provisional_games": 3}


def test_a_list_that_has_published_ratings_keeps_its_system(
    client: Client, pool: Pool, club: Club, organiser: Account
) -> None:
    with pytest.raises(Refused, match="This list has published ratings and keeps its rating system"):
        choose_system("gipf-basic", club, organiser, "elo")
    assert choose_system("gipf-basic", club, organiser, "streaks") == pool  # what it is already
    client.force_login(organiser)
    answer = client.post(f"/clubs/{club.slug}/ratings/new", {"rules": "gipf-basic", "system": "elo"})
    assert (answer.status_code, Pool.objects.get(pk=pool.pk).system) == (400, "streaks")
    answer = Caller(organiser).post("/pools", {"rules": "gipf-basic", "club": club.slug, "system": "elo"})
    assert answer.status_code == 409
    assert "Choose another" not in page(client, f"/ratings/{pool.pk}/settings")


def test_only_organisers_choose_for_a_club_and_administrators_for_the_server(
    client: Client, club: Club, organiser: Account, stranger: Account
) -> None:
    for where, account in ((club, stranger), (None, organiser)):
        with pytest.raises(NotAllowed):
            choose_system("gipf-basic", where, account, "streaks")
    client.force_login(organiser)
    assert client.get("/ratings/new").status_code == 403
    assert Pool.objects.count() == 0
    assert choose_system("gipf-basic", None, administrator(), "streaks").club is None


@pytest.mark.parametrize(("rules", "system"), [("gipf-basic", "nonsense"), ("chess", "elo")])
def test_what_is_unknown_is_refused(club: Club, organiser: Account, rules: str, system: str) -> None:
    with pytest.raises(BadParameters):
        choose_system(rules, club, organiser, system)
    assert Pool.objects.count() == 0


def test_the_api_chooses(club: Club, organiser: Account) -> None:
    answer = Caller(organiser).post("/pools", {"rules": "gipf-basic", "club": club.slug, "system": "streaks"})
    assert (answer.status_code, answer.json()["system"]) == (200, "streaks")


@pytest.mark.postgresql
@pytest.mark.parametrize("statement", [1, 2, 3])
def test_a_recompute_does_not_publish_by_a_system_that_was_left_meanwhile(
    club: Club, organiser: Account, people: list[Person], statement: int
) -> None:
    """The system is chosen right after one of the first statements of a recompute: it reads scope, list, games."""
    closed_event(club, people, FIRST)
    pool, seen = pool_for("gipf-basic", club), count(1)

    def choose_after(execute: Any, *statement_and_context: Any) -> Any:
        done = execute(*statement_and_context)
        if next(seen) == statement:
            choose_system("gipf-basic", club, organiser, "streaks")
        return done

    with connection.execute_wrapper(choose_after):
        recompute(pool.pk)
    assert Published.objects.get(pool=pool, person=people[0]).value == 27
