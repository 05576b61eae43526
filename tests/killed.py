"""A process of its own that is killed in the middle of its work. Use with the fixture `real_database`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from django.conf import settings
from django.db import connection

from testing.endings import ends_with_tests, has_ended


def kill_at(line: str, code: str, *arguments: str) -> None:
    """Run `code` on the database of this test; SIGKILL once it has printed `line`, after which it waits for input."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test", "DATABASE_URL": _address()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        ends_with_tests(process.pid)
        assert process.stdout is not None
        assert process.stdout.readline() == f"{line}\n"
        process.send_signal(signal.SIGKILL)
        has_ended(process.pid)


def _address() -> str:
    """The database of this test, as another process finds it."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    host = str(known["HOST"]).replace("/", "%2F")
    return f"postgresql://{known['USER']}:{known['PASSWORD']}@{host}:{known['PORT']}/{known['NAME']}"
