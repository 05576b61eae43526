"""The clock of an attempt runs out while its tab is closed: a worker of its own ends it, at its deadline."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, expect

from common.jobs.models import Job
from common.journal.models import JournalEntry
from games.attempts.services.attempts import END
from games.models import Attempt, AttemptTurn
from players.models import Account, Club
from testing.servers import free_port
from testing.service.processes import Service, eventually
from testing.tournaments.duplicate_factories import account_for, attempt, playing

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SECONDS = 4
PATIENCE = 120_000
"""Milliseconds that a page may take on a busy machine."""


def signed_in(browser: Browser, account: Account, site: str, **options: Any) -> BrowserContext:
    client = Client()
    client.force_login(account)
    context = browser.new_context(**options)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
    return context


def test_a_worker_ends_an_attempt_whose_tab_is_closed_at_its_deadline(
    service: Service,
    collected_files: None,
    chromium: Browser,
    settings: LazySettings,
    club: Club,
    organiser: Account,
) -> None:
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # sessions of the test are those of the processes
    mine = attempt(playing(club, organiser), "Ada")
    Attempt.objects.filter(pk=mine.pk).update(seconds=SECONDS)
    port = free_port()
    service.web(port)
    service.worker()
    service.beat()
    site = f"http://127.0.0.1:{port}"
    context = signed_in(chromium, account_for("Ada"), site)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/attempts/{mine.pk}")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-play]")).to_be_visible(timeout=PATIENCE)
    context.close()

    mine.refresh_from_db()
    assert mine.deadline is not None and mine.begun_at is not None
    assert (mine.deadline - mine.begun_at).total_seconds() == SECONDS
    eventually(lambda: Attempt.objects.filter(pk=mine.pk, ended_at__isnull=False).exists(), what="the end")
    mine.refresh_from_db()
    assert (mine.ending, mine.result, mine.ended_at) == ("time", "open", mine.deadline)
    (line,) = JournalEntry.objects.filter(scope__key=mine.scope, action="end-attempt")
    assert line.actor is None, "nobody looked: the worker did it"
    eventually(lambda: not Job.objects.filter(kind=END).exists(), what="the end of the job")

    page = signed_in(chromium, account_for("Ada"), site).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/attempts/{mine.pk}")
    expect(page.locator("main")).to_contain_text("time ran out")
    expect(page.locator("main button[name=turn]")).to_have_count(0)
    assert not AttemptTurn.objects.exists()
