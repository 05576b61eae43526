"""Two at once, and a worker that dies: one turn holds, no deal is lost, the same deals are drawn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.attempts.services.attempts import begin_attempt, end_overdue, play_turn, resign_attempt
from games.core.services.errors import AttemptRefused
from games.models import Attempt, AttemptTurn
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.duplicate_factories import account_for, attempt, draw_deals, playing, started
from tests.killed import kill_at
from tests.threads import at_once
from tournaments.models import Deal, DrawnDeal, Event

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]
WORKER = """
import sys
import django
django.setup()
from common.jobs import services as jobs
from tournaments.duplicate import services as deals
store = deals._store_deal
def store_and_wait(draw, deal):
    store(draw, deal)
    print("stored", flush=True)
    sys.stdin.readline()
deals._store_deal = store_and_wait
jobs.run_due()
"""


def make_event() -> Event:
    club = ClubFactory()
    return playing(club, organiser_of(club))


def test_of_two_tabs_one_plays_and_the_other_is_told_what_is_true_now() -> None:
    event = make_event()
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    done = at_once(*[lambda: play_turn(mine.pk, ada, "/", expect=1)] * 4)
    assert sorted(type(each).__name__ for each in done) == ["Attempt", "Stale", "Stale", "Stale"], done
    assert all(each.found == 2 for each in done if isinstance(each, Stale))
    assert list(AttemptTurn.objects.values_list("ply", "token")) == [(1, "/")]


def test_an_attempt_ends_once_whoever_ends_it() -> None:
    event = make_event()
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    past = timezone.now()
    Attempt.objects.filter(pk=mine.pk).update(begun_at=past - timedelta(minutes=30), deadline=past)
    done = at_once(
        lambda: end_overdue(mine.pk),
        lambda: end_overdue(mine.pk),
        lambda: resign_attempt(mine.pk, ada),
        lambda: play_turn(mine.pk, ada, "/"),
    )
    assert all(isinstance(each, AttemptRefused) for each in done[2:]), done
    mine.refresh_from_db()
    assert (mine.ending, mine.ended_at) == ("time", past)
    ends = JournalEntry.objects.filter(scope__key=event.scope, action="end-attempt")
    assert ends.count() == 1
    assert not AttemptTurn.objects.exists()


def test_those_who_finish_last_at_once_show_the_round() -> None:
    event = make_event()
    for name in ("Ada", "Ben", "Cleo"):
        for place in (1, 2):
            begin_attempt(attempt(event, name, place).pk, account_for(name))
    works = [
        lambda name=name, place=place: resign_attempt(attempt(event, name, place).pk, account_for(name))
        for name in ("Ada", "Ben", "Cleo")
        for place in (1, 2)
    ]
    done = at_once(*works)
    assert all(isinstance(each, Attempt) for each in done), done
    assert Attempt.objects.filter(published=True).count() == 6


def test_a_worker_killed_while_it_draws_loses_no_deal() -> None:
    """SIGKILL to a process of its own that has stored one deal; the job's lease runs out, and another goes on."""
    club = ClubFactory()
    event = started(club, organiser_of(club), format_options={"deals": 3, "solver_limit": 50_000})
    kill_at("stored", WORKER)
    (first,) = DrawnDeal.objects.all()
    assert jobs.run_due() == 0, "the dead worker's lease still holds"
    Job.objects.filter(kind="draw-deals").update(leased_until=timezone.now())
    jobs.run_due()
    assert not Job.objects.filter(kind="draw-deals").exists()
    drawn = list(DrawnDeal.objects.order_by("number").values_list("number", "setup", "par"))
    assert drawn[0] == (first.number, first.setup, first.par) and first.number == 1
    assert [number for number, _setup, _par in drawn] == list(range(1, len(drawn) + 1))
    assert sum(par is not None for _number, _setup, par in drawn) == 3
    DrawnDeal.objects.all().delete()
    draw_deals(event.pk, 1)
    assert list(DrawnDeal.objects.order_by("number").values_list("number", "setup", "par")) == drawn
    assert Deal.objects.filter(event=event).count() == 1


def test_two_workers_at_one_draw_store_each_deal_once() -> None:
    club = ClubFactory()
    event = started(club, organiser_of(club))
    done = at_once(lambda: draw_deals(event.pk, 1), lambda: draw_deals(event.pk, 1))
    assert done == [None, None]
    numbers = list(DrawnDeal.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert DrawnDeal.objects.filter(par__isnull=False).count() >= 2
