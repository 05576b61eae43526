"""Signing up on a phone: with a passkey of the device, and by the link of a mail."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from common.jobs.services import run_due
from players.models import Account
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory
from tests.players.accounts.test_passkeys_in_browser import plug_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def open_server(live_server: LiveServer, settings: Any) -> None:
    settings.SIGN_UP, settings.EMAIL_HOST = True, "mail.example.org"
    settings.PASSKEY_ORIGINS = (live_server.url,)
    AccountFactory(username="boss")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_passkey_is_an_account_in_three_steps(open_page: Open, language: str) -> None:
    page = open_page("/sign-in", language=language, width=PHONE)
    plug_in(page)
    page.locator("a[href='/sign-up']").click()
    assert axe_faults(page) == [] and overflow(page) == 0
    page.locator("#passkey_name").fill("Nora Lind")
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    account = Account.objects.exclude(username="boss").get()
    assert account.username == "nora.lind" and account.language == language


def test_the_link_of_a_mail_leads_to_a_password_by_keyboard_alone(open_page: Open, live_server: LiveServer) -> None:
    page = open_page("/sign-up", width=PHONE)
    page.get_by_label("Your name").first.focus()
    page.keyboard.type("Nora Lind")
    page.keyboard.press("Tab")
    page.keyboard.type("nora@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A link is on its way to your address.")).to_be_visible()
    run_due()
    path = re.search(r"/sign-up/\S+", mail.outbox[-1].body)
    assert path is not None
    page.goto(live_server.url + path[0])
    assert axe_faults(page) == [] and overflow(page) == 0
    page.get_by_label("New password").fill("a good long password")
    page.get_by_label("Once more").fill("a good long password")
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    assert Account.objects.exclude(username="boss").get().email == "nora@example.org"
