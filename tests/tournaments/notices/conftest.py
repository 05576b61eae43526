"""Who is told by webhooks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.receiver import Receiver, receiver


@pytest.fixture
def one() -> Iterator[Receiver]:
    """A receiver of webhooks."""
    with receiver() as made:
        yield made
