"""What the embedded form has acknowledged is on the disk: each transaction that writes is synced."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from testing import PROJECT
from testing.patience import LONGEST

pytestmark = pytest.mark.postgresql

WRITES = 20
FULL = "2"
_WRITE = f"""
import django; django.setup()
from django.db import connection, transaction
with connection.cursor() as cursor:
    print(cursor.execute("PRAGMA synchronous").fetchone()[0], cursor.execute("PRAGMA journal_mode").fetchone()[0])
    cursor.execute("CREATE TABLE result (value integer)")
    for value in range({WRITES}):
        with transaction.atomic():
            cursor.execute("INSERT INTO result VALUES (%s)", [value])
"""


def _write(home: Path, *before: str) -> str:
    """Write as the web process would, with its settings, into an empty folder; what the process printed."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "gipfel.settings",
        "GIPFEL_HOME": str(home),
        "DATABASE_URL": "",
        "SECRET_KEY": "a-secret-of-the-tests-that-nobody-else-has-7Qx2",
    }
    command = [*before, sys.executable, "-c", _WRITE]
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_settings_ask_for_a_sync_with_each_transaction(tmp_path: Path) -> None:
    assert _write(tmp_path).split() == [FULL, "wal"]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace counts what the system is asked for")
def test_each_transaction_is_synced(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    _write(tmp_path, "strace", "-f", "-e", "trace=fsync,fdatasync", "-o", str(calls))
    # With synchronous=NORMAL there are eight in all, when the file is made and when the process ends.
    assert calls.read_text().count("sync(") >= WRITES
