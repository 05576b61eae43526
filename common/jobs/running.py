"""The job that this thread is at, for log lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("gipfel_job", default="")


@contextmanager
def at(job_id: int, kind: str) -> Iterator[None]:
    """Within this the thread is at that job."""
    token = _current.set(f"{job_id} {kind}")
    try:
        yield
    finally:
        _current.reset(token)


def current() -> str:
    """Id and kind of the job that is being done here ("17 rate"); "" outside of one."""
    return _current.get()
