"""compose.yaml from nothing to a first event, without a daemon of containers (12 min, as root; 2 with --keep).

    python -m bench.drills.containers [--keep]

buildah builds the two images of the Dockerfile (Debian: buildah; where no hub is reached, on a base that mmdebstrap
makes). Then each service of `docker compose config` runs as compose.yaml says: its command in its image, as its user,
on a root that is only read, with its environment, its temporary folders and no capabilities, at an address of its own.
PostgreSQL, Redis and Caddy are Debian's in place of those of a hub. A browser goes through the proxy's TLS from the
address of `manage startlink` to a first round. `--keep` takes images of an earlier run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from bench.drills.container_images import IMAGES, build_images, compressed_megabytes, mounted
from bench.drills.container_network import Network
from bench.drills.container_services import HOST, Machine, read_services
from bench.drills.running import Verdict
from testing import PROJECT

MOST_MEGABYTES = 350
NEEDED = ("buildah", "caddy", "redis-server", "runuser", "setpriv", "nsenter", "ip")
INSIDE = "GIPFEL_DRILL_ROOTS"
COMPILED = ("turns", "analysis")
"""Services that load kernels before they work."""
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, start, walk; 0 where everything held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="take the images of an earlier run")
    options = parser.parse_args(arguments)
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing or os.geteuid():
        print(f"This drill needs root and the programs {', '.join(missing) or ', '.join(NEEDED)}.", file=sys.stderr)
        return 2
    if INSIDE not in os.environ:
        return _in_a_network_of_its_own(options)
    verdict = Verdict()
    with tempfile.TemporaryDirectory(prefix="gipfel-containers-") as folder:
        Path(folder).chmod(0o755)
        _start_and_walk(Path(folder), verdict)
    verdict.report("BROKEN" if verdict.broken else "everything held")
    return 1 if verdict.broken else 0


def _in_a_network_of_its_own(options: argparse.Namespace) -> int:
    """Build where there is a network, then go on where there is none but ours."""
    if not options.keep:
        build_images(PROJECT)
    with mounted() as roots:
        again = [sys.executable, "-m", "bench.drills.containers", "--keep"]
        environment = os.environ | {INSIDE: ":".join(map(str, roots))}
        inside = ["unshare", "--net", "--mount", "--propagation", "private", *again]
        return subprocess.run(inside, cwd=PROJECT, env=environment, check=False).returncode


def _start_and_walk(folder: Path, verdict: Verdict) -> None:
    roots = dict(zip(IMAGES, map(Path, os.environ[INSIDE].split(":")), strict=True))
    services = read_services(PROJECT, folder)
    machine = Machine(folder, Network(sorted(services)), roots, services)
    ours = sorted(name for name in services if "build" in services[name] and name != "migrate")
    try:
        began = perf_counter()
        machine.start_servers()
        code = machine.start("migrate").wait(900)
        verdict.require(code == 0, f"migrate ended with {code}: {machine.log('migrate')}")
        verdict.report(f"the database is made after {perf_counter() - began:.0f} s")
        for name in ours:
            machine.start(name)
        machine.start_proxy()
        _check(machine, [name for name in ours if name not in COMPILED], verdict)
        walk(machine, verdict)
        _check(machine, [name for name in ours if name in COMPILED], verdict)
    finally:
        machine.stop()
    for image in IMAGES:
        size = compressed_megabytes(image, folder)
        verdict.report(f"{image}: {size} MB compressed")
        verdict.require(size <= MOST_MEGABYTES, f"{image} is larger than {MOST_MEGABYTES} MB")


def _check(machine: Machine, names: Sequence[str], verdict: Verdict) -> None:
    """Each answers the check of its image, and may do no more than compose.yaml says."""
    for name in names:
        after = machine.wait_until_healthy(name)
        verdict.require(after is not None, f"{name} is not healthy: {machine.log(name)}")
        for broken in machine.broken_promises(name):
            verdict.require(False, f"{name}: {broken}")
        if after is not None:
            verdict.report(f"{name} is healthy after {after:.0f} s more")


def walk(machine: Machine, verdict: Verdict) -> None:
    """From the address that `manage startlink` prints to a first round, in a browser, through the proxy."""
    from playwright.sync_api import sync_playwright

    from testing.chromium import find_chromium

    link = machine.manage("web-1", "startlink").strip()
    verdict.require(link.startswith(f"https://{HOST}/start?key="), f"startlink printed {link}")
    began = perf_counter()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", f"--host-resolver-rules=MAP {HOST} {machine.proxy}"]
        )
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.goto(link)
        for name, text in {"club_name": "Delft", "username": "mo", "password": "a good long password"}.items():
            page.fill(f"[name={name}]", text)
        page.locator("main form button.primary").first.click()
        page.wait_for_url("**/clubs/delft/events/new")
        page.fill("[name=names]", "\n".join(NAMES))
        page.locator("button[value=start]").first.click()
        page.locator("#players tbody tr").nth(len(NAMES) - 1).wait_for()
        page.locator("button[value=start]").first.click()
        page.wait_for_url("**/desk")
        boards = page.locator("li.board-row").count()
        verdict.require(boards == len(NAMES) // 2, f"{boards} boards in round 1 of {len(NAMES)} players")
        browser.close()
    verdict.report(
        f"an event with {len(NAMES)} players and round 1 paired, {perf_counter() - began:.1f} s in the browser"
    )


if __name__ == "__main__":
    sys.exit(main())
