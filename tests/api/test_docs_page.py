"""The page of the API: drawn from files of the server, under the strict policy, by day and by night."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext
from playwright.sync_api import expect

from common.problems import PROBLEMS
from tests.browser import PHONE, Open, overflow


def test_the_page_names_no_other_host_and_keeps_the_strict_policy(client: Client, db: None) -> None:
    answer = client.get("/api/v1/docs")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "//" not in text.replace("<!doctype html>", "").replace("http://www.w3.org/2000/svg", "")
    assert "swagger-ui-bundle.js" in text
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy and "http" not in policy


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_endpoint_is_drawn_and_can_be_tried(theme: str, open_page: Open) -> None:
    """The fixture fails the test when the console complains or another host is asked."""
    page = open_page("/api/v1/docs", theme=theme)
    endpoint = page.locator("#operations-choices-choices_retrieve")
    endpoint.locator(".opblock-summary-control").click()
    endpoint.get_by_role("button", name="Try it out").click()
    endpoint.get_by_role("button", name="Execute").click()
    expect(endpoint.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    expect(endpoint.locator(".live-responses-table")).to_contain_text("gipf-tournament")


@pytest.mark.browser
def test_the_page_fits_a_phone(open_page: Open) -> None:
    page = open_page("/api/v1/docs", width=PHONE)
    expect(page.locator(".opblock").first).to_be_visible()
    assert overflow(page) == 0


@pytest.mark.parametrize("language", ["en", "fa", "ja"])
def test_the_type_of_each_problem_leads_to_its_line_in_the_readers_language(
    language: str, client: Client, db: None
) -> None:
    text = client.get("/api/v1/docs", headers={"Accept-Language": language}).content.decode()
    with translation.override(language):
        for code, problem in PROBLEMS.items():
            assert text.count(f'id="{code}"') == 1, code
            line = text.partition(f'id="{code}"')[2].partition("</tr>")[0]
            assert f"<td>{problem.status}</td>" in line and escape(gettext(problem.title)) in line, code
        assert gettext("Problems") in text
    assert language == "en" or "Keys are made on the page" not in text


@pytest.mark.browser
def test_an_address_with_the_code_of_a_problem_opens_its_line(open_page: Open) -> None:
    page = open_page("/api/v1/docs#rows-refused", width=PHONE)
    expect(page.locator("#rows-refused")).to_be_in_viewport()
    expect(page.locator(".opblock").first).to_be_attached()
    assert overflow(page) == 0
