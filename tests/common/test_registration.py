"""Whatever registers something is imported at the start, in every process, and nobody keeps a list of such modules."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

from common.registration import MODULES
from tests import PROJECT

APPS = ("players", "games", "ratings", "play", "tournaments", "gipfel")
REGISTER = {
    "section", "handler", "labeller", "receiver", "tie_source", "text_source", "register", "register_actions",
    "unpublished", "named",
}  # fmt: skip
LIST_LOADED = """
import os, sys
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "gipfel.settings_test"
django.setup()
print(*sys.modules)
"""


def registering_modules() -> Iterator[str]:
    """Modules of the apps that call or are decorated by something that registers, when they are imported."""
    for app in APPS:
        for file in sorted((PROJECT / app).rglob("*.py")):
            if any(_registers(node) for node in ast.parse(file.read_text(encoding="utf-8")).body):
                yield ".".join(file.relative_to(PROJECT).with_suffix("").parts)


def _registers(node: ast.stmt) -> bool:
    called = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    if isinstance(node, ast.Expr):
        called = [node.value]
    return any(_name(each) in REGISTER for each in called)


def _name(node: ast.expr) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def test_a_started_process_has_imported_every_module_that_registers() -> None:
    done = subprocess.run([sys.executable, "-c", LIST_LOADED], cwd=PROJECT, capture_output=True, text=True, check=True)
    wanted = set(registering_modules())
    assert {"games.exports", "tournaments.tasks", "tournaments.erasure", "gipfel.backups.schedule"} <= wanted
    assert wanted - set(done.stdout.split()) == set()


def test_modules_of_these_names_stand_in_their_app_and_register_something() -> None:
    found = set(registering_modules())
    for name in MODULES:
        assert any(f"{app}.{name}" in found for app in APPS), name
