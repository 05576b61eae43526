"""Who may read from a replica: whoever has seen no more than it has. Here it stands still until it is copied."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.db import connection, connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.jobs.models import Heartbeat
from common.journal.models import Scope
from gipfel.replicas import PRIMARY, REPLICA, Router, reading_from
from players.models import Account, Club
from testing.factories import player_in
from testing.tournaments.factories import with_players
from tournaments.models import Event

Copy = Callable[[], None]
THERE, HERE = "As the replica has it", "As the primary has it"


def copy_database(file: Path) -> str:
    """Make a second database that is as the first; its name."""
    connections.close_all()
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(name)) as primary, closing(sqlite3.connect(file)) as copy:
            primary.backup(copy)
        return str(file)
    host, port, user = (connection.settings_dict[key] for key in ("HOST", "PORT", "USER"))
    with psycopg.connect(host=host, port=port, user=user, dbname="postgres", autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}_replica"'.encode())
        server.execute(f'CREATE DATABASE "{name}_replica" TEMPLATE "{name}"'.encode())
    return f"{name}_replica"


def connect(database: BaseDatabaseWrapper) -> None:
    """As Django does it outside of tests, which refuse databases that they do not know from the beginning."""
    if database.connection is None:
        with database.wrap_database_errors:
            database.connect()


@pytest.fixture
def event(real_database: None, club: Club, organiser: Account) -> Event:
    made = with_players(club, organiser, ("Ada", "Ben", "Cleo"), self_entry=True)
    Heartbeat.objects.create(worker="one", at=timezone.now())
    Event.objects.filter(pk=made.pk).update(name=HERE)
    return made


@pytest.fixture
def catch_up(event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Call it and the replica is what the primary is, but for the name of the event: that tells who answered."""

    def copy() -> None:
        there = connections.settings[PRIMARY] | {"NAME": copy_database(tmp_path / "replica.sqlite3")}
        monkeypatch.setitem(connections.settings, REPLICA, there)
        if any(each.alias == REPLICA for each in connections.all(initialized_only=True)):
            del connections[REPLICA]  # of the test before: what ends that looks at all databases
        Event.objects.using(REPLICA).filter(pk=event.pk).update(name=THERE)

    monkeypatch.setattr(router, "routers", [Router()])
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", connect)
    copy()
    yield copy
    connections[REPLICA].close()
    del connections[REPLICA]


def answered_by(reader: Client, event: Event, **headers: str) -> str:
    """Where the event's row was read for its page. Parts of the page may lie in the cache, by the scope's version."""
    with CaptureQueriesContext(connections[REPLICA]) as asked:
        assert reader.get(f"/events/{event.pk}", headers=headers).status_code == 200
    return REPLICA if any("tournaments_event" in query["sql"] for query in asked) else PRIMARY


def version(event: Event) -> int:
    return Scope.objects.get(key=event.scope).version


def test_who_has_seen_nothing_reads_from_the_replica(catch_up: Copy, event: Event) -> None:
    assert answered_by(Client(), event) == REPLICA


def test_who_has_acted_reads_from_the_primary_until_the_replica_has_it(
    catch_up: Copy, event: Event, club: Club
) -> None:
    player = Client()
    player.force_login(player_in(club, name="Dora"))
    assert answered_by(player, event) == REPLICA
    assert player.post(f"/events/{event.pk}/join").status_code == 302
    assert player.cookies["seen"].value == f"{event.scope}={version(event)}"
    assert (answered_by(player, event), answered_by(Client(), event)) == (PRIMARY, REPLICA)
    catch_up()
    assert answered_by(player, event) == REPLICA


@pytest.mark.parametrize(("ahead", "answers"), [(0, REPLICA), (1, PRIMARY)])
def test_a_program_reads_what_its_tag_says_that_it_has_seen(
    catch_up: Copy, event: Event, ahead: int, answers: str
) -> None:
    tag = f'"{event.scope}.{version(event) + ahead}.0b7e"'
    assert answered_by(Client(), event, if_none_match=tag) == answers


def test_a_replica_that_is_far_behind_is_not_read_from(catch_up: Copy, event: Event) -> None:
    Heartbeat.objects.using(REPLICA).update(at=timezone.now() - timedelta(seconds=40))
    assert answered_by(Client(), event) == PRIMARY


def test_a_replica_that_is_gone_is_not_missed(catch_up: Copy, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    connections[REPLICA].close()
    monkeypatch.setitem(connections[REPLICA].settings_dict, "NAME", "/nowhere/there")
    assert HERE in Client().get(f"/events/{event.pk}").content.decode()


def test_what_decides_or_writes_asks_the_primary(catch_up: Copy, event: Event) -> None:
    with reading_from(REPLICA):
        assert Event.objects.get(pk=event.pk).name == THERE
        assert Account.objects.all().db == PRIMARY
        assert Event.objects.select_for_update().db == PRIMARY
        with transaction.atomic():
            assert Event.objects.get(pk=event.pk).name == HERE
        Event.objects.get(pk=event.pk).save()
    assert Event.objects.get(pk=event.pk).name == THERE  # written to the primary, as it was read
