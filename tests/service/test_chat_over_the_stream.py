"""Chat between two browsers, over the stream of a web process: what one writes the other reads on the same page."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser, expect

from play.models import ChatMessage
from testing.play.online import begin, two_accounts
from testing.servers import free_port
from testing.service.processes import Service
from tests.service.test_attempt_clock import signed_in

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000


def test_what_one_player_writes_the_other_reads_at_once(
    service: Service, collected_files: None, chromium: Browser, settings: LazySettings
) -> None:
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # sessions of the test are those of the processes
    white, black = two_accounts()
    game = begin(white, black, control="1800+20")
    port = free_port()
    service.web(port)
    site = f"http://127.0.0.1:{port}"
    contexts = [signed_in(chromium, account, site) for account in (white, black)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.goto(f"{site}/play/{game}")
        expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
        page.evaluate("window.wasNotLoadedAgain = true")
    said = ["Good luck!", "موفق باشید"]
    for (writer, reader), line in zip((pages, pages[::-1]), said, strict=True):
        reader.get_by_label("Message", exact=True).fill("half a sent")
        writer.get_by_label("Message", exact=True).fill(line)
        writer.get_by_role("button", name="Send").click()
        expect(reader.locator("[data-chat-lines] li").last).to_contain_text(line, timeout=PATIENCE)
        expect(reader.get_by_label("Message", exact=True)).to_have_value("half a sent")
    for page in pages:
        expect(page.locator("[data-chat-lines] li")).to_contain_text(said)
        assert page.evaluate("window.wasNotLoadedAgain")
    assert list(ChatMessage.objects.order_by("pk").values_list("text", flat=True)) == said
    for context in contexts:
        context.close()
