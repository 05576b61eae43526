"""LOG_LEVEL is how much is logged, by Django's own loggers too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from gipfel.environment import log_level
from testing import PROJECT

ASK = "from django.test import Client; Client().get('/static/no-such-file'); Client().get('/api/v1/no-such')"


def _logged(level: str, home: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", ASK],
        cwd=PROJECT,
        env=environment
        | {"LOG_LEVEL": level, "GIPFEL_HOME": str(home), "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stderr


def test_4xx_are_warnings_and_quiet_where_only_errors_are_wanted(tmp_path: Path) -> None:
    assert "Not Found: /api/v1/no-such" in _logged("WARNING", tmp_path)
    assert _logged("ERROR", tmp_path) == ""


def test_a_level_that_does_not_exist_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(ImproperlyConfigured, match="LOG_LEVEL is 'LOUD'; set it to one of DEBUG, INFO"):
        log_level()
