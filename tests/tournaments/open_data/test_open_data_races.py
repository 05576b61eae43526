"""Open data of a month that two workers make at once."""

from __future__ import annotations

import pytest
from django.utils import timezone

from players.models import Account, Club
from testing.tournaments.factories import game
from tests.threads import at_once
from tests.tournaments.open_data.months import MARCH, make_small_club
from tournaments.models import Event, OpenMonth, OpenMonthPart
from tournaments.open_data.services import make_month

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_two_workers_at_one_month_make_one_file(real_database: None, club: Club, organiser: Account) -> None:
    make_small_club(club, organiser)
    OpenMonth.objects.all().delete()
    for edition in (1, 2):
        one, other = at_once(lambda: make_month(MARCH), lambda: make_month(MARCH))
        assert isinstance(one, OpenMonth) and isinstance(other, OpenMonth), (one, other)
        assert list(OpenMonth.objects.filter(month=MARCH).values_list("edition", "games")) == [
            (edition, 3 - edition + 1)
        ]
        assert OpenMonthPart.objects.values("file").distinct().count() == 1
        played = game(Event.objects.get(name="Open of 2026-03-07"), "Ada", "Dan")
        type(played).objects.filter(pk=played.pk).update(removed_at=timezone.now())
