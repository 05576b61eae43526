"""A round that takes longer than a page should is noted, made by a worker, and shown at the desk meanwhile."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from common.journal.services import Stale
from gipf_engine.tournament.pairing.base import SYSTEMS
from gipf_engine.tournament.pairing.steps import StepCounter
from players.models import Account, Club, Grant
from players.notifications.services.notifications import NOTIFY
from testing.engine.pairing.hard_tables import make_hard_table
from testing.factories import organiser_of
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import entry, running
from tests.threads import at_once
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import exclusions, leaving
from tournaments.models import Event, Round, RoundRequest
from tournaments.results.queries.desk import desk
from tournaments.rounds.services import deferred_pairing, rounds
from tournaments.rounds.services.rounds import STEPS_A_CELL

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
DEADLINE = datetime.date(2199, 1, 1)


@pytest.fixture(autouse=True)
def every_round_takes_long(settings: Any) -> None:
    settings.ROUND_STEPS_ON_A_PAGE = 0


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, format="swiss-dutch", rounds_planned=3)


def test_small_fields_are_paired_at_once(event: Event, organiser: Account, settings: Any) -> None:
    settings.ROUND_STEPS_ON_A_PAGE = 10_000_000
    made = deferred_pairing.request_round(event.pk, organiser, number=1)
    assert made is not None and made.number == 1 and not Job.objects.exclude(kind=NOTIFY).exists()


@pytest.mark.slow
def test_what_takes_long_grows_with_players_and_rounds_and_with_those_kept_apart() -> None:
    """100 players are a page's work in any round, 1,000 are not once some are played, nor 300 of hard to pair."""
    limit = 10_000_000
    assert STEPS_A_CELL * 100 * 12 < limit < STEPS_A_CELL * 1000 * 7
    easy, hard = StepCounter(), StepCounter()
    for kind, steps in (("random", easy), ("draws-apart", hard)):
        SYSTEMS["swiss-dutch"]().pair(make_hard_table(100 if kind == "random" else 300, 4, kind, 1), steps)
    assert easy.taken < limit / 10 and hard.taken > limit


def test_beyond_what_a_worker_may_the_desk_says_so(event: Event, organiser: Account, settings: Any) -> None:
    settings.ROUND_STEPS_BY_WORKER = 0
    deferred_pairing.request_round(event.pk, organiser, number=1)
    run_due()
    wanted = desk(load(event)).wanted
    assert wanted is not None and str(wanted.refusal).startswith("No pairing was found in time")
    assert not Round.objects.exists() and not Job.objects.exists()


def test_a_round_that_was_asked_for_is_made_by_a_worker(event: Event, organiser: Account) -> None:
    assert deferred_pairing.request_round(event.pk, organiser, number=1, deadline=DEADLINE) is None
    assert not Round.objects.exists()
    assert [(job.kind, job.subject) for job in Job.objects.all()] == [("pair", f"event:{event.pk}:1")]
    shown = desk(load(event))
    assert shown.wanted is not None and (shown.wanted.number, shown.wanted.done, shown.steps) == (1, 0, ())
    run_due()
    assert Round.objects.get().deadline == DEADLINE
    assert not Job.objects.exists() and not RoundRequest.objects.exists()
    assert desk(load(event)).wanted is None
    started = JournalEntry.objects.get(action="start-round")
    assert (started.actor, started.data["round"]) == (organiser.pk, 1)


def test_asking_twice_is_asking_once(event: Event, organiser: Account) -> None:
    for _each in range(2):
        deferred_pairing.request_round(event.pk, organiser, number=1)
    assert Job.objects.count() == RoundRequest.objects.count() == 1
    run_due()
    run_due()
    assert [round_.number for round_ in Round.objects.all()] == [1]


def test_what_blocks_a_round_is_told_at_once(event: Event, organiser: Account) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    run_due()
    with pytest.raises(EventRefused, match="has no result"):
        deferred_pairing.request_round(event.pk, organiser, number=2)
    with pytest.raises(Stale):
        deferred_pairing.request_round(event.pk, organiser, number=1)
    assert not RoundRequest.objects.exists()


def test_what_the_worker_finds_out_stands_at_the_desk(event: Event, organiser: Account) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    four = [entry(event, name).pk for name in ("Ada", "Ben", "Cleo", "Dan")]
    confirmed(exclusions.add_exclusion, event.pk, organiser, four)
    run_due()
    wanted = desk(load(event)).wanted
    assert wanted is not None and str(wanted.refusal).startswith("Round 1 cannot be paired: too many players have met")
    assert not Job.objects.exists(), "a refusal is no failure of the worker"
    assert [step.action for step in desk(load(event)).steps] == ["round", "close"]
    deferred_pairing.cancel_round_request(event.pk, organiser)
    assert desk(load(event)).wanted is None


def test_a_round_that_somebody_made_meanwhile_is_not_made_again(event: Event, organiser: Account) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    rounds.start_round(event.pk, organiser)
    assert not RoundRequest.objects.exists()
    run_due()
    assert Round.objects.count() == 1 and not Job.objects.exists()


def test_a_round_that_is_no_longer_wanted_is_not_made(event: Event, organiser: Account) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    deferred_pairing.cancel_round_request(event.pk, organiser)
    run_due()
    assert not Round.objects.exists()
    with pytest.raises(EventRefused, match="No round is waiting"):
        deferred_pairing.cancel_round_request(event.pk, organiser)


def test_whoever_lost_the_right_meanwhile_starts_nothing(event: Event, organiser: Account) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    Grant.objects.filter(account=organiser).delete()
    run_due()
    assert not Round.objects.exists()
    wanted = desk(load(event)).wanted
    assert wanted and str(wanted.refusal) == "The account that requested it may no longer start rounds here."


def test_whoever_withdrew_meanwhile_is_not_paired(event: Event, organiser: Account) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    run_due()
    seated = {each for pairing in load(event).rounds[0].pairings for each in pairing.entries}
    assert entry(event, "Dan").pk not in seated and len(seated) == 3


def test_the_desk_says_that_a_round_is_paired_and_how_far_it_is(
    event: Event, organiser: Account, client: Client
) -> None:
    client.force_login(organiser)
    answer = client.post(f"/events/{event.pk}/rounds/start", {"number": "1"}, follow=True)
    page = answer.content.decode()
    assert "Round 1 is being paired." in page and '<progress max="3" value="0">' in page
    assert client.get(f"/events/{event.pk}/desk/news?since=0").json()["wanted"] == 0
    Job.objects.update(done=2, total=3)
    assert '<progress max="3" value="2">' in client.get(f"/events/{event.pk}/desk").content.decode()
    Job.objects.update(failures=1, error="OperationalError: database is locked")
    assert "The last attempt failed and will be repeated." in client.get(f"/events/{event.pk}/desk").content.decode()
    Job.objects.update(failures=0)
    run_due()
    assert client.get(f"/events/{event.pk}/desk/news?since=0").json()["wanted"] is None
    assert "is being paired" not in client.get(f"/events/{event.pk}/desk").content.decode()


def test_the_page_of_jobs_says_which_round_waits(event: Event, organiser: Account, client: Client) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    client.force_login(organiser)
    assert "Pairing of round 1, Spring Open" in client.get("/jobs").content.decode()


def test_a_round_is_put_away_on_the_page_by_those_who_run_the_event(
    event: Event, organiser: Account, stranger: Account, client: Client
) -> None:
    deferred_pairing.request_round(event.pk, organiser, number=1)
    for account in (stranger, None):
        other = Client()
        if account is not None:
            other.force_login(account)
        assert other.post(f"/events/{event.pk}/rounds/forget").status_code in (302, 403)
    assert RoundRequest.objects.exists()
    client.force_login(organiser)
    assert client.post(f"/events/{event.pk}/rounds/forget").status_code == 302
    assert not RoundRequest.objects.exists()
    assert client.post(f"/events/{event.pk}/rounds/forget").status_code == 409


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_an_organiser_at_once_make_one_round(real_database: None, club: Club) -> None:
    """Whoever is quickest makes the round, and nobody makes another."""
    organiser = organiser_of(club)
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    deferred_pairing.request_round(event.pk, organiser, number=1)
    results = at_once(run_due, run_due, lambda: rounds.start_round(event.pk, organiser, number=1))
    run_due()
    assert all(isinstance(each, int | Round | Stale) for each in results)
    assert Round.objects.filter(event=event).count() == 1
    assert not RoundRequest.objects.exists() and not Job.objects.filter(kind="pair").exists()
