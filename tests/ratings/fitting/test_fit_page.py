"""Fitted numbers on a server: found by a worker, shown with what they would change, adopted by one click alone."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from games.models import Game
from gipf_engine.messages import Refused
from players.models import Account, Club
from players.permissions import NotAllowed
from ratings.fitting import queries
from ratings.fitting.services import FIT, adopt_fit
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Rating
from testing.api.caller import Caller
from testing.factories import AccountFactory
from testing.ratings.factories import DAY, list_of_beginners

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.slow]


@pytest.fixture
def pool(club: Club) -> Pool:
    """A list by the live rating in which beginning is worth much, and counted as nothing."""
    return list_of_beginners(club)


def fitted(pool: Pool) -> queries.Tried:
    """What a worker finds."""
    queries.fit_pool(pool)
    tried = queries.pool_fit(pool)
    assert tried is not None
    return tried


def test_a_worker_is_asked_once_and_the_page_has_a_dry_run(client: Client, pool: Pool, organiser: Account) -> None:
    client.force_login(organiser)
    page = f"/ratings/{pool.pk}/fit"
    assert f'href="{page}"' in client.get(f"/ratings/{pool.pk}/settings").content.decode()
    for _asked in range(2):
        assert client.get(page).status_code == 503
    assert Job.objects.filter(kind=FIT).count() == 1
    before = list(Rating.objects.order_by("pk").values_list("person", "value"))
    while run_due():
        pass
    shown = client.get(page).content.decode()
    assert "Other numbers predict this list better" in shown and "Points that beginning is worth" in shown
    assert "Changes in ratings" in shown and "Player G" in shown
    assert list(Rating.objects.order_by("pk").values_list("person", "value")) == before
    pool.refresh_from_db()
    assert pool.parameters == {} and not JournalEntry.objects.filter(action="adopt-fitted-parameters").exists()


def test_one_click_adopts_what_the_dry_run_showed(client: Client, pool: Pool, organiser: Account) -> None:
    proposal = fitted(pool).proposal
    assert proposal is not None and proposal.fit is not None
    assert "first_move" in proposal.fit.proposed
    client.force_login(organiser)
    answer = client.post(f"/ratings/{pool.pk}/fit/adopt", {"digest": pool.digest})
    assert (answer.status_code, answer.url) == (302, f"/ratings/{pool.pk}")
    pool.refresh_from_db()
    assert pool.parameters == proposal.fit.proposed
    line = JournalEntry.objects.get(action="adopt-fitted-parameters")
    assert line.data["before"] == {} and line.data["after"] == proposal.fit.proposed
    while run_due():
        pass
    assert dict(Rating.objects.filter(pool=pool).values_list("person", "value")) == proposal.ratings


def test_a_list_that_changed_meanwhile_keeps_its_numbers(pool: Pool, organiser: Account) -> None:
    fitted(pool)
    with pytest.raises(Refused, match="has changed since"):
        adopt_fit(pool.pk, organiser, "of another list")
    digest = pool.digest
    Game.objects.filter(rated_on=DAY).update(result="0-1")
    recompute(pool.pk)
    with pytest.raises(Refused, match="has changed since"):
        adopt_fit(pool.pk, organiser, digest)
    assert Pool.objects.get(pk=pool.pk).parameters == {}


def test_where_nothing_is_to_be_gained_no_button_is_there_and_none_is_taken(
    client: Client, pool: Pool, organiser: Account
) -> None:
    """Once adopted, the same games propose nothing more."""
    fitted(pool)
    adopt_fit(pool.pk, organiser, pool.digest)
    recompute(pool.pk)
    pool.refresh_from_db()
    proposal = fitted(pool).proposal
    assert proposal is not None and proposal.fit is not None and not proposal.fit.is_worth_it
    client.force_login(organiser)
    shown = client.get(f"/ratings/{pool.pk}/fit").content.decode()
    assert "No better numbers were found" in shown and "Adopt these numbers" not in shown
    with pytest.raises(Refused, match="No better numbers were found"):
        adopt_fit(pool.pk, organiser, pool.digest)


def test_only_organisers_adopt(pool: Pool) -> None:
    fitted(pool)
    with pytest.raises(NotAllowed):
        adopt_fit(pool.pk, AccountFactory(), pool.digest)


def test_the_api_tells_and_adopts_the_same(pool: Pool, organiser: Account) -> None:
    proposal = fitted(pool).proposal
    assert proposal is not None and proposal.fit is not None
    caller, address = Caller(organiser), f"/pools/{pool.pk}/fit"
    told = caller.read(address)
    assert (told["games"], told["needed"], told["worth_it"], told["digest"]) == (560, 500, True, pool.digest)
    assert {each["key"]: each["proposed"] for each in told["parameters"] if each["proposed"] != each["now"]} == (
        proposal.fit.proposed
    )
    assert {each["person"]: each["then"] for each in told["changes"]}.items() <= proposal.ratings.items()
    assert caller.post(address, {"digest": told["digest"]}).status_code == 200
    assert Pool.objects.get(pk=pool.pk).parameters == proposal.fit.proposed


@pytest.mark.parametrize(
    ("limits", "says"),
    [({"MOST_GAMES": 100}, "too many games"), ({"FEWEST_GAMES": 1000}, "Not enough games yet: 560 of")],
)
def test_lists_that_are_not_fitted_say_why(
    client: Client, pool: Pool, organiser: Account, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], says: str
) -> None:
    for name, value in limits.items():
        monkeypatch.setattr(queries, name, value)
    client.force_login(organiser)
    assert says in client.get(f"/ratings/{pool.pk}/fit").content.decode()
    assert not Job.objects.filter(kind=FIT).exists()


def test_what_needs_too_much_is_told(
    client: Client, pool: Pool, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "LIMITS", queries.Limits(cpu_seconds=1, wall_seconds=0.01, memory=1200 * 2**20))
    queries.fit_pool(pool)
    client.force_login(organiser)
    assert "too many games" in client.get(f"/ratings/{pool.pk}/fit").content.decode()
