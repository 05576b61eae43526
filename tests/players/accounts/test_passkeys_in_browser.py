"""Passkeys as Chromium asks for them, of a device that it plays itself (WebAuthn's virtual authenticator)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from players.accounts.totp import encrypt, new_secret
from players.models import Account, Passkey, SecondFactor
from testing.browser import Open
from testing.factories import PASSWORD, AccountFactory
from tests.plain_http import open_over_plain_http

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VERIFYING = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
BY_PASSKEY = "Sign in with a passkey"


@pytest.fixture
def owner(live_server: LiveServer, settings: Any) -> Account:
    settings.PASSKEY_ORIGINS = (live_server.url,)
    return AccountFactory(username="anna")


@pytest.fixture
def page(open_page: Open, owner: Account) -> Page:
    """A browser on whose device the owner has just made a passkey, signed out."""
    page = open_page("/account/passkeys", owner)
    plug_in(page)
    page.get_by_label("Name of the passkey").fill("blue phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("cell", name="blue phone")).to_be_visible()
    sign_out(page)
    return page


def plug_in(page: Page, **changed: Any) -> None:
    """Give the page a device."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": VERIFYING | changed})


def sign_out(page: Page) -> None:
    page.locator("summary", has_text="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.click()
    expect(page.get_by_role("button", name=BY_PASSKEY)).to_be_visible()


def expect_signed_in(page: Page) -> None:
    expect(page.locator("summary", has_text="anna")).to_be_visible()


def test_a_passkey_is_made_signs_in_and_is_removed(page: Page, owner: Account) -> None:
    before = Passkey.objects.get(account=owner)
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect_signed_in(page)
    after = Passkey.objects.get()
    assert after.used_at is not None and after.sign_count > before.sign_count
    page.goto(page.url.rstrip("/") + "/account/passkeys")
    page.locator("summary", has_text="Remove").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_role("cell", name="blue phone")).to_have_count(0)
    sign_out(page)
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()


def test_one_device_is_not_added_twice(page: Page) -> None:
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect_signed_in(page)
    page.goto(page.url.rstrip("/") + "/account/passkeys")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("No passkey was used.")).to_be_visible()
    assert Passkey.objects.count() == 1


def test_it_stands_for_the_code_after_the_password(page: Page, owner: Account) -> None:
    secret = encrypt(new_secret())
    SecondFactor.objects.create(account=owner, secret=secret, last_step=1, since="2026-01-01T00:00Z")
    page.get_by_label("Sign-in name").fill("anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Code")).to_be_visible()
    page.get_by_role("button", name="Use a passkey instead").click()
    expect_signed_in(page)


def test_a_changed_answer_and_one_that_was_given_before_are_refused(page: Page) -> None:
    given = []

    def change(route: Route) -> None:
        form = {name: values[0] for name, values in parse_qs(route.request.post_data or "").items()}
        if "credential" in form:
            given.append(form["credential"])
            answer = json.loads(form["credential"])
            signature = answer["response"]["signature"]
            answer["response"]["signature"] = signature[:-4] + ("AAAA" if signature[-4:] != "AAAA" else "BBBB")
            form["credential"] = given[0] if len(given) > 1 else json.dumps(answer)
        route.continue_(post_data=urlencode(form))

    page.route("**/sign-in/passkey", change)
    for times in (1, 2):  # changed; then the answer of the first time, to the question of the second
        page.get_by_role("button", name=BY_PASSKEY).click()
        expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()
        assert len(given) == times
        page.goto(page.url)
    page.unroute("**/sign-in/passkey")
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect_signed_in(page)


def test_a_count_that_went_back_and_a_page_of_another_origin_are_refused(page: Page, settings: Any) -> None:
    settings.PASSKEY_ORIGINS = ("http://localhost:1",)  # the page was shown before
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()
    expect(page.get_by_text("Passkeys do not work at this address.")).to_be_visible()
    expect(page.get_by_role("button", name=BY_PASSKEY)).to_be_hidden()
    settings.PASSKEY_ORIGINS = (page.evaluate("location.origin"),)
    Passkey.objects.update(sign_count=1000)
    page.reload()
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect(page.get_by_text("This passkey was not accepted.")).to_be_visible()


def test_a_device_that_does_not_make_sure_of_its_owner_is_not_used(open_page: Open, owner: Account) -> None:
    page = open_page("/sign-in")
    plug_in(page, isUserVerified=False)
    page.get_by_role("button", name=BY_PASSKEY).click()
    expect(page.get_by_text("No passkey was used.")).to_be_visible()
    expect(page.get_by_label("Password")).to_be_visible()


def test_a_sign_in_of_long_ago_is_proven_again_first(open_page: Open, owner: Account, monkeypatch: Any) -> None:
    monkeypatch.setattr("players.accounts.sign_in.FRESH_SECONDS", -1)
    page = open_page("/account/passkeys", owner)
    plug_in(page)
    page.get_by_label("Name of the passkey").fill("blue phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()


def test_a_page_without_a_secure_connection_says_so_and_offers_the_password(
    chromium: Browser, live_server: LiveServer, owner: Account
) -> None:
    with open_over_plain_http(chromium, live_server, "/sign-in") as page:
        assert page.evaluate("typeof PublicKeyCredential") == "undefined"
        expect(page.get_by_text("Passkeys do not work at this address.")).to_be_visible()
        assert page.locator("[data-passkey-says=elsewhere]").evaluate("each => each.getClientRects().length") == 1
        expect(page.get_by_role("button", name=BY_PASSKEY)).to_be_hidden()
        expect(page.get_by_label("Password")).to_be_visible()


def test_a_browser_that_knows_no_passkeys_says_so(open_page: Open, owner: Account) -> None:
    page = open_page("/about")
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto(page.url.replace("/about", "/sign-in"))
    expect(page.get_by_text("This browser does not support passkeys.")).to_be_visible()
    expect(page.get_by_role("button", name=BY_PASSKEY)).to_be_hidden()


def test_without_scripts_the_other_ways_are_there(open_page: Open, owner: Account) -> None:
    page = open_page("/sign-in?next=/account/passkeys", java_script_enabled=False)
    expect(page.get_by_role("button", name=BY_PASSKEY)).to_be_hidden()
    page.get_by_label("Sign-in name").fill("anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Adding a passkey needs scripts.")).to_be_visible()
