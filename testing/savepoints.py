"""Savepoints: what is made once for all tests of a module, and what a test takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import transaction

T = TypeVar("T")


def made_once(make: Callable[[], T]) -> Any:
    """A fixture of a module: what `make` makes in the database, once. Each test works on a savepoint above it.

    For modules without tests that commit (`transaction=True`). The objects are the same for all tests: see `part`.
    """

    @pytest.fixture(scope="module")
    def made(django_db_setup: None, django_db_blocker: Any, lots_of_the_module: None) -> Iterator[T]:
        with django_db_blocker.unblock(), transaction.atomic():
            yield make()
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
