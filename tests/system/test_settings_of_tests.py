"""Tests know nothing of what `./run` keeps in the same checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from testing import PROJECT

_READ = """
import json, sys
from pathlib import Path
from gipfel import environment
environment.PROJECT = Path(sys.argv[1])
from gipfel import settings_test as settings
kept = [settings.HOME, settings.LIVE_SOCKETS, settings.DATABASES["default"]["NAME"]]
kept += [cache["LOCATION"] for cache in settings.CACHES.values()]
print(json.dumps({"base_url": settings.BASE_URL, "kept": [str(each) for each in kept]}))
"""
_NAMED = ("BASE_URL", "DATABASE_URL", "GIPFEL_HOME", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_FILE")


def test_the_address_of_a_run_in_this_checkout_is_not_that_of_the_tests(tmp_path: Path) -> None:
    """`./run --port 8123` has left its address in `var/`, and its secret."""
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "address").write_text("http://127.0.0.1:8123\n")
    (tmp_path / "var" / "secret_key").write_text("the secret of the run")
    environment = {name: value for name, value in os.environ.items() if name not in _NAMED}
    command = [sys.executable, "-c", _READ, str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    settings = json.loads(done.stdout)
    assert settings["base_url"] == "http://127.0.0.1:8000"
    assert [each for each in settings["kept"] if each.startswith(str(tmp_path))] == []
    assert [each for each in settings["kept"] if Path(each).is_relative_to(PROJECT / "var")] == []
