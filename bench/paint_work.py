"""What a browser's main thread does until the first contentful paint of a page, of two servers that run, by turns.

    python -m bench.paint_work http://127.0.0.1:8801 http://127.0.0.1:8802 [--path /events/4] [--tries 9] [--width 1280]

Milliseconds are sums of what Chromium's trace has between navigation and paint, each without what it called, by the
thread's own processor time where the trace has it: other programs add little to it. Least and median of all tries.
Elements, HTML and style sheets (as text, and as they came over the connection) do not depend on other work at all.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from statistics import median
from typing import Any

from playwright.sync_api import Browser

from bench.page_weight import PAINT, browser

CATEGORIES = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "v8"]
WORK = {
    "parse HTML": ("ParseHTML",),
    "parse styles": ("ParseAuthorStyleSheet",),
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout", "LocalFrameView::performLayout"),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
    "scripts": ("v8.evaluateModule", "EvaluateScript", "v8.compileModule", "FunctionCall"),
}
"""What is told, and the names that the trace has for it."""
SIZES = """() => {
  const isWaitedFor = ({ name, renderBlockingStatus }) => renderBlockingStatus === "blocking" && name.endsWith(".css");
  const sheets = performance.getEntriesByType("resource").filter(isWaitedFor);
  const sum = (key) => sheets.reduce((all, each) => all + each[key], 0) / 1024;
  const [page] = performance.getEntriesByType("navigation");
  return [document.querySelectorAll("*").length, page.decodedBodySize / 1024, page.encodedBodySize / 1024,
          sum("decodedBodySize"), sum("encodedBodySize"), sheets.length];
}"""

Event = dict[str, Any]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", nargs="*", metavar="URL")
    parser.add_argument("--path", default="/events/4")
    parser.add_argument("--tries", type=int, default=9)
    parser.add_argument("--width", type=int, default=1280)
    chosen = parser.parse_args(arguments if arguments is not None else [])
    found: dict[str, list[dict[str, float]]] = {url: [] for url in chosen.urls}
    with browser() as chromium:
        for number in range(chosen.tries):
            for url in sorted(found, reverse=number % 2 == 0):
                sizes, work = _try(chromium, url, chosen.path, chosen.width)
                found[url].append(work)
                if number == chosen.tries - 1:
                    print(_sizes(url + chosen.path, sizes))
    for url, tries in found.items():
        print(url + chosen.path)
        for name in [*WORK, "all tasks"]:
            values = [each[name] for each in tries]
            print(f"  {name:<14} {min(values):>6.1f} ({median(values):.1f}) ms")


def _sizes(page: str, sizes: list[float]) -> str:
    elements, html, packed, styles, styles_packed, sheets = sizes
    return (
        f"{page}: {elements:.0f} elements, HTML {html:.1f} KB ({packed:.1f} packed), "
        f"{sheets:.0f} style sheets of {styles:.1f} KB ({styles_packed:.1f} packed)"
    )


def _try(chromium: Browser, url: str, path: str, width: int) -> tuple[list[float], dict[str, float]]:
    """Sizes of a page, and the milliseconds that each kind of work took until it was painted."""
    context = chromium.new_context(viewport={"width": width, "height": 900})
    page, devtools = context.new_page(), chromium.new_browser_cdp_session()
    events: list[Event] = []
    ends: list[Event] = []
    devtools.on("Tracing.dataCollected", lambda event: events.extend(event["value"]))
    devtools.on("Tracing.tracingComplete", lambda event: ends.append(event))
    traced = {"includedCategories": CATEGORIES, "excludedCategories": ["*"]}
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": traced})
    page.goto(url + path, wait_until="load")
    while not page.evaluate(PAINT):
        page.wait_for_timeout(20)
    sizes = page.evaluate(SIZES)
    devtools.send("Tracing.end")
    while not ends:
        page.wait_for_timeout(20)
    devtools.detach()
    context.close()
    return sizes, _work(events, path)


def _work(events: list[Event], path: str) -> dict[str, float]:
    start = next(
        event
        for event in events
        if event["name"] == "navigationStart"
        and str(event.get("args", {}).get("data", {}).get("documentLoaderURL", "")).endswith(path)
    )
    painted = min(
        (each for each in events if each["name"] == "firstContentfulPaint" and each["pid"] == start["pid"]),
        key=lambda event: int(event["ts"]),
    )
    thread = [
        event
        for event in events
        if (event["pid"], event["tid"], event.get("ph")) == (painted["pid"], painted["tid"], "X")
        and start["ts"] <= event["ts"] <= painted["ts"]
    ]
    own, tasks = _own_times(thread)
    return {name: sum(own[each] for each in names) for name, names in WORK.items()} | {"all tasks": tasks}


def _own_times(thread: list[Event]) -> tuple[dict[str, float], float]:
    """Milliseconds by name, without those of what is inside, and of all that is inside nothing."""
    own: dict[str, float] = defaultdict(float)
    tasks = 0.0
    around: list[Event] = []
    for event in sorted(thread, key=lambda each: (each["ts"], -each.get("dur", 0))):
        took = float(event.get("tdur") or event.get("dur") or 0) / 1000
        while around and around[-1]["ts"] + around[-1].get("dur", 0) <= event["ts"]:
            around.pop()
        if around:
            own[around[-1]["name"]] -= took
        else:
            tasks += took
        own[event["name"]] += took
        around.append(event)
    return own, tasks


if __name__ == "__main__":
    main(sys.argv[1:])
