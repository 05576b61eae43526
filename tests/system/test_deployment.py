"""What operators copy: units, the proxy's example and the steps of docs/operators.md fit what the server does."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
import sys

import pytest

from common.jobs.queues import Queue
from common.jobs.services import kinds
from gipfel.server.limits import LARGEST_BODY
from gipfel.supervisor import worker_commands
from play.solitaires.services.hints import FIND
from play.solitaires.services.practice import SOLVE, STOCK
from testing import PROJECT

pytestmark = pytest.mark.slow

PAGE = (PROJECT / "docs" / "operators.md").read_text(encoding="utf-8")


def unit(name: str) -> configparser.SectionProxy:
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # names keep their capitals
    read.read(PROJECT / "deploy" / f"gipfel-{name}.service")
    return read["Service"]


def test_the_worker_may_write_to_the_backup_folder_and_the_page_tells_of_another_disk() -> None:
    folder = re.findall("^BACKUP_DIR=(.*)$", PAGE, re.MULTILINE)[0]
    assert unit("worker-heavy")["ReadWritePaths"] == f"-{folder}"
    assert unit("worker")["ProtectSystem"] == "strict", "else the path above would say nothing"
    assert "systemctl edit gipfel-worker" in PAGE and re.search(
        r"^\[Service\]\nReadWritePaths=/mnt/", PAGE, re.MULTILINE
    )


def test_the_example_of_a_proxy_lets_through_what_the_server_takes() -> None:
    (megabytes,) = re.findall(r"^client_max_body_size (\d+)m;$", PAGE, re.MULTILINE)
    assert int(megabytes) * 2**20 >= LARGEST_BODY


@pytest.mark.parametrize("name", ["web", "worker", "worker-heavy", "worker-turns", "worker-analysis", "beat"])
def test_user_database_and_environment_of_the_units_are_made_by_the_page(name: str) -> None:
    service = unit(name)
    assert re.search(rf"^useradd .* {service['User']}$", PAGE, re.MULTILINE)
    assert f"cat >{service['EnvironmentFile']} <<END" in PAGE
    assert re.search(r"createdb --owner (\w+) .* \1$", PAGE, re.MULTILINE)
    assert "DATABASE_URL=postgres://gipfel:$password@127.0.0.1:5432/gipfel" in PAGE


def test_what_a_solver_computes_for_practice_is_done_when_nothing_else_is_due() -> None:
    """A fresh worker finds fifty such jobs."""
    assert {kinds()[kind] for kind in (SOLVE, STOCK, FIND)} == {Queue.ANALYSIS}
    assert max(Queue, key=lambda queue: queue.priority) is Queue.ANALYSIS


def test_the_server_needs_no_environment_of_django() -> None:
    """Units, Procfile and image start it as it is."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    asked = [sys.executable, "-m", "gipfel.server", "--help"]
    done = subprocess.run(asked, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "--workers" in done.stdout, done.stderr


def _queues(command: str) -> list[str]:
    named: str = re.findall(r"(?:-Q|--queues) (\S+)", command)[0]
    return named.split(",")


def test_each_queue_has_one_worker_and_turns_wait_for_no_other_queue() -> None:
    units = sorted((PROJECT / "deploy").glob("gipfel-worker*.service"))
    procfile = (PROJECT / "deploy" / "Procfile").read_text(encoding="utf-8").splitlines()
    forms = {
        "./run": [" ".join(command) for command in worker_commands().values()],
        "Procfile": [line for line in procfile if " worker " in line],
        "units": [unit(path.stem.removeprefix("gipfel-"))["ExecStart"] for path in units],
    }
    for form, commands in forms.items():
        queues = [_queues(command) for command in commands]
        assert sorted(queue for each in queues for queue in each) == sorted(Queue), form
        assert [Queue.TURNS] in queues and [Queue.ANALYSIS] in queues, form
    assert int(unit("worker-analysis")["Nice"]) > 10 and "Nice" not in unit("worker-turns")
