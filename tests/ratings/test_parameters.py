"""The parameters of a list: who may set them, what is refused, and that the whole list is rated anew."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from gipf_engine.ratings.elo import Elo
from players.models import Account, Club, Person
from players.roles import Role
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Published, Rating
from ratings.pools.services.pools import choose_system, pool_for
from testing.api.caller import Caller
from testing.factories import administrator, holder_of
from testing.ratings.factories import FIRST, closed_event

pytestmark = [pytest.mark.django_db, pytest.mark.core]
DEFAULTS = {known.key: known.default for known in Elo.all_known() if not known.is_flag}
"""A form with its boxes unticked."""


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    closed_event(club, people, FIRST)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    return pool


def stored(pool: Pool) -> dict[str, int]:
    pool.refresh_from_db()
    return dict(pool.parameters)


def test_an_organiser_sets_the_start_and_the_list_is_rated_anew(
    client: Client, pool: Pool, people: list[Person], organiser: Account
) -> None:
    client.force_login(organiser)
    assert f'href="/ratings/{pool.pk}/settings"' in client.get(f"/ratings/{pool.pk}").content.decode()
    answer = client.post(f"/ratings/{pool.pk}/settings", DEFAULTS | {"start": 1200})
    assert (answer.status_code, answer["Location"]) == (302, f"/ratings/{pool.pk}")
    assert stored(pool) == {"start": 1200}  # what equals the default is not stored
    run_due()
    assert dict(Rating.objects.filter(pool=pool).values_list("person", "value"))[people[0].pk] == 1260
    assert Published.objects.get(person=people[0]).value == 1560
    assert "All players enter the list at 1200." in client.get(f"/ratings/{pool.pk}").content.decode()
    line = JournalEntry.objects.get(action="set-rating-parameters")
    assert line.data == {"before": {}, "after": {"start": 1200}}


def test_only_organisers_of_the_club_and_administrators_set_a_clubs_list(
    client: Client, pool: Pool, stranger: Account
) -> None:
    url = f"/ratings/{pool.pk}/settings"
    assert client.get(url)["Location"].startswith("/sign-in")
    for account in (stranger, holder_of(Role.ARBITER, "event:1000")):
        client.force_login(account)
        assert client.get(url).status_code == 403
        assert client.post(url, DEFAULTS | {"start": 1200}).status_code == 403
        assert url not in client.get(f"/ratings/{pool.pk}").content.decode()
    assert (stored(pool), Job.objects.count()) == ({}, 0)
    client.force_login(administrator())
    assert client.get(url).status_code == 200


def test_the_servers_list_is_the_administrators(client: Client, organiser: Account) -> None:
    pool = pool_for("gipf-basic")
    client.force_login(organiser)
    assert client.post(f"/ratings/{pool.pk}/settings", DEFAULTS).status_code == 403
    client.force_login(administrator())
    assert client.post(f"/ratings/{pool.pk}/settings", DEFAULTS | {"rate_handicap": 1}).status_code == 302
    assert stored(pool) == {"rate_handicap": 1}


def test_decimals_and_boxes_are_typed_as_such(client: Client, club: Club, organiser: Account) -> None:
    pool = choose_system("gipf-basic", club, organiser, "glicko2")
    client.force_login(organiser)
    url, typed = f"/ratings/{pool.pk}/settings", {"start": 1500, "start_deviation": 350, "start_volatility": "0.0600"}
    shown = client.get(url).content.decode()
    assert 'value="0.50"' in shown and 'type="checkbox" name="rate_handicap"' in shown
    typed |= {"period_days": 30, "provisional_games": 5, "rate_handicap": "on"}
    assert client.post(url, typed | {"tau": "0.75"}).status_code == 302
    assert stored(pool) == {"tau": 75, "rate_handicap": 1}
    for tau in ("0.755", "1.51", "0.09", "half"):
        assert client.post(url, typed | {"tau": tau}).status_code == 400
    assert stored(pool) == {"tau": 75, "rate_handicap": 1}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"start": ""}, "This field is required."),
        ({"start": "many"}, "Enter a whole number."),
        ({"start": 99}, "greater than or equal to 100"),
        ({"start": 10**40}, "less than or equal to 4000"),
        ({"k": 0}, "greater than or equal to 1"),
        ({"k": "<script>"}, "Enter a whole number."),
    ],
)
def test_numbers_that_cannot_be_are_refused_with_words(
    client: Client, pool: Pool, organiser: Account, fields: dict[str, object], why: str
) -> None:
    client.force_login(organiser)
    answer = client.post(f"/ratings/{pool.pk}/settings", DEFAULTS | fields)
    assert answer.status_code == 400
    assert why in answer.content.decode()
    assert "<script>" not in answer.content.decode().partition("<main")[2]
    assert (stored(pool), Job.objects.count()) == ({}, 0)


def test_settings_change_by_the_api_and_what_is_not_sent_stays(
    pool: Pool, people: list[Person], organiser: Account, stranger: Account
) -> None:
    caller, path = Caller(organiser), f"/pools/{pool.pk}"
    told = caller.done(path, {"parameters": {"start": 1200}, "inactive_after": 24}, method="PATCH")
    assert (told["parameters"]["start"], told["inactive_after"], told["publishes"]) == (1200, 24, "month")
    run_due()
    assert dict(Rating.objects.filter(pool=pool).values_list("person", "value"))[people[0].pk] == 1260
    told = caller.done(path, {"parameters": {"k": 30}, "counts_at_once": True, "publishes": ""}, method="PATCH")
    assert (told["inactive_after"], told["counts_at_once"], told["publishes"]) == (24, True, "")
    assert stored(pool) == {"start": 1200, "k": 30}
    caller.done(path, {"parameters": {"start": 1500}}, method="PATCH")
    assert stored(pool) == {"k": 30}
    for bad in ({"parameters": {"k": 0}}, {"parameters": {"kk": 1}}, {"publishes": "day"}, {"inactive_after": 121}):
        assert caller.ask("PATCH", path, bad).status_code in (400, 409, 422), bad
    assert Caller(stranger).ask("PATCH", path, {"publishes": "month"}).status_code == 403
    assert stored(pool) == {"k": 30}
    assert (pool.publishes, pool.inactive_after, pool.counts_at_once) == ("", 24, True)
