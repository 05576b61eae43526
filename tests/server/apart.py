"""An event loop of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run_apart(scene: Coroutine[None, None, None]) -> None:
    """Run `scene` to its end in another thread: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, scene).result()
