"""`./run`, started by a test."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from itertools import takewhile
from pathlib import Path

from testing import PROJECT
from testing.endings import ends_with_tests


def launch(home: Path, *arguments: str, project: Path = PROJECT, warms_up: bool = False) -> subprocess.Popen[str]:
    """The launcher on the data in `home`, as a newcomer starts it in `project`. Ends with the test.

    It has one web process, unless WEB_CONCURRENCY says more: each takes seconds of a core until it is ready, and half
    as long again where it `warms_up`.
    """
    inherited = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    inherited.setdefault("WEB_CONCURRENCY", "1")
    quick = {"PRACTICE_DEALS": "0", "WEB_WARM_UP": str(int(warms_up))}
    process = subprocess.Popen(
        [sys.executable, "-m", "gipfel.serve", *arguments],
        cwd=project,
        env=inherited | {"GIPFEL_HOME": str(home), "PYTHONUNBUFFERED": "1"} | quick,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    ends_with_tests(process.pid)
    return process


def greeting(process: subprocess.Popen[str]) -> str:
    """What the launcher says until it is ready; the page is there a moment before."""
    assert process.stdout is not None
    return "".join(takewhile(lambda line: line != "Ctrl-C stops it.\n", process.stdout))


def answers(port: int, path: str = "/healthz") -> bool:
    """Whether a page comes with 200."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def children(process: subprocess.Popen[str], word: str) -> set[int]:
    """The numbers of its processes that were started with this word."""
    return {pid for pid in _children_of(process.pid) if word.encode() in _command_line(pid)}


def web_processes(launcher: subprocess.Popen[str]) -> set[int]:
    """The numbers of the processes that answer pages: those of its web server that are not Python's own helpers."""
    of_servers = [pid for server in children(launcher, "gipfel.server") for pid in _children_of(server)]
    return {pid for pid in of_servers if b"--multiprocessing-fork" in _command_line(pid)}


def _children_of(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def _command_line(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (FileNotFoundError, ProcessLookupError):  # it ended before its file was opened, or read
        return []
