"""axe-core on every page of the server, made from its URL list: light, dark, Persian and 390 px wide (ten minutes).

    python -m bench.accessibility [--only TEXT] [--look dark] [--pictures FOLDER]

A site with something at every address, on SQLite and a server of this process. Every address is read by one who gets a
page there: an administrator, a player or a visitor. What axe finds by the rules of WCAG 2.2 AA, and any page that is
wider than its window, is printed; the exit code is 1 where there is something. `./test` does one look of the pages that
links lead to.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.page_weight import browser
from bench.pages import database_of_its_own

if TYPE_CHECKING:  # Django is set up only when the benchmark has begun
    from playwright.sync_api import Browser, BrowserContext

    from testing.system.site_fixture import Site

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light", "language": "en", "width": 1280},
    "dark": {"theme": "dark", "language": "en", "width": 1280},
    "persian": {"theme": "light", "language": "fa", "width": 1280},
    "phone": {"theme": "light", "language": "en", "width": 390},
}
READERS = ("administrator", "player", "visitor")
Page = tuple[str, str]
"""Who reads, and the address."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only addresses with this text in them")
    parser.add_argument("--look", choices=LOOKS, action="append", help="only this look")
    parser.add_argument("--pictures", type=Path, default=None, help="a folder for a picture of each page in each look")
    chosen = parser.parse_args(arguments if arguments is not None else [])
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread
    with database_of_its_own("", postgres=False):
        from testing.system.site_fixture import make_site

        logging.getLogger("django.request").setLevel(logging.ERROR)  # many addresses are no pages
        site = make_site()
        pages = [page for page in _pages(site) if chosen.only in page[1]]
        print(f"{len(pages)} pages", flush=True)
        with _served() as url, browser() as chromium:
            found = sum(_look(chromium, url, site, look, pages, chosen.pictures) for look in chosen.look or LOOKS)
    print(f"{found} found")
    return 1 if found else 0


def _pages(site: Site) -> Iterator[Page]:
    """Each address at which a person gets a page, once, with the first reader who does."""
    from testing.system.urls import endpoints

    for endpoint in endpoints():
        address = site.address(endpoint)
        for who in READERS:
            answer = site.client(who).get(address)
            is_html = answer.status_code == 200 and "text/html" in answer["Content-Type"]
            if is_html and answer.content.lstrip()[:9].lower() == b"<!doctype":  # no part that a script fetches
                yield who, address
                break


@contextmanager
def _served() -> Iterator[str]:
    """The address of a server in a thread of this process."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test.testcases import LiveServerThread

    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()


def _look(chromium: Browser, url: str, site: Site, look: str, pages: list[Page], pictures: Path | None) -> int:
    """What is found on these pages in one look, printed; how much it is."""
    contexts = {who: _context(chromium, url, site, look, who) for who in READERS}
    found = 0
    for who, address in pages:
        faults = _faults(contexts[who], url, address, pictures and pictures / look)
        found += len(faults)
        for fault in faults:
            print(f"{look:<8} {who:<8} {address}: {fault}", flush=True)
    for context in contexts.values():
        context.close()
    print(f"{look}: {found} found on {len(pages)} pages", flush=True)
    return found


def _context(chromium: Browser, url: str, site: Site, look: str, who: str) -> BrowserContext:
    from django.conf import settings

    chosen = LOOKS[look]
    context = chromium.new_context(viewport={"width": chosen["width"], "height": 844})
    cookies = {name: morsel.value for name, morsel in site.client(who).cookies.items()}
    cookies |= {settings.LANGUAGE_COOKIE_NAME: chosen["language"], "theme": chosen["theme"]}
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    return context


def _faults(context: BrowserContext, url: str, address: str, pictures: Path | None) -> list[str]:
    from testing.axe import faults_of
    from testing.browser import overflow

    page = context.new_page()
    page.goto(url + address)
    found = faults_of(page, address)
    if wider := overflow(page):
        found.append(f"{wider} px wider than the window")
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=pictures / f"{address.strip('/').replace('/', '_') or 'home'}.png", full_page=True)
    page.close()
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
