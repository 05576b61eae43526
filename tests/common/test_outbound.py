"""Requests to addresses that somebody typed in go to public addresses alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address

import pytest
from django.conf import LazySettings

from common import outbound
from common.outbound import NotSent, check_address, is_public, post
from gipfel import settings as of_the_service
from tests.receiver import Receiver, receiver

NOT_PUBLIC = (
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1",
    "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::",
    "2002:a00:1::", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001:0:7f00:1::", "2001:db8::1",
    "192.0.0.192", "192.0.0.8", "192.0.0.170", "168.63.129.16", "192.88.99.1", "0.1.2.3", "100.127.255.254",
    "fec0::1", "feff::1", "fd00:ec2::254", "::ffff:168.63.129.16", "::ffff:192.0.0.192", "2002:a83f:8110::1",
    "::808:808", "64:ff9b::808:808", "100::1", "2001:10::1", "5f00::1",
)  # fmt: skip


@pytest.fixture(autouse=True)
def as_in_service(settings: LazySettings) -> None:
    settings.OUTBOUND_TO_LOOPBACK = False


@pytest.fixture
def one() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name be at these addresses."""

    def getaddrinfo(_host: str, port: int, **_kwargs: object) -> list[object]:
        return [
            (socket.AF_INET6 if ":" in each else socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port))
            for each in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_addresses_within_networks_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "193.0.6.139", "2001:67c:2e8:22::c100:68b", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/", "https://", "ftp://example.org/", "https://user:pass@example.org/", "https://u@example.org/",
        "https://example.org/#part", "https://example.org:0/", "https://example.org:99999/", "https://exa mple.org/",
        "https://example.org/\r\nX-Injected: 1", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1:8443/",
        "https://[::ffff:169.254.169.254]/latest/meta-data", "https://ex\u00e4mple.org/", "https://e.org/" + "x" * 500,
    ],
)  # fmt: skip
def test_an_address_that_nothing_may_be_posted_to(address: str) -> None:
    with pytest.raises(ValueError):
        check_address(address)
    with pytest.raises(NotSent) as refused:
        post(address, b"{}", {})
    assert refused.value.why == "address"


def test_the_service_itself_never_posts_to_this_computer() -> None:
    assert of_the_service.OUTBOUND_TO_LOOPBACK is False


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.8", "::ffff:127.0.0.1", "fe80::1"])
def test_a_name_that_resolves_to_a_private_address_is_not_connected_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is a name of which one address alone is private."""
    asked: list[object] = []
    monkeypatch.setattr(socket.socket, "connect", lambda _self, where: asked.append(where))
    for addresses in ((address,), ("8.8.8.8", address)):
        resolve_to(monkeypatch, *addresses)
        with pytest.raises(NotSent) as refused:
            post("https://harmless.example/", b"{}", {})
        assert refused.value.why == "address"
    assert asked == []


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is asked for once: what it leads to a moment later (DNS rebinding) does not matter."""
    answers = iter((["8.8.8.8"], ["127.0.0.1"]))
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda _host, port, **_kwargs: [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in next(answers)
        ],
    )
    asked: list[object] = []

    def connect(_self: object, where: object) -> None:
        asked.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(NotSent) as failed:
        post("https://rebinding.example/", b"{}", {})
    assert (asked, failed.value.why) == ([("8.8.8.8", 443)], "connection")


def test_a_redirect_is_an_answer_and_is_not_followed(settings: LazySettings, one: Receiver) -> None:
    settings.OUTBOUND_TO_LOOPBACK = True
    one.answer(302, b"elsewhere", Location=one.address)
    answer = post(one.address, b"{}", {})
    assert (answer.status, answer.is_success, len(one.got)) == (302, False, 1)


def test_of_an_answer_the_beginning_alone_is_read(settings: LazySettings, one: Receiver) -> None:
    settings.OUTBOUND_TO_LOOPBACK = True
    one.answer(200, b"x" * 5_000_000, Retry_After="7")
    answer = post(one.address, b"{}", {})
    assert answer.body == b"x" * outbound.MOST_READ
    assert answer.retry_after == 7


def test_whoever_answers_a_byte_at_a_time_is_left(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes within the time for one: the time for the whole ends it."""
    settings.OUTBOUND_TO_LOOPBACK = True
    monkeypatch.setattr(outbound, "WHOLE_SECONDS", 0.3)
    stop = threading.Event()

    def drip(server: socket.socket) -> None:
        taken, _from = server.accept()
        with taken, suppress(OSError):
            while not stop.wait(0.02):
                taken.sendall(b"H")

    with socket.create_server(("127.0.0.1", 0)) as server:
        dripping = threading.Thread(target=drip, args=[server], daemon=True)
        dripping.start()
        with pytest.raises(NotSent) as failed:
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        stop.set()
        dripping.join()
    assert failed.value.why == "timeout"


def test_no_http_and_no_tls_are_told_apart(settings: LazySettings, one: Receiver) -> None:
    settings.OUTBOUND_TO_LOOPBACK = True
    with pytest.raises(NotSent) as failed:
        post(one.address.replace("http://", "https://"), b"{}", {})
    assert failed.value.why == "tls"
