"""Another process that has the database open."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from testing import PROJECT
from testing.endings import ends_with_tests, has_ended

_HOLD = """
import sys
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*) FROM players_club")
print("open", flush=True)
sys.stdin.read()
"""


@contextmanager
def connected_elsewhere() -> Iterator[None]:
    """The database of this test, open in a process that does nothing with it just now."""
    setup = "import django; django.setup()" + _HOLD
    command = [sys.executable, "-c", setup, str(connection.settings_dict["NAME"])]
    with subprocess.Popen(
        command,
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        ends_with_tests(process.pid)
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        yield
        process.stdin.close()
        process.wait()
        has_ended(process.pid)
