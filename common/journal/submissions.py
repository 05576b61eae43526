"""What a request brings along, the form that its acts are known by and what they must find; and versions it showed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

# --- a form or a program's request on its way -------------------------------------------------------------
# What its acts are known by, so that sent again it does nothing twice, and what they must find as it was when the
# sender read it.


class AlreadyDone(Exception):
    """This form was sent before, and what it asks for was done then: it made `version` of the scope called `key`."""

    def __init__(self, key: str, version: int) -> None:
        super().__init__(f"done at version {version} of {key}")
        self.key, self.version = key, version


@dataclass
class Sending:
    """One form that was sent: its fingerprint, and whether it was sent `again` because no one knew what came of it."""

    fingerprint: str
    again: bool = False
    acts: int = 0

    @property
    def next_act(self) -> str:
        """What the next act of this form is known by: a form may lead to several, always in one order."""
        return f"{self.fingerprint}:{self.acts + 1}"

    def take_act(self) -> str:
        """Count an act as done; returns what it is known by."""
        taken = self.next_act
        self.acts += 1
        return taken


class Moved(Exception):
    """What the sender says he has read (`If-Match`) is no longer so: nothing is done."""


@dataclass
class Condition:
    """What must be so when the first act in the scope called `scope` begins; it is asked once the scope is locked."""

    scope: str
    holds: Callable[[], bool]
    asked: bool = False


_now: ContextVar[Sending | None] = ContextVar("sending", default=None)


_condition: ContextVar[Condition | None] = ContextVar("condition", default=None)


def current() -> Sending | None:
    """The form, or the request of a program with a key, that is being dealt with; None for all else."""
    return _now.get()


def begin(form: Sending) -> None:
    """From here on this form is dealt with, to the end of the `sending` that is open."""
    _now.set(form)


def act_once() -> None:
    """From here on the form that is dealt with does nothing, where it was done when it was sent before.

    For what two presses of one button would do twice: acts that depend on no version, such as making something.
    """
    form = _now.get()
    if form is not None:
        form.again = True


def act_only_if(condition: Condition) -> None:
    """From here on acts depend on this, to the end of the `sending` that is open."""
    _condition.set(condition)


def check_condition(scope: str) -> None:
    """Raise Moved where what acts in this scope depend on is not so. The caller has locked the scope."""
    condition = _condition.get()
    if condition is None or condition.asked or condition.scope != scope:
        return
    condition.asked = True  # the request's own acts move what it was about
    if not condition.holds():
        raise Moved


@contextmanager
def sending(form: Sending | None) -> Iterator[None]:
    """Deal with a form."""
    token, condition = _now.set(form), _condition.set(None)
    try:
        yield
    finally:
        _now.reset(token)
        _condition.reset(condition)


# --- which versions of scopes an answer has shown or made -------------------------------------------------
# Who reads it must not be shown older ones afterwards.

SEEN_COOKIE = "seen"
"""In which a browser remembers them for some seconds, where there is a replica."""


_seen: ContextVar[dict[str, int] | None] = ContextVar("seen_versions", default=None)


@contextmanager
def noted_versions() -> Iterator[dict[str, int]]:
    """The versions by scope that are noted in the block, the newest of each."""
    seen: dict[str, int] = {}
    token = _seen.set(seen)
    try:
        yield seen
    finally:
        _seen.reset(token)


def note_version(key: str, version: int) -> None:
    """An act made this version of a scope, or a page shows it. Outside of `noted_versions` no one wants to know."""
    seen = _seen.get()
    if seen is not None:
        seen[key] = max(version, seen.get(key, 0))
