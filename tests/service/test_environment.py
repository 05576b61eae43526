"""Each process of the service refuses to start on what is no secret, and needs nothing but its environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from gipfel.environment import require_secret, secret_key
from testing import PROJECT
from testing.patience import LONGEST
from testing.servers import Redis, free_port
from testing.service.processes import BIN, Process, eventually

GOOD = "kT4-Zw0nQe_u7RrX1bM9yVsH3cJdLfGa5PiNo8"


def _environment(**values: str) -> dict[str, str]:
    """This process's own, without what a test run sets, and with `values`."""
    inherited = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return inherited | {"GIPFEL_HOME": "/nowhere", "DJANGO_SETTINGS_MODULE": "gipfel.settings"} | values


def _start(*command: str, **values: str) -> subprocess.CompletedProcess[str]:
    """Run one program of the service until it refuses; it would go on for ever otherwise."""
    return subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=PROJECT,
        env=_environment(**values),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )


@pytest.mark.parametrize(
    ("secret", "said"),
    [
        ("", "There is no secret."),
        ("changeme", "one that can be guessed"),
        ("secret" * 10, "one that can be guessed"),
        ("django-insecure-kT4-Zw0nQe_u7RrX1bM9yVsH3cJdLfGa5PiNo8", "one that can be guessed"),
    ],
)
def test_what_others_know_or_guess_is_no_secret(secret: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=said):
        require_secret(secret)


def test_a_long_random_secret_is_one() -> None:
    require_secret(GOOD)


def test_a_named_file_comes_before_the_variable_and_that_before_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret_key").write_text("of the folder")
    (tmp_path / "named").write_text("of the file\n")
    monkeypatch.setenv("GIPFEL_HOME", str(tmp_path))
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.delenv("SECRET_KEY_FILE", raising=False)
    assert secret_key() == "of the folder"
    monkeypatch.setenv("SECRET_KEY", "of the variable")
    assert secret_key() == "of the variable"
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "named"))
    assert secret_key() == "of the file"


@pytest.mark.slow
@pytest.mark.service
def test_the_web_process_refuses_to_start_without_a_secret() -> None:
    one = _start("python", "-m", "gipfel.server", "--bind", f"127.0.0.1:{free_port()}")
    several = _start("python", "-m", "gipfel.server", "--bind", f"127.0.0.1:{free_port()}", "--workers", "2")
    for done in (one, several):
        assert done.returncode != 0
        assert "There is no secret. Make one and name its file in SECRET_KEY_FILE" in done.stderr


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.parametrize("part", ["worker", "beat"])
def test_worker_and_beat_refuse_to_start_in_one_line(part: str) -> None:
    without_secret = _start("celery", "-A", "gipfel", part)
    assert without_secret.returncode == 1
    assert "There is no secret." in without_secret.stderr.splitlines()[-1]
    without_redis = _start("celery", "-A", "gipfel", part, SECRET_KEY=GOOD)
    assert without_redis.returncode == 1
    assert "REDIS_URL is not set" in without_redis.stderr.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.service
def test_beat_needs_no_folder_of_its_own(redis: Redis, tmp_path: Path) -> None:
    environment = _environment(SECRET_KEY=GOOD, REDIS_URL=redis.url)
    beat = Process([str(BIN / "celery"), "-A", "gipfel", "beat", "--loglevel", "INFO"], environment, tmp_path / "log")
    try:
        eventually(lambda: "beat: Starting" in (tmp_path / "log").read_text(), 40, "the start of beat")
    finally:
        beat.kill()


@pytest.mark.parametrize("values", [{}, {"SECRET_KEY_FILE": "/nowhere/key"}])
def test_commands_without_a_database_need_no_secret(values: dict[str, str]) -> None:
    record = "gipfel/example/championship-2000.txt"
    command = [sys.executable, "manage.py", "checkrecord", record]
    done = subprocess.run(
        command, cwd=PROJECT, env=_environment(**values), capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert '"legal": true' in done.stdout
