"""Chat beside the board in Chromium: a line is sent without leaving the page, and what is being typed stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from common.journal import services as journal
from play.chat.services.chat import send_message
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.play.online import begin, two_accounts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_line_is_sent_and_another_one_arrives_while_one_types(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    white, black = two_accounts()
    game = begin(white, black, control="3days+10")
    page = open_page(f"/play/{game}", white, width=PHONE)
    field = page.get_by_label("Message", exact=True)
    field.fill("Hello Bela")
    page.get_by_role("button", name="Send").click()
    lines = page.locator("[data-chat-lines] li")
    expect(lines).to_contain_text(["Hello Bela"])
    expect(field).to_have_value("")
    field.fill("half a sent")
    send_message(game, black, "Hello Wanda")
    page.evaluate("document.dispatchEvent(new CustomEvent('live', { detail: {} }))")  # as the stream does
    expect(lines).to_contain_text(["Hello Bela", "Hello Wanda"])
    expect(field).to_have_value("half a sent")
    assert overflow(page) == 0
    assert axe_faults(page) == []
