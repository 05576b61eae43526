"""The page of jobs: who sees it, what it says, and its one button."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs import services
from common.jobs.models import Heartbeat, Job
from players.models import Account, Club
from ratings.models import Pool
from testing.factories import AccountFactory, ClubFactory, administrator

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(club: Club) -> Pool:
    return Pool.objects.create(rules="gipf-basic", club=club)


def waiting(pool: Pool, **fields: object) -> Job:
    now = timezone.now()
    return Job.objects.create(kind="rate", subject=str(pool.pk), asked_at=now, due_at=now, **fields)


def page(client: Client, account: Account) -> str:
    client.force_login(account)
    return client.get("/jobs").content.decode()


def test_players_and_visitors_do_not_see_it(client: Client, pool: Pool) -> None:
    waiting(pool)
    assert client.get("/jobs")["Location"] == "/sign-in?next=/jobs"
    client.force_login(AccountFactory())
    assert client.get("/jobs").status_code == 403
    assert client.post("/jobs", {"job": 1}).status_code == 403


def test_a_waiting_job_is_called_by_what_it_does(client: Client, organiser: Account, pool: Pool) -> None:
    waiting(pool)
    html = page(client, organiser)
    assert "Rotterdam GIPF Club" in html
    assert "waiting" in html
    assert "No worker has ever run here." in html


def test_a_failing_job_says_why(client: Client, organiser: Account, pool: Pool) -> None:
    waiting(pool, failures=3, error="ValueError: the <ledger> is torn")
    html = page(client, organiser)
    assert "failing" in html
    assert "ValueError: the &lt;ledger&gt; is torn" in html


def test_a_job_at_work_shows_how_far_it_is(client: Client, organiser: Account, pool: Pool) -> None:
    waiting(pool, leased_until=timezone.now() + timedelta(minutes=1), done=120, total=400)
    html = page(client, organiser)
    assert "at work" in html
    assert "120/400" in html


def test_it_says_whether_a_worker_is_awake(client: Client, organiser: Account) -> None:
    services.beat("worker-1")
    assert "A worker is running." in page(client, organiser)
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=2))
    assert "No worker has been seen for 2\xa0hours." in page(client, organiser)


def test_nothing_waiting_is_said_too(client: Client, organiser: Account) -> None:
    assert "Nothing is waiting. All is done." in page(client, organiser)


def test_an_organiser_has_a_failing_job_of_the_own_club_tried_now(
    client: Client, organiser: Account, stranger: Account, pool: Pool
) -> None:
    job = waiting(pool, failures=5)
    due = timezone.now() + timedelta(hours=1)
    Job.objects.update(due_at=due)
    for account, said, moved in ((stranger, False, False), (organiser, True, True)):
        client.force_login(account)
        answer = client.post("/jobs", {"job": job.pk}, follow=True)
        assert ("It is due now." in answer.content.decode()) is said
        job.refresh_from_db()
        assert (job.due_at < due) is moved


@pytest.mark.parametrize("asked", ["", "abc", "-1", "1" * 30, "<script>", "٣"])
def test_a_made_up_job_is_refused(client: Client, organiser: Account, pool: Pool, asked: str) -> None:
    due = timezone.now() + timedelta(hours=1)
    waiting(pool)
    Job.objects.update(due_at=due)
    client.force_login(organiser)
    assert client.post("/jobs", {"job": asked}).status_code == 400
    assert Job.objects.get().due_at == due


def test_organisers_see_the_work_of_their_clubs_and_administrators_see_all(
    client: Client, stranger: Account, organiser: Account, pool: Pool
) -> None:
    waiting(pool)
    waiting(Pool.objects.create(rules="lyngk-main", club=ClubFactory(name="Third Club")))
    waiting(Pool.objects.create(rules="lyngk-main", club=None))
    for account, seen in (
        (stranger, []),
        (organiser, ["Rotterdam GIPF Club"]),
        (administrator(), ["Rotterdam GIPF Club", "Third Club", "whole server"]),
    ):
        html = page(client, account).partition("<main")[2]
        assert [name for name in ("Rotterdam GIPF Club", "Third Club", "whole server") if name in html] == seen
