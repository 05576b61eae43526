"""Who turns up in every test: a club, its organiser, a player who may become arbiter, a stranger."""

from __future__ import annotations

import gc
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings as configured
from django.core.cache import caches
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections
from django.template.base import Template
from django.test import TransactionTestCase
from django.test.utils import instrumented_test_render
from django.utils import translation
from hypothesis import settings

from players.models import Account, Club
from testing.browser import chromium, open_page
from testing.endings import close_watcher, end_others
from testing.factories import ClubFactory, organiser_of, player_in
from testing.marks import examples
from testing.tables import empty_tables
from tests.databases import copied_database

__all__ = ["chromium", "open_page"]  # registered here alone: a session has one browser

# Hypothesis would choose the same examples every time where CI is set, as `.ci/run` does.
settings.register_profile("tests", examples(50), deadline=None, database=None, derandomize=False)
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Processes that run tests beside each other have data of their own each: see gipfel/settings_test.py."""
    if config.getoption("numprocesses", None):
        os.environ.pop("GIPFEL_HOME", None)
    gc.disable()  # until all tests are found: hardly any of what is made meanwhile is garbage


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """The run leaves nothing behind; where it is killed the watcher of `testing.endings` sees to that."""
    end_others()
    close_watcher()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark by what a test uses what `./test --core` leaves out of modules about services, for it costs most.

    That is threads or processes that fight over a database of their own, and pages and endpoints that are requested.
    """
    used = getattr(item, "fixturenames", ())
    if "real_database" in used:
        item.add_marker("fought_over")
    if "client" in used or (isinstance(item, pytest.Function) and "Client" in item.function.__code__.co_names):
        item.add_marker("requests")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Modules and collected tests stay to the end: they are not searched for garbage again and again."""
    gc.enable()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """In place of pytest-django's, which migrates an empty database in each process."""
    served = any("live_server" in getattr(item, "fixturenames", ()) for item in request.session.items)
    file = tmp_path_factory.mktemp("database") / "served.sqlite3" if served else None
    with django_db_blocker.unblock(), copied_database(os.environ.get("PYTEST_XDIST_WORKER", ""), file):
        yield


@pytest.fixture(autouse=True, scope="session")
def plain_templates(django_test_environment: None) -> None:
    """Django's tests copy the context of all that is drawn, even of each option of a list: see `template_contexts`."""
    Template._render = lambda self, context: self.nodelist.render(context)


@pytest.fixture(autouse=True, scope="session")
def quick_emptying(django_test_environment: None) -> Iterator[None]:
    """Tests that commit leave an empty database behind sooner than by Django's `flush`."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_teardown", lambda self: empty_tables())
        yield


@pytest.fixture
def template_contexts(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test that looks at `response.context`."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(autouse=True)
def english() -> None:
    """A page in another language of one test leaves none behind for the next."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Throttles and cached standings of one test are not those of the next."""
    for name in configured.CACHES:
        caches[name].clear()


LOTS = Random()
"""What is drawn by lot in tests: who begins, and seeds of deals, some of which take long to solve or are soon lost."""


@pytest.fixture(autouse=True, scope="session")
def drawn_lots() -> Iterator[None]:
    """Lots are drawn from LOTS, which begin from the same seed with each test: so they are the same in every run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "choice", LOTS.choice)
        patched.setattr(secrets, "token_hex", lambda size=32: LOTS.randbytes(size).hex())
        yield


@pytest.fixture(autouse=True, scope="module")
def lots_of_the_module(drawn_lots: None) -> None:
    """For what is made once a module."""
    LOTS.seed(0)


@pytest.fixture(autouse=True)
def lots_of_the_test(lots_of_the_module: None) -> None:
    """Other ones than the module's: what must differ does."""
    LOTS.seed(1)


@pytest.fixture
def club(db: None) -> Club:
    return ClubFactory(name="Rotterdam GIPF Club", slug="rotterdam")


@pytest.fixture
def organiser(club: Club) -> Account:
    """Holds the role of organiser in `club`, and nothing else."""
    return organiser_of(club)


@pytest.fixture
def arbiter_to_be(club: Club) -> Account:
    """A member of `club` who can sign in and holds no role yet: grant it in the scope of your event."""
    return player_in(club, name="Ada Arbiter")


@pytest.fixture
def stranger(db: None) -> Account:
    """Organises another club, and has no business in `club`."""
    return organiser_of(ClubFactory(name="Another Club", slug="another"))


@pytest.fixture
def real_database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """A database that threads can fight over: PostgreSQL, and on SQLite a file of this test alone."""
    connection = connections["default"]
    if connection.vendor != "sqlite":
        yield
        return
    assert not connection.in_atomic_block, "what the test writes would be seen by nobody else"
    connection.ensure_connection()
    shared, its_name = connection.connection, connection.settings_dict["NAME"]
    file = tmp_path / "real.sqlite3"
    with sqlite3.connect(file) as copy:
        shared.backup(copy)
        copy.execute("PRAGMA journal_mode=WAL")  # once for all: threads that change it together lock each other out
    copy.close()
    # All threads make their connections from this one dictionary.
    connection.connection, connection.settings_dict["NAME"] = None, str(file)
    try:
        yield
    finally:
        connection.close()
        connection.connection, connection.settings_dict["NAME"] = shared, its_name


@pytest.fixture
def kept_connection() -> Iterator[None]:
    """What is called by WSGI would close the connection that the test's transaction is on."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
