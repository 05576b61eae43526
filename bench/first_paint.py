"""How soon the pages most seen answer and are painted, beside an older tree: milliseconds and KB of both by turns.

    python -m bench.first_paint OLD_TREE [--tries 21] [--path /events/4]
    python -m bench.first_paint --url http://127.0.0.1:8802 --older http://127.0.0.1:8801

Each tree serves its own example club as its `./run` does (some minutes where it never ran); with --url both run
already. Answer: until the first byte, over a connection that is open. Paint: the browser's first contentful paint,
for a visitor who was never here. What is printed is the least of all tries and their median: other programs only add
to either. The bars are 1.0 for standings and 1.1 for other pages, of the least.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import os
import subprocess  # each server is a process in its tree
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from bench.page_weight import PAINT, browser
from testing import PROJECT
from testing.servers import free_port

PATHS = ("/events/4", "/events/4/pairings/4", "/events/4/info", "/ratings/1", "/", "/people/1", "/games/195")
STANDINGS = PATHS[0]
READY_SECONDS = 600


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", nargs="?", type=Path, metavar="OLD_TREE", help="a folder with the project as it was")
    parser.add_argument("--url", default="", help="a server of this tree that runs")
    parser.add_argument("--older", default="", help="a server of the older tree that runs")
    parser.add_argument("--tries", type=int, default=21, help="of each page and server")
    parser.add_argument("--path", action="append", default=[], help="only these pages")
    chosen = parser.parse_args(arguments if arguments is not None else [])
    if chosen.old is None and not chosen.older:
        print("Beside which tree? python -m bench.first_paint OLD_TREE")
        return
    with ExitStack() as stack:
        old = chosen.older or stack.enter_context(_served(chosen.old.absolute()))
        new = chosen.url or stack.enter_context(_served(PROJECT))
        chromium = stack.enter_context(browser())
        print(f"{'page':<24} {'answer ms':>19} {'ratio':>6} {'paint ms':>23} {'ratio':>6} {'HTML KB':>13} {'gzip':>11}")
        for path in chosen.path or PATHS:
            print(_line(chromium, old, new, path, chosen.tries), flush=True)


@contextmanager
def _served(tree: Path) -> Iterator[str]:
    """The address of a server with the example club of this tree, once it answers."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as home:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment |= {"GIPFEL_HOME": home, "DJANGO_SETTINGS_MODULE": "gipfel.settings", "BASE_URL": url}
        environment |= {"DATABASE_URL": "", "REDIS_URL": "", "SECRET_KEY": "nothing-is-kept-of-this-run-of-a-benchmark"}
        command = [sys.executable, "-m", "gipfel.serve", "--port", str(port)]
        with (Path(home) / "run.log").open("w") as log:
            server = subprocess.Popen(command, cwd=tree, env=environment, stdout=log, stderr=log)
        try:
            _wait_for(url)
            yield url
        finally:
            server.terminate()
            server.wait(30)


def _wait_for(url: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        try:
            if _answer(http.client.HTTPConnection(urlsplit(url).netloc, timeout=5), "/healthz")[1] is not None:
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError(f"no page within {READY_SECONDS} s at {url}")


def _answer(connection: http.client.HTTPConnection, path: str) -> tuple[float, bytes]:
    """Seconds until the first byte of an answer, and its text as it is after compression is undone."""
    began = time.perf_counter()
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    took = time.perf_counter() - began
    body = answer.read()
    return took, gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body


def _line(chromium: Browser, old: str, new: str, path: str, tries: int) -> str:
    servers = (old, new)
    lines = {url: http.client.HTTPConnection(urlsplit(url).netloc, timeout=60) for url in servers}
    texts = {url: [_answer(line, path)[1] for _warm in range(4)][-1] for url, line in lines.items()}
    answers: dict[str, list[float]] = {url: [] for url in servers}
    paints: dict[str, list[float]] = {url: [] for url in servers}
    for number in range(tries):
        for url in sorted(servers, reverse=number % 2 == 0):
            answers[url] += [_answer(lines[url], path)[0] * 1000 for _more in range(3)]
            paints[url].append(_paint(chromium, url + path))
    for line in lines.values():
        line.close()
    sizes = [f"{len(texts[url]) / 1024:.1f}" for url in servers]
    packed = [f"{len(gzip.compress(texts[url], 6)) / 1024:.1f}" for url in servers]
    return (
        f"{path:<24} {_beside(answers[old], answers[new])} {_beside(paints[old], paints[new], 4)} "
        f"{sizes[0]:>6}→{sizes[1]:<6} {packed[0]:>5}→{packed[1]:<5}"
    )


def _beside(old: list[float], new: list[float], wide: int = 2) -> str:
    """Least and median of both, and the ratio of the least."""
    told = f"{min(old):>{wide}.0f}→{min(new):<{wide}.0f} ({median(old):>{wide}.0f}→{median(new):<{wide}.0f})"
    return f"{told:>19} {min(new) / min(old):>6.2f}"


def _paint(chromium: Browser, address: str) -> float:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(address, wait_until="load")
    while not page.evaluate(PAINT):  # wait_for_function would need what the pages' policy forbids
        page.wait_for_timeout(10)
    found = float(page.evaluate(PAINT))
    context.close()
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
