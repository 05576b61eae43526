"""What Chromium fetches for the standings of the example club's events, in three languages: KB cold and warm.

    python -m bench.page_weight [--path /people] [--path /games]

A server of its own with the example club, as `./run` starts it (1 min). Cold: a browser that was never here; warm: the
same page once more. KB are what came over the connection, heads of answers too; fonts are part of it. First paint is
the browser's own figure for the cold page. The bars are those of standings.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from bench.drills.site import SQLITE, Site
from testing.chromium import launch

BARS = {"en": 150, "fa": 170, "ja": 320}
WARM_BAR = 10
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", action="append", default=[], help="another page, with no bar")
    chosen = parser.parse_args(arguments if arguments is not None else [])
    with example_site() as site, browser() as chromium:
        print(f"{'page':<24} {'':<4} {'cold':>6} {'fonts':>6} {'warm':>6} {'files':>6} {'paint':>8}   bar")
        for path in [*_standings(site), *chosen.path]:
            for language, bar in BARS.items():
                told = f"{bar} / {WARM_BAR} KB" if path not in chosen.path else ""
                print(_line(chromium, site.url, path, language) + f"   {told}", flush=True)


@contextmanager
def example_site() -> Iterator[Site]:
    """A server with the example club, in the form of `./run`."""
    with tempfile.TemporaryDirectory() as home:
        site = Site(SQLITE, Path(home))
        try:
            site.start("run", [sys.executable, "-m", "gipfel.serve", "--port", str(site.port)])
            site.wait_until_served(180)  # it makes the example club first
            yield site
        finally:
            site.stop()


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


def _standings(site: Site) -> list[str]:
    """The events of the example club."""
    with build_opener(ProxyHandler({})).open(f"{site.url}/events") as answer:
        return sorted(set(re.findall(r'href="(/events/\d+)"', answer.read().decode())))


@dataclass
class Fetched:
    """What one visit brought: bytes over the connection by kind, how many files, and when something was to be seen."""

    by_kind: dict[str, int] = field(default_factory=dict)
    files: int = 0
    paint: float = 0

    @property
    def kilobytes(self) -> float:
        return sum(self.by_kind.values()) / 1024


def _line(chromium: Browser, url: str, path: str, language: str) -> str:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": "django_language", "value": language, "url": url}])
    cold, warm = (_visit(context, url + path) for _time in ("cold", "warm"))
    context.close()
    fonts = cold.by_kind.get("Font", 0) / 1024
    return (
        f"{path:<24} {language:<4} {cold.kilobytes:>6.0f} {fonts:>6.0f} {warm.kilobytes:>6.1f} {cold.files:>6} "
        f"{cold.paint:>5.0f} ms"
    )


def _visit(context: BrowserContext, address: str) -> Fetched:
    found, kinds = Fetched(), dict[str, str]()
    page = context.new_page()
    devtools = context.new_cdp_session(page)

    def finished(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "Other")
        size = int(event["encodedDataLength"])
        found.by_kind[kind] = found.by_kind.get(kind, 0) + size
        found.files += size > 0

    devtools.on("Network.requestWillBeSent", lambda event: kinds.update({event["requestId"]: event.get("type", "")}))
    devtools.on("Network.loadingFinished", finished)
    devtools.send("Network.enable")
    page.goto(address, wait_until="load")
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    found.paint = float(page.evaluate(PAINT))
    page.close()
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
