"""Who owns studies."""

from __future__ import annotations

import pytest

from common.journal import services as journal
from players.models import Account
from testing.factories import AccountFactory, PersonFactory


@pytest.fixture
def owner() -> Account:
    """Olga, on a server that has its journal."""
    journal.open_scope(journal.SERVER)
    return AccountFactory(person=PersonFactory(name="Olga"))
