"""What keeps the database from working, told apart by its own codes, so that pages and probes can say what it is.

Not an error of the code and not of the request: the same request may succeed later, so it is answered with 503.
SQLite's codes: https://www.sqlite.org/rescode.html. PostgreSQL's: its manual, appendix A.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import Error, InterfaceError, OperationalError

from common.installation import is_being_installed
from common.journal.services import Busy
from gipf_engine.messages import gettext_noop as _
from gipfel.monitoring import metrics


@dataclass(frozen=True, slots=True)
class Outage:
    """One kind: its code for programs, what readers and operators are told, after how many seconds to try again."""

    code: str
    retry_after: int
    title: str
    text: str
    for_operators: str


BUSY = Outage(
    "busy",
    2,
    _("The server is busy"),
    _("Your last step was not saved. Try again in a moment."),
    "the database is locked, or has no connection or memory left",
)
FULL = Outage(
    "storage-full",
    60,
    _("The server cannot store anything"),
    _("The disk is full or not writable. Your last step was not saved; please contact the server’s administrator."),
    "the disk is full or cannot be written",
)
AWAY = Outage(
    "database-away",
    5,
    _("The server cannot reach its data"),
    _("Your data should be safe. Try again in a moment, and first check whether your last step was saved."),
    "the database does not answer",
)
BEING_INSTALLED = Outage(
    "busy",
    20,
    _("The server is still being installed"),
    _("This part of it is ready in a minute. Your last step was not saved. Try again then."),
    "a package of deploy/installed-later.txt is not there yet",
)
DAMAGED = Outage(
    "database-damaged",
    300,
    _("The server's data are damaged"),
    _("Your last step was not saved. Tell the administrator of this server: a backup has to be restored."),
    "the database is damaged; restore a backup (docs/operators.md)",
)

# Primary result codes of SQLite.
_BY_SQLITE_CODE = {
    5: BUSY,  # SQLITE_BUSY
    6: BUSY,  # SQLITE_LOCKED
    7: BUSY,  # SQLITE_NOMEM
    8: FULL,  # SQLITE_READONLY
    10: FULL,  # SQLITE_IOERR
    11: DAMAGED,  # SQLITE_CORRUPT
    13: FULL,  # SQLITE_FULL
    14: AWAY,  # SQLITE_CANTOPEN
    26: DAMAGED,  # SQLITE_NOTADB
}
# SQLSTATE, the longest prefix that fits: a class of two characters, or one code of it.
_BY_SQLSTATE = {
    "08": AWAY,  # connection exception
    "25006": FULL,  # read-only transaction: a standby, or a server that was told to keep still
    "40001": BUSY,  # serialization failure
    "40P01": BUSY,  # deadlock
    "53": BUSY,  # insufficient resources
    "53100": FULL,
    "55P03": BUSY,  # lock not available
    "57014": BUSY,  # a time limit ended the statement
    "57P": AWAY,  # shut down, crashed, or starting
    "58": FULL,  # system error: input or output failed
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}

_seen: dict[str, float] = {}


def classify(error: BaseException) -> Outage | None:
    """What `error`, or an error behind it, says of the database; None where it says nothing of the kind."""
    return next((found for each in _chain(error) if (found := _one(each)) is not None), None)


def note(outage: Outage) -> None:
    """Remember that it was met just now."""
    _seen[outage.code] = time.monotonic()
    metrics.OUTAGES.labels(outage.code).inc()


def was_seen_within(outage: Outage, seconds: float) -> bool:
    """Whether this process met it in the last `seconds`."""
    at = _seen.get(outage.code)
    return at is not None and time.monotonic() - at < seconds


def forget() -> None:
    """Nothing was met so far."""
    _seen.clear()


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what caused it, and what was being handled when it was raised."""
    now: BaseException | None = error
    while now is not None:
        yield now
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)


def _one(error: BaseException) -> Outage | None:
    if isinstance(error, Busy):
        return BUSY
    if isinstance(error, ImportError):
        return BEING_INSTALLED if is_being_installed() else None
    if isinstance(error, OSError):
        return FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else None
    if not isinstance(error, Error):
        return None
    driver = error.__cause__ or error
    if (code := getattr(driver, "sqlite_errorcode", None)) is not None:
        return _BY_SQLITE_CODE.get(code & 0xFF)
    if state := getattr(driver, "sqlstate", None):
        return next((_BY_SQLSTATE[state[:size]] for size in (5, 3, 2) if state[:size] in _BY_SQLSTATE), None)
    return _without_code(error)


def _without_code(error: Error) -> Outage | None:
    """A connection that breaks brings no code along. The driver's own words say when it was refused for being full, and
    the pool's that it has given out all of its own."""
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    return BUSY if any(words in str(error) for words in ("locked", "couldn't get a connection")) else AWAY
