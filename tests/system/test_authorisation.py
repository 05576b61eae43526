"""Kinds of account and addresses, a part of all pairs; `python -m bench.drills.authorisation` asks them all."""

from __future__ import annotations

import random

import pytest

from tests.system.authorisation import askers, crawl, mixed
from tests.system.site_fixture import Site

pytestmark = pytest.mark.once  # who may what is decided without the database

SEED, SHARE = 2026, 0.12


def test_every_kind_of_account_may_what_the_table_of_roles_says_and_what_is_refused_changes_nothing(
    site: Site,
) -> None:
    assert crawl(site, askers(site), random.Random(SEED), SHARE) == []


def test_ids_of_another_clubs_things_lead_nowhere_below_ones_own_club_and_event(site: Site) -> None:
    (organiser,) = (asker for asker in askers(site) if asker.name == "organiser elsewhere")
    assert mixed(site, organiser) == []
