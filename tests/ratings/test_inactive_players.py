"""Who has not played for long is left out of a list unless asked for; peaks stay, with their days."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.utils import timezone

from gipf_engine.ratings.base import BadParameters
from players.models import Account, Club, Person
from ratings.core.queries.rating_list import rating_list
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, months_before
from ratings.pools.services.pools import pool_for, set_parameters
from testing.api.caller import Caller
from testing.factories import PersonFactory
from testing.ratings.factories import FIRST, SECOND, closed_event, four
from tests.tournaments.checklist.ways import form_to

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def pool(club: Club, monkeypatch: pytest.MonkeyPatch) -> Pool:
    """E played on 1 March alone, the others until 8 April too. It is 15 June."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 6, 15, 12, tzinfo=UTC))
    people = four(club)
    other = PersonFactory(name="Player E")
    closed_event(club, people, FIRST)
    closed_event(club, [*people, other], "E-D 0-1", days=1)
    closed_event(club, people, SECOND, days=38)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    return Pool.objects.get(pk=pool.pk)


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 6, 15), 3, date(2026, 3, 15)),
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2026, 1, 31), 12, date(2025, 1, 31)),
        (date(2024, 2, 29), 12, date(2023, 2, 28)),
    ],
)
@pytest.mark.slow
def test_months_before(day: date, months: int, before: date) -> None:
    assert months_before(day, months) == before


def test_the_inactive_are_left_out_unless_asked_for(client: Client, pool: Pool, organiser: Account) -> None:
    page, name = f"/ratings/{pool.pk}", "Player E"
    assert name in client.get(page).content.decode(), "nobody is inactive until the list says so"
    client.force_login(organiser)
    form = form_to(client, f"{page}/settings").untouched()
    assert form["inactive_after"] == "0"
    client.post(f"{page}/settings", form | {"inactive_after": "3"})
    pool.refresh_from_db()
    assert pool.inactive_after == 3
    shown = client.get(page).content.decode()
    assert name not in shown and "Player D" in shown and "players found" not in shown
    assert {row.name for row in rating_list(pool)} == {f"Player {letter}" for letter in "ABCD"}
    everybody = client.get(f"{page}?active=all").content.decode()
    assert name in everybody and everybody.count(">inactive</span>") == 1
    alone = client.get(f"{page}?active=no").content.decode()
    assert name in alone and "Player D" not in alone
    person = Person.objects.get(name=name)
    assert "· inactive" in client.get(f"{page}/people/{person.pk}").content.decode()
    assert name not in client.get(f"{page}.csv").content.decode()
    caller = Caller(organiser)
    told = caller.read(f"/pools/{pool.pk}/ratings")["results"]
    assert {row["player"]["name"] for row in told if row["inactive"]} == {name}
    assert caller.read(f"/pools/{pool.pk}")["inactive_after"] == 3
    assert caller.read(f"/players/{person.pk}")["ratings"][0]["inactive"] is True


def test_months_have_a_bound(pool: Pool, organiser: Account) -> None:
    with pytest.raises(BadParameters):
        set_parameters(pool.pk, organiser, {}, inactive_after=121)


def test_each_line_has_its_peak_with_the_day(client: Client, pool: Pool, organiser: Account) -> None:
    """B had 1520 after the first event and lost afterwards; A gained later, too."""
    shown = client.get(f"/ratings/{pool.pk}").content.decode()
    assert '1520 <span class="small quiet">' in shown
    lines = list(csv.DictReader(io.StringIO(client.get(f"/ratings/{pool.pk}.csv").content.decode("utf-8-sig"))))
    peaks = {line["name"]: (line["best"], line["best_on"]) for line in lines}
    assert peaks["Player B"] == ("1520", "2026-03-01")
    ben = Person.objects.get(name="Player B")
    told = Caller(organiser).read(f"/pools/{pool.pk}/ratings")["results"]
    mine = next(row for row in told if row["player"]["id"] == ben.pk)
    assert (mine["best"], mine["best_on"]) == (1520, "2026-03-01")
    (one,) = (each for each in Caller(organiser).read(f"/players/{ben.pk}")["ratings"] if each["pool"]["id"] == pool.pk)
    assert (one["best"], one["best_on"]) == (1520, "2026-03-01")
    assert next(row for row in told if row["player"]["name"] == "Player A")["best_on"] == "2026-04-08"
