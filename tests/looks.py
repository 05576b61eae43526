"""Pages looked at one after the other in one tab, in which files that pages share are fetched once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from urllib.parse import urljoin

from django.conf import settings
from playwright.sync_api import Page

from testing.browser import overflow

LANGUAGES = ("en", "fa", "ja")
_SHIFTS = """() => new Promise(tell => {
    let sum = 0;
    new PerformanceObserver(list => { for (const each of list.getEntries()) sum += each.value; })
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => tell(sum), 300);
})"""


def choose(page: Page, language: str, theme: str = "auto") -> None:
    """The tab's next pages are in this language and theme."""
    chosen = {settings.LANGUAGE_COOKIE_NAME: language, "theme": theme}
    site = urljoin(page.url, "/")  # else they would be those of the page's folder
    page.context.add_cookies([{"name": name, "value": value, "url": site} for name, value in chosen.items()])


def go(page: Page, path: str) -> None:
    """The tab goes to another page of its site."""
    page.goto(urljoin(page.url, path))


def cells(page: Page) -> list[list[str]]:
    """The words of the table on the page, row by row; of what opens, only what shows; of what is drawn, none."""
    rows = page.locator("main table tbody tr").all()
    return [[" ".join(cell.inner_text().split()) for cell in row.locator("th, td").all()] for row in rows]


def too_wide(page: Page, paths: Iterable[str], languages: Iterable[str] = LANGUAGES) -> list[str]:
    """The pages that are wider than the tab's window, in which language."""
    found = []
    for language, path in product(languages, [*paths]):
        choose(page, language)
        go(page, path)
        assert page.locator("html").get_attribute("lang") == language, "each page is seen in the language asked for"
        if overflow(page):
            found.append(f"{path} in {language}")
    return found


def shift_of(page: Page) -> float:
    """How far what is on the page has moved since it was first drawn: the browser's sum of layout shifts."""
    return float(page.evaluate(_SHIFTS))
