"""What many tests of tournaments share."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client

from common import pieces
from players.models import Account


@pytest.fixture
def desk(organiser: Account, client: Client) -> Client:
    """A browser in which the organiser of the club has signed in."""
    client.force_login(organiser)
    return client


@pytest.fixture
def no_tries_before() -> None:
    """Nobody has tried anything that is counted."""
    caches["tries"].clear()


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written in pieces leaves no time for others."""
    monkeypatch.setattr(pieces, "BREATH", 0)
