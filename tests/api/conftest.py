"""The world whose API is called, and who calls it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testing.api.api_fixture import World, make_world
from testing.api.caller import Caller
from testing.api.client_package import client_of, package
from testing.savepoints import made_once

__all__ = ["client_of", "package"]  # the client is generated once for all files


@pytest.fixture
def call(db: None) -> Callable[..., Caller]:
    """`call(account)`: a caller with a key of this account, `call()` one without."""
    return Caller


made_world = made_once(make_world)


@pytest.fixture
def world(made_world: World, db: None) -> World:
    """The world as it was made. Its accounts may be changed by the test: they are read anew."""
    for who in ("administrator", "organiser", "player", "stranger"):
        getattr(made_world, who).refresh_from_db()
    return made_world
