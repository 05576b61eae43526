"""The page of the API: drawn from files of the server, under the strict policy, by day and by night."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from common.problems import PROBLEMS
from gipfel.api.root import document
from gipfel.endpoint_descriptions import METHODS
from testing.browser import PHONE, Open, overflow

DRAWN = 120_000
"""Milliseconds."""


def test_the_page_names_no_other_host_and_keeps_the_strict_policy(client: Client, db: None) -> None:
    answer = client.get("/api/v1/docs")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "//" not in text.replace("<!doctype html>", "").replace("http://www.w3.org/2000/svg", "")
    assert "swagger-ui-bundle.js" in text
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy and "http" not in policy


def open_docs(open_page: Open, address: str = "/api/v1/docs", **options: Any) -> Page:
    """The page once it is drawn: from a document of a megabyte, which takes a busy machine a minute."""
    page = open_page(address, **options)
    page.set_default_timeout(DRAWN)
    expect(page.locator(".opblock-tag").first).to_be_attached(timeout=DRAWN)
    return page


@pytest.mark.slow
@pytest.mark.browser
def test_every_endpoint_is_drawn_and_can_be_tried(open_page: Open) -> None:
    """The fixture fails the test when the console complains or another host is asked."""
    page = open_docs(open_page, theme="light")
    page.locator("#operations-tag-choices").click()
    endpoint = page.locator("#operations-choices-choices_retrieve")
    endpoint.locator(".opblock-summary-control").click()
    endpoint.get_by_role("button", name="Try it out").click()
    endpoint.get_by_role("button", name="Execute").click()
    expect(endpoint.locator(".live-responses-table .response-col_status").last).to_contain_text("200", timeout=DRAWN)
    expect(endpoint.locator(".live-responses-table")).to_contain_text("gipf-tournament")


@pytest.mark.slow
@pytest.mark.browser
def test_the_page_fits_a_phone_by_night(open_page: Open) -> None:
    page = open_docs(open_page, width=PHONE, theme="dark")
    page.locator("#operations-tag-events").click()
    expect(page.locator(".opblock").first).to_be_visible(timeout=DRAWN)
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


@pytest.mark.parametrize(
    ("language", "summary", "beginning"),
    [
        (
            "fa",
            "بستن مسابقه: جدول آن نهایی می‌شود و بازی‌هایش در فهرست‌های ریتینگ به حساب می‌آیند",
            "جفت‌بندی دور بعد. از چند درخواست",
        ),
        ("ja", "大会を終了します", "次のラウンドを組み合わせます。同時に複数の"),
    ],
)
def test_each_endpoint_is_described_in_the_readers_language(
    language: str, summary: str, beginning: str, client: Client, db: None
) -> None:
    page = client.get("/api/v1/docs", headers={"Accept-Language": language}).content.decode()
    (address,) = re.findall(r'data-document="([^"]+)"', page)
    english, told = (
        client.get(each, headers={"Accept-Language": language}).json() for each in ("/api/v1/schema", address)
    )
    assert english == document()
    assert told["paths"]["/api/v1/events/{event_id}/close"]["post"]["summary"] == summary
    assert told["paths"]["/api/v1/events/{event_id}/rounds"]["post"]["description"].startswith(beginning)
    own, source = descriptions_of(told), descriptions_of(english)
    assert [name for name in source if own[name] == source[name]] == []
    assert told["components"] == english["components"]


def descriptions_of(made: dict[str, Any]) -> dict[tuple[str, str], str]:
    """Of each operation, by its address and method."""
    return {
        (address, method): operation["description"]
        for address, operations in made["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    }


def test_a_language_that_is_none_is_refused_by_name(client: Client, db: None) -> None:
    answer = client.get("/api/v1/schema?language=tlh")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["language"])


@pytest.mark.slow
@pytest.mark.browser
def test_an_address_with_the_code_of_a_problem_opens_its_line(open_page: Open) -> None:
    page = open_docs(open_page, "/api/v1/docs#rows-refused", width=PHONE)
    expect(page.locator("#rows-refused")).to_be_in_viewport()
    assert overflow(page) == 0
