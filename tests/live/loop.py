"""An event loop for a test, in a thread of its own: a browser that another test opened has one in this thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")


def run(test: Callable[[], Coroutine[Any, Any, Found]]) -> Found:
    """What `test` returns, or raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(test())).result()
