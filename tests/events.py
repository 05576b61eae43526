"""Hearing events of the apps in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from common import events
from common.events import Event, Question, Subscription

E = TypeVar("E", bound=Event)


@contextmanager
def subscribed(about: type[Event] | type[Question[Any]], call: Callable[[Any], Any]) -> Iterator[None]:
    """Call `call`, too, behind all who are told of this kind of event."""
    before = events.connected()
    known = next((each for each in before if each.about is about), Subscription(about, ()))
    events.connect([*(each for each in before if each is not known), replace(known, calls=(*known.calls, call))])
    try:
        yield
    finally:
        events.connect(before)


@contextmanager
def hearing(event: type[E]) -> Iterator[list[E]]:
    """The events of this kind that are told meanwhile."""
    heard: list[E] = []
    with subscribed(event, heard.append):
        yield heard
