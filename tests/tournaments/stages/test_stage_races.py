"""Two organisers who press "next stage" at the same moment: one stage starts, and nobody is in it twice."""

from __future__ import annotations

from collections import Counter

import pytest

from common.journal.models import JournalEntry, Scope
from common.journal.services import Stale
from players.models import Account
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.factories import entry
from testing.tournaments.stages import first_event, next_event, numbered, played_groups
from tests.tournaments.rounds.test_round_races import SEEDS, is_whole, raced
from tournaments.core.errors import EventRefused
from tournaments.events.services.lifecycle import reopen_event
from tournaments.models import Event, StageEvent, StagePass, StagePlan, StageQualifier
from tournaments.stages.services.advancing import pass_over, start_stage

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]


def ready() -> tuple[StagePlan, Account, Account]:
    club = ClubFactory()
    organiser = organiser_of(club)
    return played_groups(club, organiser), organiser, organiser_of(club)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_who_start_the_next_stage_at_once_start_it_once(seed: int) -> None:
    made, one, two = ready()
    seen = Scope.objects.get(key=made.scope).version
    done = raced(
        seed,
        lambda: start_stage(made.pk, one, 2, expect=seen),
        lambda: start_stage(made.pk, two, 2, expect=seen),
    )
    assert Counter(done) == {StageEvent: 1, Stale: 1}
    assert StageEvent.objects.filter(purpose="next").count() == 1
    assert StageQualifier.objects.count() == 4
    assert Event.objects.filter(name="Cup: Finals").count() == 1
    assert numbered(next_event(made)) == ["Ada", "Fay", "Ben", "Eva"]
    is_whole(next_event(made))


@pytest.mark.parametrize("seed", SEEDS)
def test_without_a_version_the_second_is_told_that_it_has_started(seed: int) -> None:
    made, one, two = ready()
    done = raced(seed, lambda: start_stage(made.pk, one, 2), lambda: start_stage(made.pk, two, 2))
    assert Counter(done) == {StageEvent: 1, EventRefused: 1}
    assert StageEvent.objects.filter(purpose="next").count() == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pass_while_the_stage_starts_is_before_it_or_refused(seed: int) -> None:
    made, one, two = ready()
    ben = entry(first_event(made), "Ben").pk
    started, passed = raced(
        seed, lambda: start_stage(made.pk, one, 2), lambda: pass_over(made.pk, two, 2, ben, reason="ill")
    )
    assert started is StageEvent
    assert passed in (StagePass, EventRefused)
    assert ("Ben" in numbered(next_event(made))) == (passed is EventRefused)


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_that_are_reopened_while_the_stage_starts_stop_it_or_come_after_it(seed: int) -> None:
    made, one, two = ready()
    groups = first_event(made)
    started, reopened = raced(
        seed, lambda: start_stage(made.pk, one, 2), lambda: reopen_event(groups.pk, two, reason="slip")
    )
    assert reopened is Event
    assert started in (StageEvent, EventRefused)
    lines = JournalEntry.objects.filter(action__in=("start-stage", "reopen-event")).order_by("pk")
    order = list(lines.values_list("action", flat=True))
    assert order == (["start-stage", "reopen-event"] if started is StageEvent else ["reopen-event"])
