"""A server that is asked for the head of a page sends no body, and says how long the body would be."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory

from gipfel.wsgi import application


@pytest.fixture(autouse=True)
def connections_stay() -> Any:
    """The test's transaction lives on after the request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _ask(method: str, path: str) -> tuple[str, dict[str, str], bytes]:
    told: list[Any] = []
    environ = RequestFactory().generic(method, path).environ
    body = b"".join(application(environ, lambda status, headers, *_: told.extend([status, dict(headers)])))
    return told[0], told[1], body


@pytest.mark.parametrize("path", ["/", "/healthz", "/no-such-page", "/api/v1/clubs"])
def test_head_is_get_without_its_body(db: None, path: str) -> None:
    status, headers, body = _ask("GET", path)
    assert body
    status_of_head, headers_of_head, nothing = _ask("HEAD", path)
    assert nothing == b""
    assert status_of_head == status
    assert headers_of_head["Content-Type"] == headers["Content-Type"]
    assert int(headers_of_head["Content-Length"]) > 0
