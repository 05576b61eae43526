"""DATABASE_URL with one host and with several, as PostgreSQL's own programs read it (libpq, 34.1.1.3)."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from gipfel.database_address import FIND_LOSS, parse


def test_several_hosts_keep_their_ports_in_their_order() -> None:
    address = (
        "postgres://gipfel:p%40ss@one.example:6432,two.example,[fd00::7]:5433/club?target_session_attrs=read-write"
    )
    found = parse(address)
    assert (found["HOST"], found["PORT"]) == ("one.example,two.example,fd00::7", "6432,5432,5433")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("gipfel", "p@ss", "club")
    assert found["OPTIONS"] == FIND_LOSS | {"target_session_attrs": "read-write"}


def test_a_lost_server_is_found_unless_the_address_says_otherwise() -> None:
    options = parse("postgres://gipfel@one:5433/club?connect_timeout=30")["OPTIONS"]
    assert options == FIND_LOSS | {"connect_timeout": 30}
    assert options["tcp_user_timeout"] == 25_000, "the system's own would be two hours"


def test_sqlite_knows_none_of_this() -> None:
    assert "OPTIONS" not in parse("sqlite:////var/lib/gipfel/gipfel.sqlite3")


@pytest.mark.parametrize("hosts", ["one:54x2,two", "one,,two", "one:5432:5433,two"])
def test_hosts_that_cannot_be_read_are_refused_without_the_password(hosts: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="one:5432,two:5432") as refused:
        parse(f"postgres://gipfel:hidden-word@{hosts}/club")
    assert "hidden-word" not in str(refused.value)
