"""Dockerfile and compose.yaml: what they start exists, what they set is read, and nothing may more than it needs.

`python -m bench.drills.containers` builds and starts all of it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from common.jobs.queues import Queue
from gipfel.server.limits import LARGEST_BODY
from testing import PROJECT

DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OWN = sorted(name for name, service in SERVICES.items() if service["image"].startswith("gipfel"))
CADDYFILE = (PROJECT / "deploy/compose/Caddyfile").read_text(encoding="utf-8")
PAGE = (PROJECT / "docs/operators.md").read_text(encoding="utf-8")
VARIABLES = set(re.findall(r"`([A-Z][A-Z_]+)`", PAGE.split("| variable | meaning |", 1)[1].split("\n\n", 1)[0]))


def environment(name: str) -> dict[str, str]:
    """What a service is told: a mapping in the file."""
    return {key: str(value) for key, value in SERVICES[name]["environment"].items()}


def run_start(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """`deploy/start` among programs that print what they are asked."""
    for program in ("python", "celery"):
        (folder / program).write_text(f'#!/bin/sh\necho "{program} $*"\n')
        (folder / program).chmod(0o755)
    variables = {"PATH": f"{folder}:/usr/bin:/bin", "GIPFEL_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    command = ["sh", str(PROJECT / "deploy/start"), *arguments]
    return subprocess.run(command, env=variables | more, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", OWN)
def test_the_command_of_each_service_starts_what_it_is_called(name: str, tmp_path: Path) -> None:
    done = run_start(tmp_path, *SERVICES[name]["command"], BIND=environment(name).get("BIND", ""))
    begins = {
        "web": "python -m gipfel.server --bind 0.0.0.0:8000 --workers 2",
        "beat": "celery -A gipfel beat",
        "migrate": "python manage.py migrate",
    }
    role = SERVICES[name]["command"][0]
    assert done.stdout.startswith(begins.get(role, "celery -A gipfel worker -Q ")), done.stderr
    if role not in begins:
        assert f"-n {role}@%h" in done.stdout, "by this name deploy/healthy asks it"
    if role != "migrate":
        assert (tmp_path / "role").read_text() == role


def test_every_queue_has_a_worker_and_programs_play_in_one_of_their_own(tmp_path: Path) -> None:
    commands = [run_start(tmp_path, *SERVICES[name]["command"]).stdout for name in OWN]
    queues = [found[0].split(",") for found in (re.findall(r"-Q (\S+)", command) for command in commands) if found]
    assert sorted(queue for each in queues for queue in each) == sorted(Queue)
    assert [Queue.TURNS] in queues and [Queue.ANALYSIS] in queues
    assert sum(" beat" in command for command in commands) == 1, "exactly one beat"


def test_an_unknown_role_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    done = run_start(tmp_path, "webb")
    assert done.returncode == 2
    assert "webb is none of: web, worker, turns, analysis, beat, migrate, manage" in done.stderr


def test_what_was_compiled_with_the_image_is_taken_to_where_it_can_be_loaded(tmp_path: Path) -> None:
    """Numba loads from no folder that it could not write."""
    code, cache, programs = tmp_path / "code", tmp_path / "cache", tmp_path / "programs"
    for folder in (code / "deploy", code / "compiled/gipfel-engine/kernel", cache, programs):
        folder.mkdir(parents=True)
    for name in ("start", "Procfile"):
        (code / "deploy" / name).write_text((PROJECT / "deploy" / name).read_text(encoding="utf-8"))
    (code / "compiled/gipfel-engine/kernel/a.nbi").write_text("compiled")
    (programs / "celery").write_text("#!/bin/sh\n")
    (programs / "celery").chmod(0o755)
    variables = {"PATH": f"{programs}:/usr/bin:/bin", "GIPFEL_HOME": str(tmp_path), "XDG_CACHE_HOME": str(cache)}
    subprocess.run(["sh", str(code / "deploy/start"), "turns"], env=variables, check=True)
    assert (cache / "gipfel-engine/kernel/a.nbi").read_text() == "compiled"


def test_what_the_compose_file_sets_is_read_by_the_service() -> None:
    procfile = set(re.findall(r"\$\{(\w+):-", (PROJECT / "deploy/Procfile").read_text(encoding="utf-8")))
    told = {key for name in OWN for key in environment(name)}
    assert told - procfile <= VARIABLES | {"SECRET_KEY"}
    assert {"BIND", "DATABASE_URL", "TRUSTED_PROXIES"} <= told


def test_the_values_that_it_asks_for_are_those_that_make_env_writes(tmp_path: Path) -> None:
    make = ["sh", str(PROJECT / "deploy/compose/make-env"), "gipfel.example.org"]
    subprocess.run(make, cwd=tmp_path, check=True, capture_output=True)
    file = tmp_path / ".env"
    written = dict(line.split("=", 1) for line in file.read_text().splitlines())
    text = (PROJECT / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(\w+)(?:\}|:\?)", text)) == set(written)
    assert written["HOST_NAME"] == "gipfel.example.org"
    assert len(written["SECRET_KEY"]) == 64 and written["DATABASE_PASSWORD"] != written["SUPERUSER_PASSWORD"]
    assert file.stat().st_mode & 0o077 == 0, "only its owner reads secrets"
    again = subprocess.run(make, cwd=tmp_path, check=False, capture_output=True)
    assert again.returncode == 1, "secrets in use are not replaced"
    assert dict(line.split("=", 1) for line in file.read_text().splitlines()) == written


@pytest.mark.parametrize("name", OWN)
def test_ours_run_on_a_root_that_is_only_read_without_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "user" not in service and "privileged" not in service and "ports" not in service
    stage = DOCKERFILE.split("AS gipfel\n", 1)[1]
    user = re.findall(r"^USER (\d+):\d+$", stage, re.MULTILINE)
    assert user and user[0] != "0"
    own = {place.partition(":")[0] for place in service["tmpfs"] if f"uid={user[0]}" in place}
    assert own == {"/var/lib/gipfel", "/var/cache/gipfel"}, "what the ENV of the image names"


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_no_service_can_take_all_memory_or_fill_the_disk_with_its_log(name: str) -> None:
    assert re.fullmatch(r"\d+[mg]", SERVICES[name]["mem_limit"])
    assert SERVICES[name]["logging"]["options"]["max-size"] == "10m"


def test_the_worker_has_as_many_processes_as_its_memory_allows() -> None:
    told = os.environ | {"WORKER_CONCURRENCY": environment("worker")["WORKER_CONCURRENCY"]}
    asked = [sys.executable, "-c", "from gipfel.celery import app; print(app.conf.worker_concurrency)"]
    done = subprocess.run(asked, cwd=PROJECT, env=told, capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"
    line = (PROJECT / "deploy/Procfile").read_text(encoding="utf-8").split("worker: ")[1]
    assert "--concurrency" not in line.splitlines()[0], "it would come before the variable"


def test_an_update_migrates_first_and_replaces_one_web_process_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "docker").write_text('#!/bin/sh\necho "$*"\n')
    (tmp_path / "docker").chmod(0o755)
    variables = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PROXY_SECONDS": "0"}
    script = str(PROJECT / "deploy/compose/update")
    done = subprocess.run(["sh", script], env=variables, capture_output=True, text=True, check=True)
    nodes = [name for name in OWN if name.startswith("web")]
    assert done.stdout.splitlines() == [
        "compose build",
        "compose run --rm migrate",
        *(f"compose up --detach --no-deps --wait {node}" for node in nodes),
        "compose up --detach --wait",
    ]


def test_backups_are_restored_by_the_service_that_has_their_volume() -> None:
    (name,) = re.findall(r"^docker compose run --rm --no-deps (\S+) manage restore ", PAGE, re.MULTILINE)
    assert SERVICES[name]["volumes"] == [f"backups:{environment(name)['BACKUP_DIR']}"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["proxy"]["cap_add"] == ["NET_BIND_SERVICE"]


def test_the_proxy_is_trusted_and_passes_what_the_server_takes() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    trusted = environment("web-1")["TRUSTED_PROXIES"].split(",")
    assert trusted == [network["subnet"], "127.0.0.1"], "the second is deploy/healthy, in the container itself"
    assert ip_network(network["subnet"]).is_private
    (megabytes,) = re.findall(r"max_size (\d+)MiB", CADDYFILE)
    assert int(megabytes) * 2**20 >= LARGEST_BODY
    (upstreams,) = re.findall(r"\{\$UPSTREAMS:(.*?)\}", CADDYFILE)
    assert upstreams.split() == [f"{name}:8000" for name in OWN if name.startswith("web")]


def test_the_worker_that_makes_backups_keeps_them_on_a_volume() -> None:
    folder = environment("worker")["BACKUP_DIR"]
    assert SERVICES["worker"]["volumes"] == [f"backups:{folder}"]
    assert "heavy" in re.findall(r"^worker: .*-Q (\S+)", (PROJECT / "deploy/Procfile").read_text(), re.MULTILINE)[0]
    assert folder in re.findall(r"install -d -o gipfel -g gipfel -m 700 (.*)", DOCKERFILE)[0].split()


def test_what_the_image_copies_is_there_and_let_through() -> None:
    let_through = {
        line[1:].rstrip("/")
        for line in (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    copied = {
        word.removeprefix("./")
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
        for word in line.split()
    }
    assert copied == let_through
    assert all((PROJECT / name).exists() for name in copied)


def test_the_tags_are_those_of_this_release() -> None:
    release = re.findall(r'^version = "(.+)"$', (PROJECT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    tags = {service["image"].partition(":")[2] for name, service in SERVICES.items() if name in OWN}
    assert sorted(tags) == release
    assert set(re.findall(r"--tag gipfel\S*:(\S+)", DOCKERFILE)) == tags
