"""`./run`: prepare the database, start web processes and one worker, and end all together.

Everything that can stop a start is one line that says what to do. The page is at the printed address
when the line with the address appears, not before.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO, TypeVar
from urllib.parse import urlsplit

from gipfel import environment as env
from gipfel.child import Child, end
from gipfel.development import DevelopmentSupervisor
from gipfel.refusals import explain, run_or_explain, stop
from gipfel.supervisor import STOP_SECONDS, NotServed, Supervisor

Result = TypeVar("Result")
Credentials = Sequence[tuple[str, str, str]]

LEAST_DISK_MB = 50


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _give_up)
    try:
        _run(_options())
    except NotServed as reason:
        stop(str(reason))


def _give_up(number: int, frame: FrameType | None) -> NoReturn:
    """End at once, wherever the preparations are: each of their steps is done whole or not at all.

    Nothing is raised, for an exception may come up where the interpreter only notes it and goes on.
    """
    os.write(sys.stdout.fileno(), b"\nStopped before it was served. The next ./run goes on from here.\n")
    os._exit(128 + number)


def _run(options: argparse.Namespace) -> None:
    home = _home()
    address = _address(options)
    os.umask(0o077)  # the data and the secret are for their owner alone
    with hold(home, address):
        _secret(home / "secret_key")
        listening = _take_port(options)
        _set_environment(options, address, home)
        with _pages_prepared():
            _step("Preparing the database", _migrate)
            _forget_cache()
            _show_accounts(_example(options), address)
        supervisor = DevelopmentSupervisor if options.dev else Supervisor
        supervisor(listening).run(lambda: _greet(options, address))
    say("Gipfel has stopped. Everything is kept.")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Start Gipfel: tournaments and ratings.")
    parser.add_argument("--port", type=int, default=8000, help="the port of the pages (8000)")
    parser.add_argument("--lan", action="store_true", help="serve the local network too; closes the example accounts")
    parser.add_argument("--empty", action="store_true", help="start without the example club")
    parser.add_argument("--dev", action="store_true", help="for those who change the code: debug pages, reloading")
    options = parser.parse_args()
    if not 1 <= options.port <= 65535:
        stop(f"there is no port {options.port}. Choose a number from 1024 to 65535.")
    options.bind = "0.0.0.0" if options.lan else "127.0.0.1"  # noqa: S104  that is what --lan asks for
    return options


# --- what must be so before anything starts ---------------------------------------------------------


def _take_port(options: argparse.Namespace) -> socket.socket:
    """The socket of the pages. No one is let in before the supervisor listens on it."""
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((options.bind, options.port))
    except PermissionError:
        stop(f"port {options.port} needs root. Try: ./run --port 8000")
    except OSError:
        stop(f"port {options.port} is taken. Try: ./run --port {options.port + 1}")
    return taken


def _home() -> Path:
    """The folder that keeps the data, made if need be, with its secret key."""
    home = env.home()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if shutil.disk_usage(home).free < LEAST_DISK_MB * 1024 * 1024:
            stop(f"the disk of {home} has less than {LEAST_DISK_MB} MB free. Make room and start again.")
    except PermissionError:
        stop(f"{home} cannot be written. Give yourself the right, or set GIPFEL_HOME to another folder.")
    except OSError as error:
        explain(error)
    return home


def hold(home: Path, address: str) -> TextIO:
    """Take these data for this process alone, until the file is closed, however that comes about.

    The file says where the pages are: commands make links that lead there.
    """
    import fcntl

    try:
        handle = (home / env.ADDRESS_FILE).open("a+", encoding="utf-8")
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.seek(0)
        stop(f"it runs already with the data in {home}, at {handle.read()}. For another one: GIPFEL_HOME=folder ./run")
    except OSError as error:
        explain(error)
    handle.truncate(0)
    handle.write(address)
    handle.flush()
    return handle


def _secret(file: Path) -> None:
    """A key of this server alone, readable by its owner alone."""
    try:
        if file.exists() and file.stat().st_size:
            return
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
            handle.write(secrets.token_urlsafe(50))
    except OSError as error:
        explain(error)


def _address(options: argparse.Namespace) -> str:
    """Where people find the pages: what BASE_URL says, else this machine."""
    address = env.text("BASE_URL").rstrip("/") or _own_address(options)
    if options.dev and (options.lan or urlsplit(address).hostname not in env.LOOPBACK):
        stop("--dev shows code and settings to whoever meets an error. Leave out --lan and BASE_URL.")
    return address


def _own_address(options: argparse.Namespace) -> str:
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
    os.environ["DEVELOPMENT"] = "1" if options.dev else "0"
    if not options.lan and address == _own_address(options):
        os.environ.setdefault("START_WITHOUT_KEY", "1")
    hosts = ["127.0.0.1", "localhost", "[::1]", urlsplit(address).hostname or "localhost"]
    if options.lan:
        hosts += [_lan_host(), socket.gethostname(), f"{socket.gethostname()}.local"]
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(hosts))


# --- preparing ------------------------------------------------------------------------------------


def _step(label: str, work: Callable[[], Result]) -> Result:
    """Do `work`; say what it is once it takes longer than a second."""
    timer = threading.Timer(1.0, say, [f"{label} …"])
    timer.start()
    try:
        return run_or_explain(work)
    finally:
        timer.cancel()


def _migrate() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    _check_data()
    call_command("migrate", verbosity=0, interactive=False)


@contextmanager
def _pages_prepared() -> Iterator[None]:
    """Catalogs and static files are made by another process while the block runs, and are there after it."""
    from gipfel.pages import are_prepared

    pages = Child("preparation of pages", [sys.executable, "-m", "gipfel.pages"])
    if not are_prepared():
        pages.start()
    try:
        yield
        if _step("Preparing pages", pages.wait):
            raise SystemExit(1)  # it has said why
    finally:
        end([pages], STOP_SECONDS)


def _forget_cache() -> None:
    """What an earlier start has cached and counted is not for this one; no one else has it open."""
    from django.conf import settings

    from gipfel import file_cache

    run_or_explain(lambda: file_cache.remove(settings.CACHE_FILE))


def _check_data() -> None:
    """Go on only with data that this release knows and that are whole: what migrates or writes makes damage worse."""
    from gipfel import integrity
    from gipfel.upgrades import UnknownDatabase, refuse_unknown_database

    try:
        integrity.quick_check()
        refuse_unknown_database()
    except (integrity.Damaged, UnknownDatabase) as reason:
        stop(str(reason))


def _example(options: argparse.Namespace) -> Credentials:
    """Load the example club into an empty database, whole or not at all; the accounts it made, with passwords."""
    from django.db import transaction

    from gipfel import example
    from players.accounts.services.accounts import open_example_accounts

    def load() -> Credentials:
        with transaction.atomic():
            accounts = [] if options.empty or not example.site_is_empty() else example.load(say)
            open_example_accounts(not options.lan)
        return accounts

    return run_or_explain(load)


# --- what is told -----------------------------------------------------------------------------------


def _show_accounts(accounts: Credentials, address: str) -> None:
    """How to sign in to the example: at once, for no one can look it up later."""
    if not accounts:
        return
    say("\nAn example club is loaded. Its accounts (the passwords are shown only now):")
    for name, password, part in accounts:
        say(f"  {name:<12} {password:<16} {part}")
    say(f"Remove it with one click: {address}/clubs/example/settings")


def _greet(options: argparse.Namespace, address: str) -> None:
    """The address, how to sign in, how to stop."""
    say(f"\nGipfel is at {address}")
    if options.lan:
        _print_code(address)
        say("Everyone in the local network can open it. The example accounts are closed; without --lan they are open.")
    if _has_no_accounts():
        say(f"Make the first organiser's account: {_start_address()}")
    else:
        say(f"Sign in: {address}/sign-in   Forgotten? .venv/bin/python manage.py passwordlink NAME")
    if options.dev:
        say("Code, templates and catalogs are reloaded when they change; errors show their code.")
    say("Ctrl-C stops it.")


def _print_code(address: str) -> None:
    import segno

    segno.make(address).terminal(compact=True)


def _has_no_accounts() -> bool:
    from players.accounts.queries import has_no_accounts

    return has_no_accounts()


def _start_address() -> str:
    from players.setup.setup_token import setup_address

    return setup_address()


if __name__ == "__main__":
    main()
