"""The bell on a service: a challenge is seen on any page as soon as a worker has looked, without loading it again."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser, expect

from players.accounts.services.tokens import make_token
from testing.play.online import two_accounts
from testing.servers import free_port
from testing.service.processes import Service
from tests.service.test_attempt_clock import signed_in

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000


def ask(method: str, address: str, key: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a web process answers to a program."""
    headers = {"Authorization": f"Token {key}", "Content-Type": "application/json"}
    body = None if data is None else json.dumps(data).encode()
    with urlopen(Request(address, body, headers, method=method)) as answer:
        answered: dict[str, Any] = json.loads(answer.read() or "{}")
    return answered


@pytest.mark.slow
def test_a_challenge_shows_on_any_page_and_goes_when_it_is_withdrawn(
    service: Service, collected_files: None, chromium: Browser, settings: LazySettings
) -> None:
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # sessions of the test are those of the processes
    wanda, bela = two_accounts()
    port = free_port()
    service.web(port)
    service.worker()
    site = f"http://127.0.0.1:{port}"
    context = signed_in(chromium, bela, site)
    page = context.new_page()
    page.goto(f"{site}/about", timeout=PATIENCE)
    bell = page.locator("[data-notifications]")
    expect(bell).to_have_attribute("data-unread", "0")
    page.evaluate("window.wasNotLoadedAgain = true")
    key = make_token(account=wanda, label="a program").key
    wanted = {"rules": "gipf-basic", "control": "300+3", "audience": "person", "opponent": bela.person_id}
    made = ask("POST", f"{site}/api/v1/play/challenges", key, wanted)
    expect(bell).to_have_attribute("data-unread", "1", timeout=PATIENCE)
    assert page.title().startswith("(1) ")
    expect(page.locator("[data-notifications-says]")).to_have_text("1 notification")
    ask("DELETE", f"{site}/api/v1/play/challenges/{made['id']}", key)
    expect(bell).to_have_attribute("data-unread", "0", timeout=PATIENCE)
    assert not page.title().startswith("(")
    assert page.evaluate("window.wasNotLoadedAgain")
    context.close()
