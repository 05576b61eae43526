"""A service on the test database: PostgreSQL, its own Redis, and processes that see committed rows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from testing import PROJECT
from testing.endings import end_others, now_running
from testing.patience import LONGEST
from testing.servers import Redis, free_port
from testing.service.processes import Service, eventually
from tests.service.launcher import answers, launch


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """What a test starts ends with it, also where it fails; what its module or the run has started stays."""
    before = now_running()
    yield
    end_others(before)


@pytest.fixture
def redis() -> Iterator[Redis]:
    server = Redis().start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def collected_files() -> None:
    """Scripts as the service serves them, from where they are collected."""
    settings = {"DJANGO_SETTINGS_MODULE": "gipfel.settings", "SECRET_KEY": "only-for-collecting"}
    subprocess.run([sys.executable, "-m", "gipfel.pages"], cwd=PROJECT, env=os.environ | settings, check=True)


@pytest.fixture(scope="session")
def served_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of `./run` after its first start, without an account."""
    home, port = tmp_path_factory.mktemp("served") / "home", free_port()
    process = launch(home, "--port", str(port), "--empty")
    try:
        eventually(lambda: answers(port, "/start"), 120, "the first page")
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)
    return home


@pytest.fixture
def home(served_once: Path, tmp_path: Path) -> Path:
    """Such data of the test's own: the next start has nothing to prepare."""
    return Path(shutil.copytree(served_once, tmp_path / "home"))


@pytest.fixture
def service(redis: Redis, tmp_path: Path, transactional_db: None) -> Iterator[Service]:
    """Processes on the database that the test itself uses."""
    if connection.vendor != "postgresql":
        pytest.fail("This test needs PostgreSQL: ./test --postgres tests/service")
    host, port, name = (connection.settings_dict[key] for key in ("HOST", "PORT", "NAME"))
    environment = {
        "DATABASE_URL": f"postgres://gipfel@{host}:{port}/{name}",
        "REDIS_URL": redis.url,
        "SECRET_KEY": "a-secret-of-the-tests-that-nobody-else-has-7Qx2",
        "GIPFEL_HOME": str(tmp_path),
        "JOBS_SWEEP_SECONDS": "1",
        "JOBS_LEASE_SECONDS": "30",
        "PRACTICE_DEALS": "0",
        "DJANGO_SETTINGS_MODULE": "gipfel.settings",
        "LOG_LEVEL": "INFO",
    }
    service = Service(environment, tmp_path)
    yield service
    service.stop()
