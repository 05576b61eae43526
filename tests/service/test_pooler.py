"""The service behind a pool that gives each transaction another connection to PostgreSQL (PgBouncer)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.db import connection

from testing import PROJECT
from testing.servers import PgBouncer, Postgres

pytestmark = [pytest.mark.service, pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL")]

SCRIPT = """
import threading, django
django.setup()
from django.core.management import call_command
from django.db import connection, connections, transaction
call_command("migrate", verbosity=0)
from common.journal import services as journal
from common.journal.models import JournalEntry, Scope
from gipfel import write_probe
from players.clubs.acts import EditClub
from players.core.queries.records import record_ids
from players.models import Person
journal.open_scope("club:1", journal.SERVER)
people = [Person.objects.create(name=f"Person {number}") for number in range(3)]
ready = threading.Barrier(4)
failed = []
def work():
    try:
        ready.wait()
        for turn in range(30):
            with journal.commit("club:1", None, EditClub):
                pass
            for person in people:
                assert record_ids(person.pk) == [person.pk]
            assert len(list(Person.objects.order_by("pk").iterator(chunk_size=1))) >= 3
            assert write_probe._try() == "ok"
            with connection.cursor() as cursor:
                cursor.execute("SHOW lock_timeout")
                assert cursor.fetchone() == ("0",), "left behind for whoever gets this connection next"
    except BaseException as error:
        failed.append(repr(error))
    finally:
        connections.close_all()
threads = [threading.Thread(target=work) for _thread in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert not failed, failed
assert JournalEntry.objects.filter(scope__key="club:1").count() == 120 == Scope.objects.get(key="club:1").version
print("all done")
"""


@pytest.fixture
def pool() -> Iterator[PgBouncer]:
    """Two connections for four threads."""
    postgres = Postgres().start()
    pool = PgBouncer(postgres, 2).start()
    postgres.create("pooled")
    yield pool
    pool.stop()
    postgres.stop()


def test_acts_compiled_queries_portions_and_probes_work_on_any_connection(pool: PgBouncer) -> None:
    pooled = {"DATABASE_URL": pool.url("pooled"), "DATABASE_TRANSACTION_POOLER": "1"}
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test"} | pooled
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "all done", done.stderr[-3000:]
