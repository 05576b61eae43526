"""What tests of tries share."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from tests.players.clock import Clock


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The clock by which tries are counted."""
    with patch("players.core.rate_limit.time.time", Clock()) as standing:
        yield standing
