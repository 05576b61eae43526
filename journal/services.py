"""The one way to act: lock a scope, do the work, bump its version, write the line. One transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from journal import sendings
from journal.models import Line, Scope

SERVER = "server"


class HasPk(Protocol):
    """Whoever acts: an account. Only its id is kept."""

    @property
    def pk(self) -> Any: ...


class Stale(Exception):
    """Somebody acted in between: the caller saw version `expected`, the scope is at `found`."""

    def __init__(self, key: str, expected: int, found: int) -> None:
        super().__init__(f"{key} is at version {found}, not {expected}")
        self.key, self.expected, self.found = key, expected, found


class Busy(Exception):
    """Others kept changing what an act was prepared with: nothing was done, and the same may succeed in a moment."""


def check_version(key: str, expect: int | None) -> None:
    """Raise Stale where the scope has moved from `expect`: before work that an act would have to throw away."""
    if expect is not None and (found := Scope.objects.values_list("version", flat=True).get(key=key)) != expect:
        raise Stale(key, expect, found)


@dataclass
class Act:
    """An act under way. Add to `data` what the line should say: ids and values, no names."""

    scope: Scope
    version: int
    data: dict[str, Any] = field(default_factory=dict)


def open_scope(key: str, parent: str | None = None, *, hidden: bool = False) -> Scope:
    """The scope called `key`, made under `parent` if it is new; `hidden` until `show_scope`."""
    above = open_scope(parent) if parent else None
    scope, _ = Scope.objects.get_or_create(key=key, defaults={"parent": above, "hidden": hidden})
    return scope


def show_scope(key: str) -> None:
    """All that belongs to a hidden scope is there: let it be seen. Inside the transaction that completes it."""
    Scope.objects.filter(key=key).update(hidden=False)


@contextmanager
def act(key: str, actor: HasPk | None, verb: str, *, expect: int | None = None, **data: Any) -> Iterator[Act]:
    """Open the scope `key` for `actor` to do `verb`; everything inside is one transaction.

    The scope's row is locked first, so acts in one scope never overlap. `expect` is the version the
    caller saw; if the scope has moved, `Stale` is raised and nothing happens; `AlreadyDone` where a form is sent
    again whose act was done the first time. The server's scope is always
    there; for another that nobody opened, or that is hidden, Scope.DoesNotExist is raised.
    """
    with transaction.atomic():
        if key == SERVER:
            open_scope(SERVER)
        scope = Scope.objects.select_for_update().get(key=key, hidden=False)
        form = sendings.current()
        if form is not None and form.again and was_done(form):
            raise sendings.AlreadyDone
        if expect is not None and scope.version != expect:
            raise Stale(key, expect, scope.version)
        doing = Act(scope, scope.version + 1, dict(data))
        yield doing
        Scope.objects.filter(pk=scope.pk).update(version=doing.version)
        Line.objects.create(
            scope=scope,
            version=doing.version,
            at=timezone.now(),
            actor=actor.pk if actor is not None else None,
            verb=verb,
            data=doing.data,
            sending=form.next_act if form is not None else None,
        )
        if form is not None:
            form.acts += 1


def lock(keys: Iterable[str]) -> None:
    """Lock scopes till the caller's transaction ends. Whoever locks several holds the server's scope first."""
    list(Scope.objects.select_for_update().filter(key__in=list(keys)).order_by("pk"))


def was_done(form: sendings.Sending) -> bool:
    """Whether the next act of a form was done when the form was sent before."""
    return Line.objects.filter(sending=form.next_act).exists()


def touch(keys: Iterable[str]) -> None:
    """Move the version of scopes without an act: what pages show of them changed for another reason (a name).

    Call it outside any transaction, so that scopes are locked one at a time.
    """
    for key in keys:
        Scope.objects.filter(key=key).update(version=F("version") + 1)
