"""What stops a start: one line that says what to do, whatever the disk or the database has against it."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from typing import NoReturn, TypeVar

Result = TypeVar("Result")
FULL = "the disk is full. Make room and start again; nothing is lost."


def stop(reason: str) -> NoReturn:
    """End with one clear line."""
    sys.stderr.write(f"Gipfel cannot start: {reason}\n")
    raise SystemExit(1)


def explain(error: OSError) -> NoReturn:
    """End with what the system says."""
    if error.errno == errno.ENOSPC:
        stop(FULL)
    stop(f"{error.strerror or error} ({error.filename or 'no file'}).")


def run_or_explain(work: Callable[[], Result]) -> Result:
    """Do `work`; what the disk or the database has against it is told in one line."""
    try:
        return work()
    except OSError as error:
        explain(error)
    except Exception as error:
        _explain_database(error)
        raise


def _explain_database(error: Exception) -> None:
    """One line for whatever a database says; nothing for an error of another kind."""
    from django.db import Error

    if not isinstance(error, Error):
        return
    message = str(error).strip().partition("\n")[0]
    if "disk is full" in message or "No space left" in message:
        stop(FULL)
    stop(f"the database does not work: {message}")
