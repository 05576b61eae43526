"""Savepoints: what is made once for all tests of a module, and what a test takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from time import monotonic
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import transaction

from testing.kept_rows import put_rows_back, take_rows

T = TypeVar("T")
KEPT_SECONDS = 300
"""How long what is made once serves the modules that follow: clocks of games run in it."""


def made_once(make: Callable[[], T]) -> Any:
    """A fixture of a module: what `make` makes in the database, once. Each test works on a savepoint above it.

    For modules without tests that commit (`transaction=True`). The objects are the same for all tests of a module: see
    `part`. The next module that asks soon gets the rows put back and copies of the objects.
    """
    kept: list[Any] = []

    def made_or_kept() -> T:
        if kept and monotonic() - kept[0] < KEPT_SECONDS:
            put_rows_back(kept[1])
        else:
            began = monotonic()
            made = make()
            kept[:] = [began, take_rows(), deepcopy(made)]
        copied: T = deepcopy(kept[2])
        return copied

    @pytest.fixture(scope="module")
    def made(django_db_setup: None, django_db_blocker: Any, lots_of_the_module: None) -> Iterator[T]:
        with django_db_blocker.unblock(), transaction.atomic():
            yield made_or_kept()
            transaction.set_rollback(True)

    return made


def part(name: str) -> Any:
    """A fixture: one field of what the module has `made` once (a fixture of this name), a copy of each test's own."""

    @pytest.fixture
    def copied(made: Any, db: None) -> Any:
        return deepcopy(getattr(made, name))

    return copied


@contextmanager
def undone() -> Iterator[None]:
    """What is done within is taken back, and forgotten by caches: they know tables by versions, which come again."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    for name in settings.CACHES:
        caches[name].clear()
