"""The client that is generated from docs/openapi.yaml, once for each document, and calls that a test makes with it.

The generator works without the network, and writes into `.test_cache/`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from enum import Enum
from hashlib import sha256
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from gipfel.wsgi import application
from players.accounts.services.tokens import make_token
from players.models import Account
from testing import PROJECT
from testing.kept_files import CACHE, one_at_a_time

PACKAGE = "gipfel_client"


@pytest.fixture(scope="session")
def package() -> Iterator[str]:
    """The generated package, which can be imported."""
    folder = _folder_of_client()
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def _folder_of_client() -> Path:
    """Where the package of this document is, which is kept for the next run; made under another name until it is whole.

    Two processes that begin at once do not make it twice: the second one waits.
    """
    document, wanted = PROJECT / "docs" / "openapi.yaml", PROJECT / "requirements-dev.txt"
    digest = sha256(document.read_bytes() + wanted.read_bytes()).hexdigest()[:16]
    with one_at_a_time("client"):
        folder = CACHE / f"client-{digest}"
        if not folder.exists():
            for old in CACHE.glob("client-*"):
                shutil.rmtree(old)
            _generate_client(document, new := CACHE / "client-new")
            new.rename(folder)
    return folder


def _generate_client(document: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "config.yml").write_text("post_hooks: []\n", encoding="utf-8")
    words = ["generate", "--path", document, "--meta", "none", "--output-path", folder / PACKAGE]
    command = [sys.executable, "-m", "openapi_python_client", *words, "--config", folder / "config.yml"]
    subprocess.run([str(word) for word in command], check=True, capture_output=True, timeout=300)


class Call:
    """`call("events.events_create", 201, body=("EventNew", {…}))`: what is answered, which must have this status."""

    def __init__(self, package: str, account: Account | None) -> None:
        self._package, module = package, import_module(f"{package}.client")
        where: dict[str, Any] = {
            "base_url": "http://testserver",
            "httpx_args": {"transport": httpx.WSGITransport(app=application)},
        }
        if account is None:
            self.client = module.Client(**where)
        else:
            self.client = module.AuthenticatedClient(token=make_token(account=account, label="generated").key, **where)

    def __call__(
        self, operation: str, status: int, *ids: object, body: tuple[str, dict[str, Any]] | None = None, **more: Any
    ) -> Any:
        """Parameters are given as they stand in an address; the client wants its own types of them."""
        module = import_module(f"{self._package}.api.{operation}")
        said = {name: _typed(module.sync_detailed, name, value) for name, value in more.items()}
        if body is not None:
            module_of_models = import_module(f"{self._package}.models")
            said["body"] = getattr(module_of_models, body[0]).from_dict(body[1])
        answer = module.sync_detailed(*ids, client=self.client, **said)
        assert int(answer.status_code) == status, answer.content
        return answer

    def send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """What the client's own connection gets for a request that its functions cannot express."""
        answer: httpx.Response = self.client.get_httpx_client().request(method, f"/api/v1{path}", **more)
        return answer


def _typed(function: Callable[..., Any], name: str, value: Any) -> Any:
    for kind in get_args(signature(function).parameters[name].annotation):
        if isinstance(kind, type) and isinstance(value, str):
            if issubclass(kind, Enum):
                return kind(value)
            if issubclass(kind, date):
                return kind.fromisoformat(value)
    return value


Caller = Callable[[Account | None], Call]


@pytest.fixture
def client_of(package: str, kept_connection: None) -> Caller:
    """`client_of(account)`: calls with a key of this account, without one for None."""
    return lambda account: Call(package, account)
