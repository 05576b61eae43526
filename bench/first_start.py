"""How soon `./run` shows its first page in a fresh clone, and which processes take how much of that.

    python -m bench.first_start [--cold] [--tree FOLDER]

A clone of HEAD with an empty home; `--cold` gives pip and uv empty caches too. By the clock, and in CPU seconds, which
tell more beside other work: for each process when it was first and last seen, and what it used until the page came.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from urllib.request import ProxyHandler, build_opener

from testing import PROJECT
from testing.servers import free_port

LOOK_SECONDS = 0.05
MOST_SECONDS = 600
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Seen:
    """A process: what it runs, when it was first and last there, what it and its ended children used by then."""

    command: str
    first: float
    last: float = 0.0
    used: float = 0.0


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", action="store_true", help="empty caches of pip and uv")
    parser.add_argument("--tree", default=str(PROJECT), help="the repository that is cloned")
    chosen = parser.parse_args(arguments if arguments is not None else [])
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "-q", chosen.tree, clone], check=True)
        environment = _environment(Path(folder), cold=chosen.cold)
        seconds, seen, used = _watch(clone, environment)
    for each in sorted(seen, key=lambda each: each.first):
        if each.used >= 0.1:
            print(f"{each.first:6.1f} – {each.last:5.1f} s {each.used:6.1f} CPU s  {each.command[:90]}")
    print(f"first page after {seconds:.1f} s, {used:.1f} CPU s")


def _environment(folder: Path, *, cold: bool) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("GIPFEL_", "DJANGO_", "VIRTUAL_"))
    }
    caches = {"UV_CACHE_DIR": str(folder / "uv"), "PIP_CACHE_DIR": str(folder / "pip")} if cold else {}
    home = folder / "home"
    home.mkdir()
    warm = {"UV_CACHE_DIR": str(Path.home() / ".cache" / "uv"), "PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip")}
    return kept | {"HOME": str(home)} | warm | caches


def _watch(clone: Path, environment: dict[str, str]) -> tuple[float, list[Seen], float]:
    """Start it and stop it once it shows a page: the seconds until then, its processes, what all of them used."""
    port, began, seen = free_port(), monotonic(), dict[int, Seen]()
    command = ["./run", "--port", str(port)]
    with subprocess.Popen(command, cwd=clone, env=environment, start_new_session=True) as process:
        try:
            while not _shows_page(port):
                if process.poll() is not None or monotonic() - began > MOST_SECONDS:
                    raise RuntimeError("./run showed no page")
                _look(process.pid, seen, monotonic() - began)
                sleep(LOOK_SECONDS)
            seconds = monotonic() - began
            _look(process.pid, seen, seconds)
            return seconds, list(seen.values()), sum(_used(pid) for pid in _family(process.pid))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def _shows_page(port: int) -> bool:
    with suppress(OSError), build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/", timeout=60) as page:
        return page.status == 200
    return False


def _look(root: int, seen: dict[int, Seen], now: float) -> None:
    for pid in _family(root):
        with suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
            if seen.get(pid) is None or seen[pid].command != command:
                seen[pid] = Seen(command, now if pid not in seen else seen[pid].first)
            seen[pid].last, seen[pid].used = now, _used(pid)


def _family(root: int) -> list[int]:
    """The process and all below it that are alive."""
    found = [root]
    for pid in found:
        with suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def _used(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS
    return 0.0


if __name__ == "__main__":
    main(sys.argv[1:])
