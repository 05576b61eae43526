"""What an organiser plans for games on this server: a clock, and how long somebody may be late."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from players.models import Account, Club
from testing.tournaments.factories import draft, plan
from testing.tournaments.here import LIVE
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import validate
from tournaments.models import Event

pytestmark = pytest.mark.core


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_clock_and_a_time_to_come_belong_together(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, **LIVE)
    for columns in ({"time_control": ""}, {"no_show_minutes": None}, {"no_show_minutes": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Event.objects.filter(pk=event.pk).update(**columns)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"time_control": "soon"}, "time_control"),
        ({"time_control": "300+3", "no_show_minutes": 0}, "no_show_minutes"),
        ({"time_control": "3days+10", "no_show_minutes": 15}, "no_show_minutes"),
        ({"time_control": "3days+10", "no_show_minutes": 90_000}, "no_show_minutes"),
    ],
)
def test_a_plan_that_cannot_be_played_here_says_which_field(changes: dict[str, object], field: str) -> None:
    with pytest.raises(EventRefused) as refused:
        validate(plan(**changes))
    assert refused.value.field == field


def test_what_is_not_said_is_usual() -> None:
    assert validate(plan(time_control="300+3")).no_show_minutes == 15
    assert validate(plan(time_control="3days+10")).no_show_minutes == 3 * 24 * 60
    assert validate(plan(no_show_minutes=5)).no_show_minutes is None, "over the board nobody is timed"
