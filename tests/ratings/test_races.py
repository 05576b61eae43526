"""Races with real threads: however many workers rate one pool, the ledger is that of one."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from common.jobs.services import run_due
from common.journal.models import JournalEntry, Scope
from common.journal.services import Busy
from games.models import Game
from games.results.services.results import claim_result
from ratings.core.lines import stored_histories
from ratings.core.packed_lines import fingerprint
from ratings.ledger.replaying import replay
from ratings.ledger.services import ledgers
from ratings.ledger.services.ledgers import difference, recompute
from ratings.models import History, Pool, Published, Rating
from ratings.pools.services.pools import pool_for
from ratings.pools.services.side_by_side import add_system, choose_main, remove_system
from testing.factories import ClubFactory, organiser_of
from testing.ratings.factories import FIRST, SECOND, closed_event, four
from tests.threads import at_once

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]


def test_several_recomputes_at_once_write_once(real_database: None) -> None:
    club = ClubFactory()
    closed_event(club, four(club), FIRST)
    pool = pool_for("gipf-basic", club)
    written = at_once(*(lambda: recompute(pool.pk) for _ in range(4)))
    assert sorted(written) == [0, 0, 0, 8]
    assert (History.objects.count(), Published.objects.count()) == (4, 4)


def test_a_ledger_that_is_written_in_parts_is_that_of_one(real_database: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows a transaction: every worker meets the parts of others, and those who begin anew complete them."""
    monkeypatch.setattr(ledgers, "MOST_AT_ONCE", 2)
    club = ClubFactory()
    people = four(club)
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    pool = pool_for("gipf-basic", club)
    at_once(*(lambda: recompute(pool.pk) for _ in range(3)))
    recompute(pool.pk)
    pool.refresh_from_db()
    assert not difference(pool, replay(pool)) and pool.digest == replay(pool).digest
    assert (History.objects.count(), Published.objects.count()) == (4, 8)
    assert JournalEntry.objects.filter(action="recompute-ratings").count() == 1


def test_a_worker_that_ends_between_two_parts_leaves_the_list_as_it_was(
    real_database: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledgers, "MOST_AT_ONCE", 2)
    club = ClubFactory()
    people = four(club)
    closed_event(club, people, FIRST)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    pool.refresh_from_db()
    seen, pages = stored_histories(pool), Client()
    page, answer = (pages.get(path).content for path in (f"/ratings/{pool.pk}", f"/api/v1/pools/{pool.pk}/ratings"))
    closed_event(club, people, SECOND, days=7)
    version = Scope.objects.get(key=pool.scope).version
    first, *others = difference(pool, replay(pool)).split(2)
    assert others
    ledgers._write_part(pool, first, version)  # and here the power fails
    assert Rating.stored.count() > Rating.objects.count() == len(people), "a part is written"
    assert stored_histories(pool) == seen and fingerprint(seen) == pool.digest
    assert without_forms(pages.get(f"/ratings/{pool.pk}").content) == without_forms(page)
    assert pages.get(f"/api/v1/pools/{pool.pk}/ratings").content == answer
    recompute(pool.pk)
    pool.refresh_from_db()
    assert not difference(pool, replay(pool)) and pool.digest == replay(pool).digest
    assert (Rating.stored.count(), History.stored.count()) == (len(people), len(people))


def without_forms(page: bytes) -> bytes:
    """A page without the keys of its forms, which differ each time."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", page)


def test_pools_are_made_once(real_database: None) -> None:
    club = ClubFactory()
    pools = at_once(*(lambda: pool_for("gipf-basic", club).pk for _ in range(4)))
    assert len(set(pools)) == 1, pools


def test_results_corrected_while_workers_rate_are_rated_in_the_end(real_database: None) -> None:
    club = ClubFactory()
    people, arbiter = four(club), organiser_of(club)
    closed_event(club, people, FIRST)
    closed_event(club, people, SECOND, days=7)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    games = list(Game.objects.values_list("pk", flat=True))[:4]

    def correct(game: int) -> None:
        claim_result(game, arbiter, "1/2-1/2", source="desk", reason="Sheets compared")

    done = at_once(*(lambda game=game: correct(game) for game in games), run_due, run_due)
    assert not [answer for answer in done if isinstance(answer, Exception)], done
    run_due()
    pool.refresh_from_db()
    fresh = replay(pool)
    assert not difference(pool, fresh)
    assert pool.digest == fresh.digest


def test_of_several_who_choose_the_rating_at_once_each_leaves_one(real_database: None) -> None:
    """One is removed meanwhile, others are being rated: who comes second finds what was done, or is told so."""
    club = ClubFactory()
    closed_event(club, four(club), FIRST)
    organiser, main = organiser_of(club), pool_for("gipf-basic", club)
    glicko, live, whr = (add_system(main.pk, organiser, system) for system in ("glicko2", "live", "whr"))

    done = at_once(
        lambda: choose_main(glicko.pk, organiser),
        lambda: choose_main(live.pk, organiser),
        lambda: remove_system(whr.pk, organiser),
        lambda: recompute(glicko.pk),
        lambda: recompute(live.pk),
        lambda: recompute(whr.pk),
    )
    assert [each for each in done if isinstance(each, Exception) and not isinstance(each, Busy)] == []
    (first, *others) = main.side_by_side.values_list("is_main", "publishes")
    assert first == (True, "month") and set(others) == {(False, "")}
    for pool in Pool.objects.filter(pk__in=(glicko.pk, live.pk)):
        assert not difference(pool, replay(pool)) and pool.digest == replay(pool).digest
