"""Pictures of 25 kinds of pages of the example club, as a person sees them on a first visit: one PNG each.

    python -m bench.pictures FOLDER [--look phone] [--url http://127.0.0.1:8000 --password organiser=…]
    python -m bench.pictures FOLDER --beside OLDER

Without --url a server of its own with the example club is started, as `./run` starts it (1 min). With it, the pictures
are those of a `./run` of any checkout; --password is what that prints of an account, once for each. With --beside the
pictures of two folders are put side by side, the older on the left; nothing is asked of a server.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from playwright.sync_api import Browser, BrowserContext

from bench.page_weight import browser, example_site

EVENT, FINISHED = "Winter League", "Autumn Open"
PAGES = {
    "home": ("", "/"),
    "home-player": ("player", "/"),
    "home-organiser": ("organiser", "/"),
    "club": ("", "/clubs/example"),
    "club-events": ("", "/clubs/example/events"),
    "standings": ("", "/events/{event}"),
    "standings-finished": ("", "/events/{finished}"),
    "pairings": ("", "/events/{event}/pairings"),
    "cross-table": ("", "/events/{event}/crosstable"),
    "players": ("", "/events/{event}/players"),
    "event-info": ("", "/events/{event}/info"),
    "games": ("", "/events/{event}/games"),
    "game": ("", "/games/{game}"),
    "collection": ("", "/games"),
    "person": ("", "/people/1"),
    "ratings": ("", "/ratings/1"),
    "comparison": ("", "/ratings/1/compare?p=1&p=2"),
    "rules": ("", "/rules/gipf-standard"),
    "sign-in": ("", "/sign-in"),
    "not-found": ("", "/events/999999"),
    "account": ("organiser", "/account"),
    "report": ("organiser", "/games/{open}/result"),
    "desk": ("organiser", "/events/{event}/desk"),
    "new-event": ("organiser", "/clubs/example/events/new"),
    "roles": ("organiser", "/clubs/example/roles"),
}
"""What a page is called: who reads it ("": a visitor), and where it is."""
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "persian": {"viewport": {"width": 1280, "height": 800}},
}
HIGHEST = 1800
"""Pixels of a page that are kept. What is below is seldom read, and makes the picture beside it small."""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--look", choices=LOOKS, default="desktop")
    parser.add_argument("--url", default="", help="a server that runs")
    parser.add_argument("--password", action="append", default=[], metavar="ACCOUNT=PASSWORD")
    parser.add_argument("--beside", type=Path, default=None, metavar="OLDER", help="a folder of older pictures")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with browser() as chromium:
        if chosen.beside is not None:
            _put_side_by_side(chromium, chosen.beside, chosen.folder)
            return
        with _server(chosen.url, chosen.password) as (url, passwords):
            _take(chromium, url, passwords, LOOKS[chosen.look], chosen.look, chosen.folder)


@contextmanager
def _server(url: str, passwords: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a server, and the passwords of its example accounts."""
    if url:
        yield url, dict(each.split("=", 1) for each in passwords)
        return
    with example_site() as site:
        printed = (site.home / "run.log").read_text(encoding="utf-8")
        yield site.url, dict(re.findall(r"^  (organiser|arbiter|player) +(\S+) ", printed, re.MULTILINE))


def _take(chromium: Browser, url: str, passwords: dict[str, str], look: dict[str, Any], name: str, to: Path) -> None:
    places = _places(url)
    contexts = {who: _context(chromium, url, look, name, who, passwords) for who in {who for who, _ in PAGES.values()}}
    for page_name, (who, address) in PAGES.items():
        page = contexts[who].new_page()
        answer = page.goto(url + address.format(**places), wait_until="networkidle")
        width, height = look["viewport"]["width"], min(HIGHEST, page.evaluate("document.body.scrollHeight"))
        height = max(height, look["viewport"]["height"])
        if name == "phone":  # the bar at the bottom of the window is at that of the picture
            page.set_viewport_size({"width": width, "height": height})
        page.screenshot(
            path=to / f"{page_name}.png", full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height}
        )
        page.close()
        print(f"{page_name:<16} {answer.status if answer else '':>4} {address.format(**places)}", flush=True)


def _places(url: str) -> dict[str, str]:
    """The numbers of both events, of the newest game with a record, and of a game that is not reported yet."""
    event = _first(url, "/clubs/example/events", rf'href="/events/(\d+)"[^>]*>(?:<[^>]+>)*{EVENT}')
    return {
        "event": event,
        "finished": _first(url, "/clubs/example/events", rf'href="/events/(\d+)"[^>]*>(?:<[^>]+>)*{FINISHED}'),
        "game": _first(url, f"/events/{event}/games", r'href="/games/(\d+)"'),
        "open": _first(url, f"/events/{event}/pairings", r'href="/games/(\d+)(?:/result)?"'),
    }


def _first(url: str, address: str, pattern: str) -> str:
    with build_opener(ProxyHandler({})).open(url + address) as answer:
        found = re.search(pattern, answer.read().decode())
    assert found, f"{address} has nothing like {pattern}"
    return found[1]


def _context(
    chromium: Browser, url: str, look: dict[str, Any], name: str, who: str, passwords: dict[str, str]
) -> BrowserContext:
    """A browser of this look, signed in as `who`."""
    context = chromium.new_context(**look)
    language = "fa" if name == "persian" else "en"
    context.add_cookies([{"name": "django_language", "value": language, "url": url}])
    if who:
        page = context.new_page()
        page.goto(f"{url}/sign-in")
        page.fill("[name=username]", who)
        page.fill("[name=password]", passwords[who])
        page.press("[name=password]", "Enter")
        page.wait_for_url(lambda address: "sign-in" not in address)
        page.close()
    return context


def _put_side_by_side(chromium: Browser, older: Path, newer: Path) -> None:
    """Write `NAME-beside.png` for each picture that both folders hold."""
    page = chromium.new_page(viewport={"width": 1600, "height": 900})
    for name in sorted({file.name for file in older.glob("*.png")} & {file.name for file in newer.glob("*.png")}):
        images = "".join(f'<img src="{(folder / name).resolve().as_uri()}">' for folder in (older, newer))
        sheet = newer / "sheet.html"
        sheet.write_text(
            f"<style>body{{margin:0;display:flex;gap:8px;background:#888;align-items:start}}"
            f"img{{width:calc(50% - 4px)}}</style>{images}",
            encoding="utf-8",
        )
        page.goto(sheet.resolve().as_uri(), wait_until="load")
        page.screenshot(path=newer / name.replace(".png", "-beside.png"), full_page=True)
        sheet.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
