"""What an app tells the apps above it, and what it asks them, without knowing any of them.

An event is a frozen dataclass in the app where it happens. `gipfel.subscriptions` may know all apps: it names who is
told of it, in which order, and who answers a question. A subscriber takes the event and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Self, TypeVar

from django.db import transaction

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Subscription:
    """What handles one kind of event in the transaction, and what after it; or what answers one kind of question."""

    about: type[Event] | type[Question[Any]]
    calls: tuple[Callable[[Any], Any], ...]
    after_commit: tuple[Callable[[Any], Any], ...] = ()


class Event:
    """Something that has happened in a transaction, or is about to: a subscriber that raises undoes all of it."""

    @classmethod
    def handled_by(
        cls, *calls: Callable[[Self], None], after_commit: Sequence[Callable[[Self], None]] = ()
    ) -> Subscription:
        """These handle it, in this order; `after_commit`: only once the transaction is committed."""
        return Subscription(cls, calls, tuple(after_commit))


class Question(Generic[Answer]):
    """Something that only apps above know. Each subscriber gives an answer of this type."""

    @classmethod
    def answered_by(cls, *calls: Callable[[Self], Answer]) -> Subscription:
        """These answer it, in this order."""
        return Subscription(cls, calls)


_subscriptions: dict[type, Subscription] = {}


def connect(subscriptions: Iterable[Subscription]) -> None:
    """Let these be the subscriptions of this process, all of them. ValueError where two are about one kind."""
    found: dict[type, Subscription] = {}
    for each in subscriptions:
        if found.setdefault(each.about, each) is not each:
            raise ValueError(f"two subscriptions to {each.about.__name__}")
    _subscriptions.clear()
    _subscriptions.update(found)


def connected() -> tuple[Subscription, ...]:
    """The subscriptions of this process, in their order."""
    return tuple(_subscriptions.values())


def emit(event: Event) -> None:
    """Tell all subscribers, in order, and those after the commit once the caller's transaction is committed."""
    subscription = _subscriptions.get(type(event))
    if subscription is None:
        return
    for call in subscription.calls:
        call(event)
    for call in subscription.after_commit:
        transaction.on_commit(partial(call, event))


def ask(question: Question[Answer]) -> Iterator[Answer]:
    """The answers, in order. No one is asked before the answer is wanted: one who has read enough asks no further."""
    subscription = _subscriptions.get(type(question))
    for call in subscription.calls if subscription is not None else ():
        yield call(question)
