"""Several processes of one server at the same moment: forked, each with what it makes from then on."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.context import ForkProcess
from typing import Any

from django.db import connections

from testing.patience import LONGEST

_fork = multiprocessing.get_context("fork")
PATIENCE = LONGEST


def in_processes(*works: Callable[[], Any]) -> list[Any]:
    """Start each of `works` in a process of its own at one moment; what each returned, or the exception it raised."""
    ready, told = _fork.Barrier(len(works)), [_fork.Pipe(duplex=False) for _work in works]

    def run(number: int, work: Callable[[], Any]) -> None:
        ready.wait(timeout=PATIENCE)
        try:
            result = work()
        except Exception as error:
            result = error
        told[number][1].send(result)

    processes = [_fork.Process(target=run, args=pair, daemon=True) for pair in enumerate(works)]
    for process in processes:
        process.start()
    try:
        return [_told(receiver) for receiver, _sender in told]
    finally:
        for process in processes:
            process.kill()
            process.join()


def at_one_database(*works: Callable[[], Any]) -> list[Any]:
    """The same, each with a connection of its own. Use with the fixture `real_database`."""
    connections.close_all()
    return in_processes(*[partial(_with_own_connections, work) for work in works])


def _with_own_connections(work: Callable[[], Any]) -> Any:
    """Where a browser is there, Django keeps two sets of connections in one thread, and only one of them was closed."""
    for alias in connections:
        connections[alias] = connections.create_connection(alias)
    return work()


@contextmanager
def beside(work: Callable[[], Any]) -> Iterator[ForkProcess]:
    """A process that does `work` beside the block, and is killed at its end."""
    process = _fork.Process(target=work, daemon=True)
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


def exit_code_of(work: Callable[[], Any]) -> int | None:
    """Do `work` in a process of its own with its own connection; -9 where it was killed. Use with `real_database`."""
    connections.close_all()
    process = _fork.Process(target=partial(_with_own_connections, work), daemon=True)
    process.start()
    process.join(PATIENCE)
    process.kill()
    return process.exitcode


def event() -> Any:
    """Something that happens in one process and is waited for in another: `set`, `wait(timeout)`."""
    return _fork.Event()


def _told(receiver: Any) -> Any:
    assert receiver.poll(PATIENCE), "a process did not come to an end"
    return receiver.recv()
