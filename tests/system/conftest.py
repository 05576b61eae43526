"""A site with something at every address, made once for all tests of a file: each works on a savepoint above it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from testing.savepoints import made_once
from testing.system.site_fixture import Site, make_site

site_as_made = made_once(make_site)


@pytest.fixture
def site(site_as_made: Site, db: None, settings: Any) -> Site:
    """The site as it was made, which sends mail. What a test does to its tables is undone."""
    settings.EXPLANATION_STEPS_ON_A_PAGE = 0  # so that a form leaves explanations to a worker
    settings.EMAIL_HOST = "mail.club.example"  # password help has a form only where mail is sent
    return replace(site_as_made, read={})
