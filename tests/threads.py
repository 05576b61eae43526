"""Several browsers, or workers, at the same moment. Use with the fixture `real_database`."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connections

from testing.patience import LONGEST


def at_once(*works: Callable[[], object]) -> list[object]:
    """Start each of `works` in a thread of its own at one moment; what each returned, or the exception it raised."""
    ready = threading.Barrier(len(works))
    results: list[object] = [None] * len(works)

    def run(number: int, work: Callable[[], object]) -> None:
        ready.wait(timeout=LONGEST)
        try:
            results[number] = work()
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=LONGEST)
        assert not thread.is_alive(), "a thread did not come to an end"
    return results
