"""/metrics is there for allowed networks and for the token's bearer; everybody else finds no such page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from gipfel import environment
from testing.factories import administrator

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-some-thirty-characters"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


def status(client: Client, address: str = "127.0.0.1", method: str = "GET", **environ: str) -> int:
    return client.generic(method, "/metrics", REMOTE_ADDR=address, **environ).status_code


def test_it_is_off_unless_set(client: Client) -> None:
    client.force_login(administrator())
    assert status(client) == 404
    assert client.get("/metrics", headers=BEARER).status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_whoever_may_not_read_it_sees_the_page_of_any_unknown_address(client: Client, settings: LazySettings) -> None:
    settings.METRICS_ALLOWED = ("10.0.0.0/8",)
    refused, unknown = client.get("/metrics"), client.get("/metrix")
    assert refused.status_code == unknown.status_code == 404

    def body(answer: Any) -> bytes:
        page: bytes = answer.content.replace(answer["X-Request-ID"].encode(), b"")
        return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", page)

    assert body(refused).replace(b"metrics", b"metrix") == body(unknown)


def test_networks_are_allowed(client: Client, settings: LazySettings) -> None:
    settings.METRICS_ALLOWED = ("10.1.0.0/16", "2001:db8::/32")
    asked = ("10.1.2.3", "2001:db8::7", "10.2.0.1", "127.0.0.1", "::ffff:10.1.2.3", "")
    assert [status(client, address) for address in asked] == [200, 200, 404, 404, 200, 404]


def test_a_proxy_is_seen_through_where_it_is_trusted(client: Client, settings: LazySettings) -> None:
    settings.METRICS_ALLOWED, settings.TRUSTED_PROXIES = ("127.0.0.1", "10.1.2.3"), ("127.0.0.1",)
    assert status(client, HTTP_X_FORWARDED_FOR="198.51.100.7") == 404
    assert status(client, HTTP_X_FORWARDED_FOR="10.1.2.3") == 200
    assert status(client, HTTP_X_FORWARDED_FOR="10.1.2.3, 198.51.100.7") == 404
    assert status(client) == 200  # from that machine itself


@pytest.mark.parametrize(
    "signs",
    [{"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, {"HTTP_X_FORWARDED_PROTO": "https"}, {"SERVER_PROTOCOL": "HTTP/1.0"}],
)
@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",)])
def test_an_allowed_address_is_not_that_of_a_proxy_which_hides_its_client(
    client: Client, settings: LazySettings, signs: dict[str, str], trusted: tuple[str, ...]
) -> None:
    settings.METRICS_ALLOWED, settings.TRUSTED_PROXIES = ("127.0.0.1",), trusted
    assert status(client, **signs) == 404


def test_the_token_opens_it_from_anywhere(client: Client, settings: LazySettings) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", headers=BEARER, REMOTE_ADDR="198.51.100.7").status_code == 200
    for other in (f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Token {TOKEN}", TOKEN, "Bearer ä", "Bearer "):
        assert client.get("/metrics", HTTP_AUTHORIZATION=other).status_code == 404
    assert client.get("/metrics").status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "BREW"])
def test_it_is_only_read(client: Client, settings: LazySettings, method: str) -> None:
    settings.METRICS_ALLOWED = ("127.0.0.1",)
    assert status(client, method=method) == 404


def test_settings_that_cannot_be_used_stop_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("METRICS_ALLOWED", "10.0.0.0/8,somewhere")
    with pytest.raises(ImproperlyConfigured, match="METRICS_ALLOWED: 'somewhere'"):
        environment.metrics_networks()
    file = tmp_path / "token"
    for content in (None, "", "short"):
        if content is not None:
            file.write_text(content)
        monkeypatch.setenv("METRICS_TOKEN_FILE", str(file))
        with pytest.raises(ImproperlyConfigured, match="at least 20 characters"):
            environment.metrics_token()
    file.write_text(f"{TOKEN}\n")
    assert environment.metrics_token() == TOKEN
