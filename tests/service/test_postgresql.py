"""Idle connections to PostgreSQL: one that stands is not asked, one that was ended is found before it is used."""

from __future__ import annotations

import select
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from gipfel import outages, upgrades

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="this is about PostgreSQL's connections"),
]

STATEMENTS = "SELECT query FROM pg_stat_activity WHERE pid = %s"


@pytest.fixture
def other() -> Iterator[BaseDatabaseWrapper]:
    """A connection of another thread, with health checks as in the service."""
    made = connections.create_connection("default")
    made.health_check_enabled = True
    yield made
    made.close()


def pid_of(wrapper: BaseDatabaseWrapper) -> int:
    driver: Any = wrapper.connection
    return int(driver.info.backend_pid)


def begin_request(wrapper: BaseDatabaseWrapper) -> None:
    """As Django does before each: what was found of the connection is forgotten."""
    wrapper.health_check_done = False


def ask(wrapper: BaseDatabaseWrapper, statement: str, *values: Any) -> Any:
    with wrapper.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]


def test_a_connection_that_is_silent_is_sent_nothing_but_the_statement(other: BaseDatabaseWrapper) -> None:
    assert ask(other, "SELECT 'the statement'") == "the statement"
    begin_request(other)
    other.close_if_health_check_failed()
    assert ask(connection, STATEMENTS, pid_of(other)) == "SELECT 'the statement'"


def test_a_connection_that_the_server_ended_is_replaced_before_the_statement(other: BaseDatabaseWrapper) -> None:
    ask(other, "SELECT 1")
    ended = pid_of(other)
    assert ask(connection, "SELECT pg_terminate_backend(%s)", ended)
    driver: Any = other.connection
    assert select.select([driver.fileno()], [], [], 10)[0]
    begin_request(other)
    assert ask(other, "SELECT 2") == 2
    assert pid_of(other) != ended


def pooled(size: int) -> dict[str, Any]:
    """Settings of a connection that comes from a pool, as DATABASE_POOL makes them."""
    options = connection.settings_dict["OPTIONS"] | {"pool": {"min_size": 1, "max_size": size, "timeout": 0.2}}
    return connection.settings_dict | {"CONN_MAX_AGE": 0, "OPTIONS": options}


def test_who_finds_no_free_connection_in_the_pool_is_told_that_the_server_is_busy() -> None:
    wrapper = type(connections["default"])
    one, another = wrapper(pooled(1), "pooled"), wrapper(pooled(1), "pooled")
    try:
        assert ask(one, "SELECT 1") == 1
        with pytest.raises(OperationalError) as refused:
            ask(another, "SELECT 2")
        assert outages.classify(refused.value) is outages.BUSY
        one.close()
        assert ask(another, "SELECT 2") == 2
    finally:
        another.close()
        another.close_pool()


@pytest.mark.django_db(transaction=True)
def test_no_pool_is_left_for_processes_that_are_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    for name, value in pooled(1).items():
        monkeypatch.setitem(connection.settings_dict, name, value)
    upgrades.refuse_at_start()
    assert connection.alias not in getattr(connections["default"], "_connection_pools")  # noqa: B009  no stub has it
