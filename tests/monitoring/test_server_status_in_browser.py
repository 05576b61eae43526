"""The page of the server's state on a phone and on a desk, in every language, by day and by night."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from common.jobs.models import Heartbeat, Job
from gipfel.monitoring import recent
from testing.browser import DESK, PHONE, Open, overflow
from testing.factories import administrator
from tests.looks import choose

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


LOOKS = (
    ("en", PHONE, "light"),
    ("en", DESK, "dark"),
    ("fa", PHONE, "dark"),
    ("fa", DESK, "light"),
    ("ja", PHONE, "light"),
)


def test_it_fits_and_can_be_read(open_page: Open) -> None:
    now = timezone.now()
    Heartbeat.objects.create(worker="one", at=now - timedelta(minutes=8))
    Job.objects.create(
        kind="backup", subject="server", asked_at=now, due_at=now, failures=2, error="BackupError: " + "/backups" * 12
    )
    route = "/events/<int:event_id>/rounds/<int:number>/pairings/<int:pairing_id>"
    recent.note_slow_request(recent.SlowRequest(now, "POST", route, 200, 2345, 12, 2200, "uym6npscw2"))
    page = open_page("/server/status", administrator())
    for language, width, theme in LOOKS:
        choose(page, language, theme)
        page.set_viewport_size({"width": width, "height": 844})
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        expect(page.locator(".badge.danger").first).to_be_visible()
        expect(page.get_by_text("uym6npscw2")).to_be_visible()
        assert overflow(page) == 0, (language, width, theme)
