"""Many rows at once: new ones are inserted, those of the same key brought to what is said, and no others touched."""

from __future__ import annotations

import datetime

import pytest

from common.bulk_insert import upsert_rows
from players.models import Club
from ratings.models import History, Rating
from ratings.pools.services.pools import pool_for
from testing.factories import PersonFactory

DAY = datetime.date(2026, 3, 1)
KEY = ("pool_id", "person_id", "since")
FIELDS = (*KEY, "value", "games", "provisional", "details", "last_change", "last_rated_on")

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_rows_of_the_same_key_are_brought_to_what_is_said(club: Club) -> None:
    pool, (a, b, c) = pool_for("gipf-basic", club).pk, (PersonFactory().pk for _ in "ABC")
    key = KEY
    upsert_rows(Rating, key, FIELDS, [(pool, a, 0, 1500, 9, True, {}, 0, DAY), (pool, b, 0, 1400, 9, True, {}, 0, DAY)])
    keys = dict(Rating.objects.values_list("person", "pk"))
    changed = (pool, a, 0, 1510, 12, False, {"rd": 50, "said": "\\x é"}, -7, DAY + datetime.timedelta(1))
    upsert_rows(Rating, key, FIELDS, iter([changed, (pool, c, 0, 1300, 1, True, {}, 3, DAY)]))
    assert list(Rating.objects.order_by("person").values_list(*FIELDS)) == [
        changed,
        (pool, b, 0, 1400, 9, True, {}, 0, DAY),
        (pool, c, 0, 1300, 1, True, {}, 3, DAY),
    ]
    assert dict(Rating.objects.exclude(person=c).values_list("person", "pk")) == keys


def test_bytes_are_kept_as_they_are(club: Club) -> None:
    pool, person = pool_for("gipf-basic", club).pk, PersonFactory().pk
    for lines in (bytes(range(256)), b"", b"\\x00\n\t"):
        upsert_rows(History, KEY, (*KEY, "lines"), [(pool, person, 0, lines)])
        assert [bytes(row.lines) for row in History.objects.all()] == [lines]
