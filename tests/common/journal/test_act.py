"""An act makes one entry."""

import pytest
from django.db import Error, transaction

from common.journal import queries, services
from common.journal.models import JournalEntry, Scope
from players.models import Account
from testing.factories import AccountFactory
from tests.acts import Tried
from tests.threads import at_once

pytestmark = pytest.mark.postgresql


@pytest.fixture
def scope(db: None) -> Scope:
    return services.open_scope("event:1", "club:1")


def test_a_scope_is_opened_once_and_lies_in_its_parent(scope: Scope) -> None:
    assert services.open_scope("event:1") == scope
    assert scope.parent == Scope.objects.get(key="club:1")
    assert queries.with_parents("event:1") == ["event:1", "club:1"]


def test_an_act_moves_the_version_by_one_and_writes_one_line(scope: Scope) -> None:
    account = AccountFactory()
    with services.commit("event:1", account, Tried, round=1) as act:
        act.data["games"] = [4, 5]
    assert queries.version("event:1") == 1
    line = JournalEntry.objects.get()
    assert (line.scope, line.version, line.actor, line.action) == (scope, 1, account.pk, "tried")
    assert line.data == {"round": 1, "games": [4, 5]}


def test_an_act_that_fails_leaves_nothing(scope: Scope) -> None:
    def fail() -> None:
        with services.commit("event:1", None, Tried):
            Account.objects.create_user("somebody")
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert (queries.version("event:1"), JournalEntry.objects.count(), Account.objects.count()) == (0, 0, 0)


def test_a_caller_who_saw_an_older_version_is_told_both(scope: Scope) -> None:
    for _ in range(3):
        with services.commit("event:1", None, Tried):
            pass
    with pytest.raises(services.Stale) as stale, services.commit("event:1", None, Tried, expect=2):
        pytest.fail("the work of a stale act is not begun")
    assert (stale.value.key, stale.value.expected, stale.value.found) == ("event:1", 2, 3)
    with services.commit("event:1", None, Tried, expect=3):
        pass
    assert queries.version("event:1") == 4


def test_nobody_acts_in_a_scope_that_was_never_opened(db: None) -> None:
    with pytest.raises(Scope.DoesNotExist), services.commit("event:9", None, Tried):
        pass


def test_the_database_refuses_to_rewrite_a_line(scope: Scope) -> None:
    with services.commit("event:1", None, Tried):
        pass
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        JournalEntry.objects.update(action="nothing happened")
    assert JournalEntry.objects.get().action == "tried"


def test_lines_go_with_the_scope_they_belong_to(scope: Scope) -> None:
    with services.commit("event:1", None, Tried):
        pass
    scope.delete()
    assert not JournalEntry.objects.exists()


def test_the_newest_lines_come_first(scope: Scope) -> None:
    for number in (1, 2, 3):
        with services.commit("event:1", None, Tried, number=number):
            pass
    assert [line.data["number"] for line in queries.entries("event:1", newest=2)] == [3, 2]


def test_two_acts_with_one_version_at_one_moment_are_one_act(real_database: None) -> None:
    services.open_scope("event:1")

    def start() -> None:
        with services.commit("event:1", None, Tried, expect=0):
            pass

    results = at_once(start, start)
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "Stale"]
    assert (queries.version("event:1"), JournalEntry.objects.count()) == (1, 1)


def test_acts_at_one_moment_wait_for_each_other(real_database: None) -> None:
    services.open_scope("event:1")

    def start() -> None:
        for _ in range(5):
            with services.commit("event:1", None, Tried):
                pass

    assert at_once(start, start, start) == [None, None, None]
    assert sorted(JournalEntry.objects.values_list("version", flat=True)) == list(range(1, 16))
