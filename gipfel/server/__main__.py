"""`python -m gipfel.server`: one web process, or several (`--workers`) on one socket."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE

from gipfel.monitoring import metrics
from gipfel.server import limits, visits
from gipfel.server.ending import LeavingProcesses, LeavingServer
from gipfel.server.protocol import BoundedProtocol
from gipfel.server.watchdog import show_life
from gipfel.server.websocket import BoundedWebSocket

SPARE_FILES = 256
"""Files that a process opens besides its connections: the database, spools, the program itself."""


def main(arguments: list[str] | None = None) -> None:
    options = _options(arguments)
    folder = _share_folder() if options.workers > 1 else ""
    _allow_files(limits.MOST_CONNECTIONS + SPARE_FILES)
    config = Config(
        "gipfel.server.loading:load",
        factory=True,
        http=BoundedProtocol,
        ws=BoundedWebSocket,
        ws_max_size=limits.LARGEST_STREAM_MESSAGE,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        workers=options.workers,
        proxy_headers=False,  # players.core.client_address decides whom to believe
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=limits.KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=options.graceful,
        timeout_worker_healthcheck=limits.SIGN_OF_LIFE_SECONDS,
        timeout_notify=limits.SIGN_OF_LIFE_SECONDS,
        callback_notify=show_life,
    )
    listening = _listen(options)
    failed = _serve_by_several(config, listening) if options.workers > 1 else _serve(config, listening)
    # Those who wait for an answer have had `graceful` seconds. Threads still at work are not waited for: what they had
    # not committed is undone by the database.
    sys.stderr.flush()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(STARTUP_FAILURE if failed else 0)


def _serve(config: Config, listening: list[socket.socket]) -> bool:
    """Serve from this process until it is ended; whether it could not begin."""
    server = LeavingServer(config)
    with suppress(KeyboardInterrupt):
        server.run(listening)
    return not server.started


def _serve_by_several(config: Config, listening: list[socket.socket]) -> bool:
    """Serve from `config.workers` processes; one that ends or hangs is replaced, one that cannot begin ends it all."""
    supervisor = LeavingProcesses(config, listening)
    supervisor.run()
    return any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes)


def _share_folder() -> str:
    """A folder in which all processes count, so that whichever is asked for /metrics knows what all did, and note who
    came when."""
    folder = tempfile.mkdtemp(prefix="gipfel-web-")
    os.environ[metrics.FOLDER] = folder
    os.environ[visits.FILE] = str(Path(folder, "visits"))
    return folder


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m gipfel.server", description="Serve Gipfel's pages.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--bind", default="127.0.0.1:8000", help="ADDRESS:PORT, or unix:PATH (127.0.0.1:8000)")
    where.add_argument("--fd", type=int, action="append", help="a socket that is there already, by its number")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--graceful", type=int, default=20, help="seconds for open requests when it is ended (20)")
    return parser.parse_args(arguments)


def _allow_files(wanted: int) -> None:
    """Raise this process's limit of open files as far as needed and allowed: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _listen(options: argparse.Namespace) -> list[socket.socket]:
    if options.fd:
        return [socket.socket(fileno=number) for number in options.fd]
    if options.bind.startswith("unix:"):
        return [_listen_on_path(options.bind.removeprefix("unix:"))]
    host, _, port = options.bind.rpartition(":")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return [socket.create_server((host, int(port)), family=family, backlog=2048)]


def _listen_on_path(path: str) -> socket.socket:
    Path(path).unlink(missing_ok=True)  # what an earlier process left behind
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(2048)
    return listening


if __name__ == "__main__":
    main()
