"""A service on the test database: PostgreSQL, its own Redis, and processes that see committed rows."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
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


def _made_by_one(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that one of the processes of this run makes, while the others wait for it."""
    of_run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        of_run = of_run.parent
    with (of_run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = of_run / f"{name}-once"
        if not made.exists():
            begun = of_run / f"{name}-begun"  # what is left of one that failed is not taken for whole
            shutil.rmtree(begun, ignore_errors=True)
            begun.mkdir()
            make(begun)
            begun.rename(made)
    return made


@pytest.fixture(scope="session")
def collected_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Scripts as the service serves them, from where they are collected."""
    settings = {"DJANGO_SETTINGS_MODULE": "gipfel.settings", "SECRET_KEY": "only-for-collecting"}
    collect = partial(subprocess.run, cwd=PROJECT, env=os.environ | settings, check=True)
    _made_by_one(tmp_path_factory, "collected", lambda _folder: collect([sys.executable, "-m", "gipfel.pages"]))


@pytest.fixture(scope="session")
def served_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of `./run` after its first start, without an account."""
    return _made_by_one(tmp_path_factory, "served", _serve_once) / "home"


def _serve_once(folder: Path) -> None:
    port = free_port()
    process = launch(folder / "home", "--port", str(port), "--empty", warms_up=True)
    try:
        eventually(lambda: answers(port, "/start"), 120, "the first page")
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


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
        "WEB_WARM_UP": "0",
        "DJANGO_SETTINGS_MODULE": "gipfel.settings",
        "LOG_LEVEL": "INFO",
    }
    service = Service(environment, tmp_path)
    yield service
    service.stop()
