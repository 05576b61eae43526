"""`./run`: prepare the house, start one web process and one worker, and end both together.

Everything that can stop a start is one line that says what to do. The page is at the printed address
when the line with the address appears, not before.
"""

from __future__ import annotations

import argparse
import errno
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import NoReturn, TypeVar

from gipfel import environment as env

Result = TypeVar("Result")

START_SECONDS = 60
STOP_SECONDS = 10
RESTART_PAUSE = 2.0
LEAST_DISK_MB = 50


def stop(reason: str) -> NoReturn:
    """End with one clear line."""
    sys.stderr.write(f"Gipfel cannot start: {reason}\n")
    raise SystemExit(1)


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    options = _options()
    _check_port(options)
    home = _home()
    address = _address(options)
    _set_environment(options, address, home)
    _step("Preparing the database", _migrate)
    _step("Preparing pages", _prepare_pages)
    accounts = _step("Looking at the data", lambda: _example(options))
    Supervisor(options).run(lambda: _greet(options, address, accounts))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Start Gipfel: tournaments and ratings.")
    parser.add_argument("--port", type=int, default=8000, help="the port of the pages (8000)")
    parser.add_argument("--lan", action="store_true", help="serve the local network too; closes the example accounts")
    parser.add_argument("--empty", action="store_true", help="start without the example club")
    options = parser.parse_args()
    if not 1 <= options.port <= 65535:
        stop(f"there is no port {options.port}. Choose a number from 1024 to 65535.")
    options.bind = "0.0.0.0" if options.lan else "127.0.0.1"  # noqa: S104  that is what --lan asks for
    return options


# --- what must be so before anything starts ---------------------------------------------------------


def _check_port(options: argparse.Namespace) -> None:
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((options.bind, options.port))
        except PermissionError:
            stop(f"port {options.port} needs root. Try: ./run --port 8000")
        except OSError:
            stop(f"port {options.port} is taken. Try: ./run --port {options.port + 1}")


def _home() -> Path:
    """The folder that keeps the data, made if need be, with its secret key."""
    home = env.home()
    try:
        home.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(home).free < LEAST_DISK_MB * 1024 * 1024:
            stop(f"the disk of {home} has less than {LEAST_DISK_MB} MB free. Make room and start again.")
        _secret(home / "secret_key")
    except PermissionError:
        stop(f"{home} cannot be written. Give yourself the right, or set GIPFEL_HOME to another folder.")
    except OSError as error:
        _explain(error)
    return home


def _secret(file: Path) -> None:
    """A key of this house alone, readable by its owner alone."""
    if file.exists():
        return
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(secrets.token_urlsafe(50))


def _explain(error: OSError) -> NoReturn:
    if error.errno == errno.ENOSPC:
        stop("the disk is full. Make room and start again; nothing is lost.")
    stop(f"{error.strerror or error} ({error.filename or 'no file'}).")


def _address(options: argparse.Namespace) -> str:
    return f"http://{_lan_host() if options.lan else '127.0.0.1'}:{options.port}"


def _lan_host() -> str:
    """This machine's address in the local network, as the system would use it to go out."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _set_environment(options: argparse.Namespace, address: str, home: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")
    os.environ.setdefault("GIPFEL_HOME", str(home))
    os.environ.setdefault("BASE_URL", address)
    hosts = ["127.0.0.1", "localhost", "[::1]"]
    if options.lan:
        hosts += [_lan_host(), socket.gethostname(), f"{socket.gethostname()}.local"]
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(hosts))


# --- preparing ------------------------------------------------------------------------------------


def _step(label: str, work: Callable[[], Result]) -> Result:
    """Do `work`; say what it is once it takes longer than a second."""
    timer = threading.Timer(1.0, say, [f"{label} …"])
    timer.start()
    try:
        return work()
    except OSError as error:
        _explain(error)
    finally:
        timer.cancel()


def _migrate() -> None:
    import django
    from django.core.management import call_command
    from django.db import OperationalError

    django.setup()
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        if "full" in str(error):
            stop("the disk is full. Make room and start again; nothing is lost.")
        stop(f"the database does not open: {error}")


def _prepare_pages() -> None:
    """Compile catalogs and collect static files, when they are newer than last time."""
    from django.core.management import call_command

    stamp = env.home() / "pages-stamp"
    newest = _newest(env.HOUSE / "static", env.HOUSE / "locale", env.HOUSE / "requirements.txt")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == newest and (env.HOUSE / "static-built").is_dir():
        return
    call_command("catalogs", "compile", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(newest, encoding="utf-8")


def _newest(*places: Path) -> str:
    files = [file for place in places for file in (place.rglob("*") if place.is_dir() else [place])]
    dated = [file.stat().st_mtime_ns for file in files if file.is_file() and file.suffix != ".mo"]
    return f"{max(dated, default=0)} {len(dated)}"


def _example(options: argparse.Namespace) -> list[tuple[str, str, str]]:
    """Load the example club into an empty house; the accounts it made, with their passwords."""
    from gipfel import example
    from players import services

    accounts = [] if options.empty or not example.house_is_empty() else example.load(say)
    services.open_example_accounts(not options.lan)
    return accounts


# --- running ----------------------------------------------------------------------------------------


class Supervisor:
    """The web process and the worker: started together, watched, ended together.

    A worker that dies is started again; without its web process the house is closed.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.stopping = False
        self.web: subprocess.Popen[bytes] | None = None
        self.worker: subprocess.Popen[bytes] | None = None

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start both, call `when_ready` once pages are served, and stay until stopped."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        self.web = self._start(*self._web_command())
        self.worker = self._start(sys.executable, "manage.py", "work")
        try:
            if self._wait_until_ready():
                when_ready()
                self._watch()
        finally:
            self._end()

    def _web_command(self) -> tuple[str, ...]:
        bind = f"{self.options.bind}:{self.options.port}"
        return (
            sys.executable, "-m", "gunicorn", "gipfel.wsgi", "--bind", bind, "--workers", "1", "--threads", "8",
            "--worker-class", "gthread", "--graceful-timeout", "5", "--log-level", "warning",
        )  # fmt: skip

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C reaches us alone, and we end the two in order.
        return subprocess.Popen(command, cwd=env.HOUSE, start_new_session=True)  # noqa: S603  our own commands

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _wait_until_ready(self) -> bool:
        url = f"http://127.0.0.1:{self.options.port}/healthz"
        deadline = time.monotonic() + START_SECONDS
        while not self.stopping and time.monotonic() < deadline:
            if self.web is None or self.web.poll() is not None:
                stop("the web process ended at once; the lines above say why.")
            try:
                with urllib.request.urlopen(url, timeout=2):
                    return True
            except OSError:
                time.sleep(0.1)
        if not self.stopping:
            stop(f"no page came within {START_SECONDS} seconds.")
        return False

    def _watch(self) -> None:
        while not self.stopping:
            time.sleep(0.3)
            if self.web is None or self.web.poll() is not None:
                sys.stderr.write("The web process ended; stopping. Start again with ./run\n")
                return
            if self.worker is None or self.worker.poll() is not None:
                sys.stderr.write("The worker ended; starting it again. Nothing that it had to do is lost.\n")
                time.sleep(RESTART_PAUSE)
                self.worker = self._start(sys.executable, "manage.py", "work")

    def _end(self) -> None:
        processes = [process for process in (self.web, self.worker) if process is not None]
        for process in processes:
            if process.poll() is None:
                process.terminate()
        for process in processes:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
        say("Gipfel has stopped. Everything is kept.")


def _greet(options: argparse.Namespace, address: str, accounts: list[tuple[str, str, str]]) -> None:
    """The address, how to sign in, how to stop."""
    say(f"\nGipfel is at {address}")
    if options.lan:
        _print_code(address)
        say("Everyone in the local network can open it. The example accounts are closed.")
    if accounts and not options.lan:
        say("\nAn example club is loaded. Sign in with (shown only now):")
        for name, password, part in accounts:
            say(f"  {name:<12} {password:<16} {part}")
        say(f"Remove it with one click: {address}/clubs/example/settings")
    elif _no_accounts():
        say(f"Make the first organiser's account: {address}/start")
    else:
        say(f"Sign in: {address}/sign-in   Forgotten? .venv/bin/python manage.py passwordlink NAME")
    say("Ctrl-C stops it.")


def _print_code(address: str) -> None:
    import segno

    segno.make(address).terminal(compact=True)


def _no_accounts() -> bool:
    from players.models import Account

    return not Account.objects.exists()


if __name__ == "__main__":
    main()
