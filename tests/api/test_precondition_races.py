"""`If-Match` of two who write at once. Away from tests with a world that is made once for their file."""

from __future__ import annotations

from functools import partial

import pytest

from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import administrator
from testing.tournaments.factories import draft
from tests.threads import at_once

pytestmark = pytest.mark.postgresql


@pytest.mark.django_db(transaction=True)
def test_of_two_with_one_tag_one_writes(club: Club, organiser: Account, real_database: None) -> None:
    event, callers = draft(club, organiser), (Caller(organiser), Caller(administrator()))
    address = f"/events/{event.pk}"
    tag = callers[0].get(address)["ETag"]

    def write(caller: Caller, place: str) -> int:
        return int(caller.patch(address, {"place": place}, **{"If-Match": tag}).status_code)

    wishes = zip(callers, ("Delft", "Leiden"), strict=True)
    assert sorted(at_once(*(partial(write, caller, place) for caller, place in wishes))) == [200, 412]
