"""`./run`, as a newcomer starts it: pages, a private secret, a clear line for what is wrong, a clean end."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.servers import free_port
from tests.service.processes import HOUSE, eventually

pytestmark = pytest.mark.service


def _launch(home: Path, *arguments: str) -> subprocess.Popen[str]:
    inherited = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    return subprocess.Popen(
        [sys.executable, "-m", "gipfel.launch", *arguments],
        cwd=HOUSE,
        env=inherited | {"GIPFEL_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def house(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = _launch(tmp_path / "home", "--port", str(port), "--empty")
    yield process
    # Its two processes end with it only when it is asked to end; they would hold its pipes open.
    process.terminate()
    process.communicate(timeout=30)


def _is_served(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/start", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_an_empty_house_serves_the_page_that_makes_the_first_organiser_and_ends_cleanly(
    house: subprocess.Popen[str], port: int, tmp_path: Path
) -> None:
    eventually(lambda: _is_served(port), 60, "the first page")
    secret = tmp_path / "home" / "secret_key"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert len(secret.read_text()) >= 50

    house.send_signal(signal.SIGINT)
    output, errors = house.communicate(timeout=20)

    assert house.returncode == 0
    assert f"Gipfel is at http://127.0.0.1:{port}" in output
    assert "Gipfel has stopped. Everything is kept." in output
    assert "Traceback" not in errors
    with closing(socket.socket()) as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_a_taken_port_is_one_line_that_names_another(tmp_path: Path, port: int) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        output, errors = _launch(tmp_path, "--port", str(port)).communicate(timeout=30)
    assert errors == f"Gipfel cannot start: port {port} is taken. Try: ./run --port {port + 1}\n"
    assert output == ""


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, port: int) -> None:
    (tmp_path / "file").write_text("in the way")
    _, errors = _launch(tmp_path / "file" / "home", "--port", str(port)).communicate(timeout=30)
    assert errors.startswith("Gipfel cannot start: ")
    assert errors.count("\n") == 1
