"""Kinds of account and addresses, a part of all pairs; `python -m bench.drills.authorisation` asks them all."""

from __future__ import annotations

import random

import pytest

from testing.api.endpoints import endpoints as api_endpoints
from testing.api.endpoints import methods_of
from testing.system.authorisation import askers, crawl, mixed
from testing.system.public_addresses import OPEN_TO_ALL, PUBLIC_API, PUBLIC_PAGES
from testing.system.required_permissions import API, PAGES, READ_BY_ALL
from testing.system.site_fixture import Site
from testing.system.urls import endpoints

SEED, SHARE = 2026, 0.05


@pytest.mark.slow
def test_every_kind_of_account_may_what_the_table_of_roles_says_and_what_is_refused_changes_nothing(
    site: Site,
) -> None:
    assert crawl(site, askers(site), random.Random(SEED), SHARE) == []


def test_ids_of_another_clubs_things_lead_nowhere_below_ones_own_club_and_event(site: Site) -> None:
    (organiser,) = (asker for asker in askers(site) if asker.name == "organiser elsewhere")
    assert mixed(site, organiser) == []


def test_every_address_is_in_the_tables_and_the_tables_name_no_other() -> None:
    """A new address fails here until somebody has said who may read it and who may send its forms."""
    pages = {endpoint.name for endpoint in endpoints()}
    assert pages == set(PAGES) | set(READ_BY_ALL) | OPEN_TO_ALL | PUBLIC_PAGES
    assert not PUBLIC_PAGES & (set(PAGES) | set(READ_BY_ALL) | OPEN_TO_ALL)
    asked = {(method, route) for route, view in api_endpoints() for method in methods_of(view)}
    assert asked == set(API) | {("GET", route) for route in PUBLIC_API}
    assert not set(API) & {("GET", route) for route in PUBLIC_API}
