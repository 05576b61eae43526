"""Redis may be away: pages, sign-in and the API go on, and the probe says what is missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client, override_settings

from testing.factories import AccountFactory
from testing.servers import free_port


@pytest.fixture
def redis_is_away() -> Iterator[None]:
    """The service's cache settings, pointed at a port where nobody listens."""
    url = f"redis://127.0.0.1:{free_port()}/0"
    options = {"IGNORE_EXCEPTIONS": True, "SOCKET_CONNECT_TIMEOUT": 1}
    options["SERIALIZER"] = "common.cached_values.JsonValues"
    cache = {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": url, "OPTIONS": options}
    with override_settings(CACHES=dict.fromkeys(settings.CACHES, cache), REDIS_URL=url):
        yield


@pytest.mark.usefixtures("redis_is_away", "db")
def test_signing_in_and_reading_go_on(client: Client) -> None:
    AccountFactory(username="ada", password="a long password")
    assert client.post("/sign-in", {"username": "ada", "password": "wrong"}).status_code == 400
    answer = client.post("/sign-in", {"username": "ada", "password": "a long password"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/"
    assert client.get("/api/v1/clubs").json()["results"] == []


@pytest.mark.usefixtures("redis_is_away", "db")
def test_the_probe_names_what_does_not_answer_and_lets_the_balancer_keep_the_node(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["state"] == "degraded"
    assert answer.json()["redis"] == "does not answer"
    assert answer.json()["database"] == "ok"
