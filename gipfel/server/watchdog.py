"""The end of a web process that can do nothing any more, or that no one looks after. Others take its place."""

from __future__ import annotations

import faulthandler
import multiprocessing
import signal
from collections.abc import Callable

from gipfel.child import end_with_parent
from gipfel.server import limits

_is_stuck: list[Callable[[], bool]] = []
"""What `watch` was told."""


def end_with_supervisor() -> None:
    """This process, if uvicorn's supervisor has started it, is not to be left behind."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with_parent(parent.pid, signal.SIGKILL)


def watch(is_stuck: Callable[[], bool]) -> None:
    """`is_stuck` tells from now on whether this process can do nothing any more."""
    _is_stuck[:] = [is_stuck]


async def show_life() -> None:
    """Called by uvicorn's loop every SIGN_OF_LIFE_SECONDS: put off the end of this process, unless it is stuck.

    Where that does not happen for HUNG_SECONDS, Python ends it with a traceback of all threads.
    """
    if not any(asked() for asked in _is_stuck):
        faulthandler.dump_traceback_later(limits.HUNG_SECONDS, exit=True)
