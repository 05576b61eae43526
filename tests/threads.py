"""Several browsers, or workers, at the same moment. Use with the fixture `real_database`."""

from __future__ import annotations

import multiprocessing
import pickle
import threading
from collections.abc import Callable
from typing import Any

from django.db import connections


def at_once(*works: Callable[[], object]) -> list[object]:
    """Start each of `works` in a thread of its own at one moment; what each returned, or the exception it raised."""
    ready = threading.Barrier(len(works))
    results: list[object] = [None] * len(works)

    def run(number: int, work: Callable[[], object]) -> None:
        ready.wait(timeout=10)
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
        thread.join(timeout=30)
        assert not thread.is_alive(), "a thread did not come to an end"
    return results


def in_processes(work: Callable[[], object], count: int) -> list[Any]:
    """Do `work` in so many processes at one moment; what each returned (something that can be pickled) or raised."""
    context = multiprocessing.get_context("fork")  # they know the test's database as this process does
    ready, results = context.Barrier(count), context.Queue()
    connections.close_all()

    def run() -> None:
        try:
            ready.wait(timeout=10)
            results.put(pickle.dumps(work()))
        except Exception as error:
            results.put(pickle.dumps(error))
        finally:
            connections.close_all()

    processes = [context.Process(target=run, daemon=True) for _each in range(count)]
    for process in processes:
        process.start()
    found = [pickle.loads(results.get(timeout=60)) for _each in processes]
    for process in processes:
        process.join(timeout=30)
    return found
