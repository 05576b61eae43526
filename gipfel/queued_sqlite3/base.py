"""Transactions that write to one file wait for each other in a queue, whatever thread or process they are of.

SQLite lets one write at a time, and whoever comes meanwhile sleeps and looks again, in the end every 100 ms: much of
that time nobody writes, and the latest comer may be the first. Here each waits for its turn (`turn`), and only who
has it asks SQLite.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db.backends.sqlite3 import base

from gipfel import waiting
from gipfel.queued_sqlite3.turn import Turn, turn_of

_USUAL_SECONDS = 5.0


if TYPE_CHECKING:

    class _UsualWrapper(base.DatabaseWrapper):
        """Django's, with the methods that its type stubs leave out."""

        def _start_transaction_under_autocommit(self) -> None: ...
        def _set_autocommit(self, autocommit: bool) -> None: ...
        def _commit(self) -> None: ...
        def _close(self) -> None: ...

else:
    _UsualWrapper = base.DatabaseWrapper


class DatabaseWrapper(_UsualWrapper):
    """A connection. `timeout` among its OPTIONS is how many seconds a transaction waits in the queue at most."""

    _turn: Turn | None = None

    def _start_transaction_under_autocommit(self) -> None:
        with self.execute_wrapper(self._wait_for_turn):  # where it is measured like every statement
            try:
                super()._start_transaction_under_autocommit()
            except BaseException:
                self._end_turn()
                raise

    def _set_autocommit(self, autocommit: bool) -> None:
        try:
            super()._set_autocommit(autocommit)
        finally:
            self._end_turn()

    def _commit(self) -> None:
        waiting.tell()  # what is written is synced to the disk
        super()._commit()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._end_turn()

    def _wait_for_turn(self, execute: Callable[..., Any], *statement: Any) -> Any:
        turn = turn_of(str(self.settings_dict["NAME"]))
        if not turn.take_if_free() and not self._is_given(turn):
            with self.wrap_database_errors:
                raise _locked()
        self._turn = turn
        return execute(*statement)

    def _is_given(self, turn: Turn) -> bool:
        waiting.tell()
        return turn.wait(self.settings_dict["OPTIONS"].get("timeout", _USUAL_SECONDS))

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.end()


def _locked() -> sqlite3.OperationalError:
    """What SQLite itself says to whoever has waited too long."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error
