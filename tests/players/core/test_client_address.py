from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from gipfel import environment
from players.core.client_address import ClientAddress, network_of, parse_proxies


def passed(settings: Any, trusted: tuple[str, ...], **meta: str) -> HttpRequest:
    """The request as views get it."""
    settings.TRUSTED_PROXIES = trusted
    seen: list[HttpRequest] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse()

    ClientAddress(view)(RequestFactory().get("/", **meta))
    return seen[0]


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded_for", "client"),
    [
        ((), "198.51.100.1", "1.2.3.4", "198.51.100.1"),  # nobody is trusted
        ((), "127.0.0.1", "1.2.3.4", "127.0.0.1"),  # not even this machine
        (
            ("127.0.0.1",),
            "127.0.0.1",
            "1.2.3.4, 203.0.113.9",
            "203.0.113.9",
        ),  # what the reader wrote counts for nothing
        (("127.0.0.1",), "127.0.0.1", "", "127.0.0.1"),
        (("127.0.0.1",), "198.51.100.1", "1.2.3.4", "198.51.100.1"),  # a stranger who writes the header
        (("127.0.0.1", "10.0.0.0/8"), "127.0.0.1", "1.2.3.4, 203.0.113.9, 10.1.1.1", "203.0.113.9"),  # two proxies
        (("127.0.0.1",), "127.0.0.1", "1.2.3.4, 203.0.113.9, 10.1.1.1", "10.1.1.1"),  # of which one is not trusted
        (("10.0.0.0/8",), "10.1.1.1", "10.0.0.7, 10.0.0.8", "10.0.0.7"),  # all are: the first who asked
        (("127.0.0.1",), "127.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        (("::1",), "::1", "[2001:db8::7]:4711", "2001:db8::7"),
        (("127.0.0.1",), "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"),
        (("127.0.0.1",), "127.0.0.1", "203.0.113.9, unknown", "127.0.0.1"),  # a proxy that does not say
        (("127.0.0.1",), "127.0.0.1", "<script>, 203.0.113.9", "203.0.113.9"),
        (("unix",), "", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        (("127.0.0.1",), "", "203.0.113.9", ""),
    ],
)
def test_the_client_is_the_nearest_address_that_no_trusted_proxy_has(
    settings: Any, trusted: tuple[str, ...], peer: str, forwarded_for: str, client: str
) -> None:
    request = passed(settings, trusted, REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded_for)
    assert request.META["REMOTE_ADDR"] == client


def test_https_is_believed_of_a_trusted_proxy_alone(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    claim = {"REMOTE_ADDR": "198.51.100.1", "HTTP_X_FORWARDED_PROTO": "https"}
    assert not passed(settings, ("127.0.0.1",), **claim).is_secure()
    assert passed(settings, ("198.51.100.0/24",), **claim).is_secure()


@pytest.mark.parametrize(
    ("environ", "proxies"),
    [
        ({}, ()),
        ({"BEHIND_PROXY": "1"}, ("127.0.0.1", "::1", "unix")),
        ({"TRUSTED_PROXIES": "10.0.0.1, 10.1.0.0/16"}, ("10.0.0.1", "10.1.0.0/16")),
        ({"TRUSTED_PROXIES": "10.0.0.1", "BEHIND_PROXY": "1"}, ("10.0.0.1",)),
    ],
)
def test_trust_is_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], proxies: tuple[str, ...]
) -> None:
    for name in ("TRUSTED_PROXIES", "BEHIND_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert environment.proxies() == proxies


@pytest.mark.parametrize("wrong", ["*", "all", "proxy.example.org", "10.0.0.0/33", "2"])
def test_what_is_no_address_cannot_be_trusted(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", wrong)
    with pytest.raises(ImproperlyConfigured, match="Name addresses or networks with commas"):
        environment.proxies()


def test_a_place_is_an_address_or_a_network_of_ipv6() -> None:
    assert network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("::ffff:203.0.113.9") == "203.0.113.9"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("") == "" and parse_proxies(()).trust("") is False
