"""Events are told in the order of the list, within the transaction or once it is committed; questions are answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction

from common import events
from common.events import Event, Question, Subscription, ask, emit
from common.journal.models import Scope


@dataclass(frozen=True)
class Opened(Event):
    """Something happened."""

    key: str


@dataclass(frozen=True)
class Closed(Event):
    """Something else happened."""


@dataclass(frozen=True)
class WhoKnows(Question[str | None]):
    """Something is asked."""

    key: str


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture(autouse=True)
def nobody_else() -> Iterator[None]:
    before = events.connected()
    yield
    events.connect(before)


def connect(*subscriptions: Subscription) -> None:
    events.connect(subscriptions)


def test_subscribers_are_called_in_the_order_of_the_list(heard: list[str]) -> None:
    connect(
        Opened.handled_by(lambda event: heard.append(f"first {event.key}"), lambda event: heard.append("second")),
        Closed.handled_by(lambda event: heard.append("closed")),
    )
    emit(Opened("a"))
    assert heard == ["first a", "second"]


def test_an_event_that_nobody_wants_is_told_to_nobody() -> None:
    connect()
    emit(Opened("a"))
    assert list(ask(WhoKnows("a"))) == []


@pytest.mark.django_db(transaction=True)
def test_a_subscriber_that_raises_undoes_the_transaction_and_stops_the_others(heard: list[str]) -> None:
    def write(event: Opened) -> None:
        Scope.objects.create(key=event.key)

    def refuse(event: Opened) -> None:
        raise PermissionError(event.key)

    def tell(event: Opened) -> None:
        heard.append(event.key)

    connect(Opened.handled_by(write, refuse, tell, after_commit=[tell]))
    with pytest.raises(PermissionError), transaction.atomic():
        emit(Opened("a:1"))
    assert not Scope.objects.filter(key="a:1").exists() and heard == []


@pytest.mark.django_db(transaction=True)
def test_after_the_commit_is_after_all_of_the_transaction(heard: list[str]) -> None:
    connect(Opened.handled_by(lambda _: heard.append("within"), after_commit=[lambda event: heard.append(event.key)]))
    with transaction.atomic():
        emit(Opened("after"))
        heard.append("rest")
    assert heard == ["within", "rest", "after"]


def test_answers_come_in_order_and_nobody_is_asked_who_is_not_needed(heard: list[str]) -> None:
    def answer(name: str | None) -> str | None:
        heard.append(str(name))
        return name

    connect(WhoKnows.answered_by(lambda _: answer(None), lambda asked: answer(asked.key), lambda _: answer("late")))
    assert next(name for name in ask(WhoKnows("b")) if name is not None) == "b"
    assert heard == ["None", "b"]


def test_two_places_in_the_list_for_one_kind_are_refused() -> None:
    with pytest.raises(ValueError, match="two subscriptions to Opened"):
        connect(Opened.handled_by(print), Opened.handled_by(repr))
