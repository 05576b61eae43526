"""A web process that can do nothing any more ends by itself, and says where it stood."""

from __future__ import annotations

import subprocess
import sys

import pytest

from testing import PROJECT
from testing.patience import LONGEST

pytestmark = pytest.mark.slow

SCENE = """
import asyncio, sys, time
from gipfel.server import limits, watchdog

limits.HUNG_SECONDS = 2
what, signs = sys.argv[1], []

def is_stuck():
    signs.append(time.monotonic())
    return what == "stuck" and len(signs) > 1

async def serve():
    for _sign in range(30):
        await watchdog.show_life()
        time.sleep(60 if what == "hangs" else 0.1)
    sys.exit(7)

watchdog.watch(is_stuck)
asyncio.run(serve())
"""


def _serve(what: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SCENE, what]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=LONGEST, check=False)


def test_one_that_shows_life_goes_on() -> None:
    """For longer than it could without a sign."""
    assert _serve("lives").returncode == 7


@pytest.mark.parametrize("what", ["hangs", "stuck"])
def test_one_whose_loop_stands_still_or_whose_threads_are_stuck_ends_with_a_traceback(what: str) -> None:
    ended = _serve(what)
    assert ended.returncode == 1
    assert "Timeout" in ended.stderr and "in serve" in ended.stderr
