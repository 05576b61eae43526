"""Who plays in tests of ratings, and a system made up for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from players.models import Club, Person
from testing.ratings.factories import four
from tests.ratings.toy_system import registered


@pytest.fixture
def people(club: Club) -> list[Person]:
    """A, B, C and D, members of `club`."""
    return four(club)


@pytest.fixture
def streaks() -> Iterator[None]:
    """Lists can be rated by the system "streaks": nine points for each win."""
    with registered():
        yield
