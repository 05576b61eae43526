"""Idle connections to PostgreSQL: one that stands is not asked, one that was ended is found before it is used."""

from __future__ import annotations

import select
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

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
