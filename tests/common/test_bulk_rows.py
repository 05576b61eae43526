"""Many rows at once: what is read is what was written, of each kind of column."""

from __future__ import annotations

import datetime

import pytest

from common.bulk_rows import insert_rows
from players.models import Club
from ratings.models import History, Rating
from ratings.pools.services.pools import pool_for
from testing.factories import PersonFactory

DAY = datetime.date(2026, 3, 1)
KEY = ("pool_id", "person_id", "since")
FIELDS = (*KEY, "value", "games", "provisional", "details", "last_change", "last_rated_on")

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_rows_are_written_beside_those_that_are_there(club: Club) -> None:
    pool, (a, b, c) = pool_for("gipf-basic", club).pk, (PersonFactory().pk for _ in "ABC")
    first = (pool, a, 0, 1510, 12, False, {"rd": 50, "said": "\\x é"}, -7, DAY + datetime.timedelta(1))
    more = [(pool, b, 0, 1400, 9, True, {}, 0, DAY), (pool, c, 0, 1300, 1, True, {}, 3, DAY)]
    insert_rows(Rating, FIELDS, [first])
    insert_rows(Rating, FIELDS, iter(more))
    assert list(Rating.objects.order_by("person").values_list(*FIELDS)) == [first, *more]


def test_bytes_are_kept_as_they_are(club: Club) -> None:
    pool, people = pool_for("gipf-basic", club).pk, [PersonFactory().pk for _ in "ABC"]
    lines = (bytes(range(256)), b"", b"\\x00\n\t")
    insert_rows(History, (*KEY, "lines"), [(pool, *row) for row in zip(people, (0, 0, 0), lines, strict=True)])
    assert [bytes(row.lines) for row in History.objects.order_by("person")] == list(lines)
