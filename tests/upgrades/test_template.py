"""The database that tests copy is the one that migrating makes: else a source is missing in `tests.databases`."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from testing import PROJECT
from tests.databases import template_file

MIGRATED = "UPDATE django_migrations SET applied = 0"
pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="templates of both databases have the same sources"
)


def test_the_template_is_what_migrating_makes(db: None, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    environment = {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test", "DATABASE_URL": f"sqlite:///{new}"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=PROJECT, env=os.environ | environment, check=True)
    assert content_of(template_file()) == content_of(new)


def content_of(file: Path) -> list[str]:
    """Tables, triggers and rows as statements, without the moments of the migrations."""
    with closing(sqlite3.connect(":memory:")) as copy:
        with closing(sqlite3.connect(file)) as database:
            database.backup(copy)
        copy.execute(MIGRATED)
        return list(copy.iterdump())
