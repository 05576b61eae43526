"""Notifications in Chromium: the settings say what is in the way, and the page's worker shows what is pushed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from common.jobs.services import run_due
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.play.online import begin, two_accounts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("language", "width", "theme"), [("en", 1280, "dark"), ("fa", PHONE, "light")])
def test_the_pages_are_read_by_all(open_page: Open, language: str, width: int, theme: str) -> None:
    wanda, bela = two_accounts()
    begin(wanda, bela, control="3days+0")
    run_due()
    page = open_page("/notifications", wanda, width=width, language=language, theme=theme)
    assert page.locator(".notifications li.unread").count() == 1
    assert overflow(page) == 0
    assert axe_faults(page) == []
    page.goto(page.url + "/settings")
    assert overflow(page) == 0
    assert axe_faults(page) == []


def test_a_bell_leads_to_what_waits_by_keys_alone(open_page: Open) -> None:
    wanda, bela = two_accounts()
    game = begin(wanda, bela, control="3days+0")
    run_due()
    page = open_page("/about", wanda)
    bell = page.get_by_role("link", name="1 notification")
    bell.focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Your turn against Bela").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/play/{game}")


def test_an_address_that_is_not_secure_is_told_of_the_other_ways(open_page: Open) -> None:
    wanda, _bela = two_accounts()
    page = open_page("/about", wanda)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(page.url.replace("/about", "/notifications/settings"))
    expect(page.get_by_text("Browsers show notifications only for https addresses.")).to_be_visible()
    expect(page.get_by_role("button", name="Show notifications on this device")).to_be_hidden()


KEEP_WHAT_IS_SHOWN = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, { body, data }) => {
        self.shown.push({ title, body, ...data });
    };
}"""
"""A browser without a desktop has no place for notifications: the worker hands them to a list instead."""


def test_what_is_pushed_is_shown_by_the_worker(open_page: Open) -> None:
    wanda, _bela = two_accounts()
    page = open_page("/notifications/settings", wanda)
    origin = page.url.partition("/notifications")[0]
    page.context.grant_permissions(["notifications"], origin=origin)
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate(
        """async () => {
            const { worker } = document.querySelector("[data-push]").dataset;
            const registration = await navigator.serviceWorker.register(worker);
            while (!registration.active) await new Promise((done) => setTimeout(done, 50));
        }"""
    )
    (worker,) = page.context.service_workers
    worker.evaluate(KEEP_WHAT_IS_SHOWN)
    words = {"title": "Challenges", "body": "Wanda challenges you", "address": f"{origin}/notifications/1"}
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(words | {"tag": "c:1"})},
    )
    shown = worker.evaluate("""async () => {
        for (let look = 0; look < 100 && !self.shown.length; look++) await new Promise((done) => setTimeout(done, 50));
        return self.shown;
    }""")
    assert shown == [words]
