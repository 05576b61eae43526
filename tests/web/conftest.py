import pytest

from players.models import Account
from tests.web.server_accounts import administrator_of_all
from tournaments.models import Event

__all__ = ["administrator_of_all"]


@pytest.fixture
def closed_cup(administrator_of_all: Account) -> str:
    """The page of an event that is over, with ranks, rounds and a podium."""
    return f"/events/{Event.objects.get(name='Closed Cup').pk}"
