"""The log of recomputes: what each began from, read and wrote, for organisers alone."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.journal import services as journal
from games.models import Game
from players.models import Club, Person
from ratings.ledger import replaying
from ratings.ledger.replaying import replay
from ratings.ledger.services import ledgers
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Run
from ratings.pools.services import runs
from ratings.pools.services.pools import RATE, pool_for
from testing.api.caller import Caller
from testing.factories import organiser_of
from testing.ratings.factories import DAY, FIRST, SECOND, closed_event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def pool(club: Club, people: list[Person], monkeypatch: pytest.MonkeyPatch) -> Pool:
    """One event, and a checkpoint after it."""
    monkeypatch.setattr(replaying, "LEAST_GAMES", 1)
    closed_event(club, people, FIRST)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    return pool


def flip(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(result="0-1" if game.result == "1-0" else "1-0")


def test_a_run_tells_where_it_began_what_it_read_and_what_it_wrote(
    club: Club, people: list[Person], pool: Pool
) -> None:
    closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    recompute(pool.pk)  # finds nothing to do
    second, first = Run.objects.filter(pool=pool)
    assert [(run.taken_up, run.games, run.rows, run.ending) for run in (first, second)] == [
        (None, 6, 8, "finished"),  # four histories, four ratings
        (DAY, 12, 8, "finished"),
    ]
    assert first.ended_at <= second.began_at <= second.ended_at
    assert second.output_digest == replay(pool).digest != first.output_digest


def test_the_same_games_have_the_same_digests_again(pool: Pool) -> None:
    game = Game.objects.earliest("pk")
    for _time in range(2):
        game.refresh_from_db()
        flip(game)
        recompute(pool.pk)
    third, second, first = Run.objects.filter(pool=pool)
    assert third.input_digest == first.input_digest != second.input_digest
    assert third.output_digest == first.output_digest != second.output_digest


def test_what_others_wrote_first_each_time_is_told(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    flip(Game.objects.earliest("pk"))

    def overtake(*_given: object) -> int:
        raise ledgers.Moved

    monkeypatch.setattr(ledgers, "_recompute_once", overtake)
    with pytest.raises(journal.Busy):
        recompute(pool.pk)
    run = Run.objects.filter(pool=pool).first()
    assert run is not None and (run.ending, run.rows, run.output_digest) == ("overtaken", 0, "")


def test_the_newest_are_kept_of_each_list(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_RUNS", 3)
    other = pool_for("gipf-basic")
    recompute(other.pk)
    game = Game.objects.earliest("pk")
    for _time in range(5):
        game.refresh_from_db()
        flip(game)
        recompute(pool.pk)
    assert (Run.objects.filter(pool=pool).count(), Run.objects.filter(pool=other).count()) == (3, 1)
    newest = Run.objects.filter(pool=pool).first()
    assert newest is not None and newest.output_digest == Pool.objects.get(pk=pool.pk).digest


def test_a_long_recompute_says_how_far_it_is_and_keeps_its_lease(
    club: Club, people: list[Person], pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two events of six games: at the end of the second, twelve of twelve are rated. Quick ones write nothing."""
    closed_event(club, people, SECOND, days=7)
    Job.objects.create(kind=RATE, subject=str(pool.pk), asked_at=timezone.now(), due_at=timezone.now())
    recompute(pool.pk)
    assert Job.objects.get(kind=RATE).leased_until is None
    monkeypatch.setattr(ledgers, "TELL_SECONDS", 0.0)
    flip(Game.objects.earliest("pk"))
    recompute(pool.pk)
    job = Job.objects.get(kind=RATE)
    assert (job.done, job.total) == (12, 12)
    assert job.leased_until is not None and job.leased_until > timezone.now()


def test_organisers_read_it_by_page_and_api_and_nobody_else_does(
    client: Client, club: Club, people: list[Person], pool: Pool
) -> None:
    closed_event(club, people, SECOND, days=7)
    recompute(pool.pk)
    organiser = organiser_of(club)
    newest, first = Caller(organiser).read(f"/pools/{pool.pk}/runs")["results"]
    assert (newest["taken_up"], newest["games"], newest["rows"]) == (DAY.isoformat(), 12, 8)
    assert (first["taken_up"], first["games"], first["ending"]) == (None, 6, "finished")
    assert newest["output_digest"] == replay(pool).digest
    client.force_login(organiser)
    page = client.get(f"/ratings/{pool.pk}/runs").content.decode()
    assert page.index('the state after <time datetime="2026-03-01"') < page.index("the first game")
    assert newest["output_digest"] in page and first["input_digest"] in page
    assert f"/ratings/{pool.pk}/runs" in client.get(f"/ratings/{pool.pk}/settings").content.decode()
    client.logout()
    assert client.get(f"/ratings/{pool.pk}/runs").status_code != 200
