"""Who plays in most tests of play."""

from __future__ import annotations

import pytest

from common.journal import services as journal
from players.models import Account
from testing.play.online import two_accounts
from testing.play.published import PUBLISHED, ListedBus


@pytest.fixture
def accounts(db: None) -> tuple[Account, Account]:
    """Two members of a club whose games count: the first has White."""
    journal.open_scope(journal.SERVER)
    return two_accounts()


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is told to web processes from now on."""
    monkeypatch.setattr("common.live.bus.bus", ListedBus)
    PUBLISHED.clear()
    return PUBLISHED
