"""A form or a program's request on its way: what its acts are known by, so that sent again it does nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


class AlreadyDone(Exception):
    """This form was sent before, and what it asks for was done then: it made `version` of the scope called `key`."""

    def __init__(self, key: str, version: int) -> None:
        super().__init__(f"done at version {version} of {key}")
        self.key, self.version = key, version


@dataclass
class Sending:
    """One form that was sent: its fingerprint, and whether it was sent `again` because nobody knew what came of it."""

    fingerprint: str
    again: bool = False
    acts: int = 0

    @property
    def next_act(self) -> str:
        """What the next act of this form is known by: a form may lead to several, always in one order."""
        return f"{self.fingerprint}:{self.acts + 1}"


_now: ContextVar[Sending | None] = ContextVar("sending", default=None)


def current() -> Sending | None:
    """The form, or the request of a program with a key, that is being dealt with; None for all else."""
    return _now.get()


def begin(form: Sending) -> None:
    """From here on this form is dealt with, to the end of the `sending` that is open."""
    _now.set(form)


@contextmanager
def sending(form: Sending | None) -> Iterator[None]:
    """Deal with a form."""
    token = _now.set(form)
    try:
        yield
    finally:
        _now.reset(token)
