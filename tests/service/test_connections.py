"""How many connections to PostgreSQL a web process has at most: those of its pool, or one for each of its threads."""

from __future__ import annotations

import json
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import psycopg
import pytest
from websockets.sync.client import connect

from testing.factories import ClubFactory, organiser_of
from testing.servers import free_port
from testing.service.processes import Service
from testing.tournaments.factories import FOUR, running

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

AT_ONCE, REQUESTS = 24, 400
NAME = "of-this-test"
COUNT = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"


@pytest.mark.parametrize(
    ("pool", "most"),
    [
        ("8", 8),  # as compose.yaml says
        ("0", 16),  # as docs/operators.md says: eight threads of requests, and eight others
    ],
)
def test_a_web_process_has_no_more_connections_than_it_is_allowed(service: Service, pool: str, most: int) -> None:
    club = ClubFactory()
    event = running(club, organiser_of(club), FOUR, rounds=1)
    url, port = service.environment["DATABASE_URL"], free_port()
    service.environment |= {"DATABASE_URL": f"{url}?application_name={NAME}", "DATABASE_POOL": pool}
    service.web(port)
    paths = cycle(["/", f"/events/{event.pk}", f"/events/{event.pk}/pairings/1", "/games", "/ratings", "/readyz"])
    found, done = [0], threading.Event()

    def watch() -> None:
        with psycopg.connect(url, autocommit=True) as database:
            while not done.wait(0.02):
                (number,) = database.execute(COUNT, [NAME]).fetchone() or (0,)
                found.append(number)

    watching = threading.Thread(target=watch)
    watching.start()
    with connect(f"ws://127.0.0.1:{port}/live", origin=f"http://127.0.0.1:{port}") as live:
        live.send(json.dumps({"language": "en", "follow": [{"page": f"event:{event.pk}", "seen": ""}]}))
        live.recv(30)
        with ThreadPoolExecutor(AT_ONCE) as readers:
            statuses = set(readers.map(lambda path: _status(port, path), (next(paths) for _ in range(REQUESTS))))
    done.set()
    watching.join()
    assert statuses == {200}
    assert 1 < max(found) <= most, f"{max(found)} connections"


def _status(port: int, path: str) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        return int(answer.status)
