"""Several web processes on one socket: whichever is asked for /metrics knows what all of them did."""

from __future__ import annotations

import http.client
import os
import signal
from pathlib import Path
from typing import NamedTuple

import pytest

from testing.servers import free_port
from testing.service.processes import Service, eventually
from tests.monitoring.metrics_reader import Metrics

pytestmark = [pytest.mark.service, pytest.mark.slow]
REQUESTS = 40
PAGE = {"route": "/healthz", "method": "GET", "status": "2xx"}


class ProcessReply(NamedTuple):
    """What a process said."""

    status: int
    text: str


class Asker:
    """Each request on a connection of its own, so that any of the processes may answer it."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str) -> ProcessReply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path)
        response = connection.getresponse()
        answer = ProcessReply(response.status, response.read().decode())
        connection.close()
        return answer

    def metrics(self) -> Metrics:
        return Metrics(self.get("/metrics").text)


def _children(pid: int) -> list[int]:
    """The web processes: children of the first that are not Python's own helpers."""
    children = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [each for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def test_whichever_is_asked_knows_what_all_did(service: Service) -> None:
    port = free_port()
    service.environment |= {"METRICS_ALLOWED": "127.0.0.1"}
    web = service._start("web", PORT=str(port), WEB_CONCURRENCY="2")
    asker = Asker(port)
    eventually(lambda: _answers(asker) and asker.metrics()("gipfel_web_threads") == 16, 60, "both processes")
    before = asker.metrics()("gipfel_http_requests_total", **PAGE)
    for _ in range(REQUESTS):
        assert asker.get("/healthz").status == 200
    assert asker.metrics()("gipfel_http_requests_total", **PAGE) - before == REQUESTS
    assert asker.metrics()("gipfel_web_threads_busy") == 1  # that which answers this

    os.kill(_children(web.popen.pid)[0], signal.SIGKILL)
    eventually(lambda: _answers(asker) and len(_children(web.popen.pid)) == 2, 60, "a process in its place")
    eventually(lambda: asker.metrics()("gipfel_web_threads") == 16, 30, "gauges without those of the dead")
    assert asker.metrics()("gipfel_http_requests_total", **PAGE) - before >= REQUESTS


def _answers(asker: Asker) -> bool:
    try:
        return asker.get("/healthz").status == 200
    except OSError:
        return False
