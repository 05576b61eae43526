"""What is done, taken back and done again at the same moment: what differs then differs by what was changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from django.db import transaction
from django.utils import timezone


@contextmanager
def undone() -> Iterator[None]:
    """What is done within is taken back, so that it can be done once more with another deal, at the same versions."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """One moment for all: what is done twice is done at the same time."""
    now = timezone.now()

    def stopped() -> datetime:
        return now

    monkeypatch.setattr(timezone, "now", stopped)
