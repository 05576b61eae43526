"""Every process knows who is told of what, and whatever else apps register with those below them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from common.events import Event, Question, Subscription
from gipfel.subscriptions import SUBSCRIPTIONS
from testing import PROJECT

APPS = ("common", "players", "games", "ratings", "play", "tournaments", "gipfel")
REGISTER = {"section", "handler", "every", "regularly", "labeller", "register_mail", "receiver"}
"""What registers something where a module calls it, or is decorated by it."""
TELL = """
import json, os, sys
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "gipfel.settings_test"
django.setup()
from common import events
name = lambda call: f"{call.__module__}.{call.__qualname__}"
told = [[name(each.about), [name(call) for call in (*each.calls, *each.after_commit)]] for each in events.connected()]
print(json.dumps({"told": told, "modules": list(sys.modules)}))
"""


@cache
def started() -> dict[str, Any]:
    """Who is told of what in a process that was started, and its modules."""
    done = subprocess.run([sys.executable, "-c", TELL], cwd=PROJECT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


def calls(subscription: Subscription) -> list[str]:
    return [name(call) for call in (*subscription.calls, *subscription.after_commit)]


@cache
def modules() -> dict[str, ast.Module]:
    """The apps' modules as they are written, by name."""
    files = [file for app in APPS for file in sorted((PROJECT / app).rglob("*.py"))]
    dotted = {".".join(file.relative_to(PROJECT).with_suffix("").parts): file for file in files}
    return {module: ast.parse(file.read_text(encoding="utf-8")) for module, file in dotted.items()}


def kinds() -> set[type]:
    """Every kind of event and question of the apps."""
    found = {*Event.__subclasses__(), *Question.__subclasses__()}
    return {each for each in found if each.__module__.partition(".")[0] in APPS}


def test_a_started_process_tells_everybody_in_the_order_of_the_list() -> None:
    assert started()["told"] == [[name(each.about), calls(each)] for each in SUBSCRIPTIONS]


def test_every_kind_of_event_stands_in_the_list() -> None:
    assert {each.about for each in SUBSCRIPTIONS} == kinds() and len(kinds()) > 15
    assert all(each.calls for each in SUBSCRIPTIONS)


def test_every_function_that_takes_an_event_stands_in_the_list_of_its_kind() -> None:
    listed = {(call, each.about.__name__) for each in SUBSCRIPTIONS for call in calls(each)}
    assert set(takers()) == listed


def takers() -> Iterator[tuple[str, str]]:
    """Functions of the apps that take one event and nothing else, and which."""
    names = {each.__name__ for each in kinds()}
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and len(node.args.args) == 1 and not node.name.startswith("_"):
                taken = node.args.args[0].annotation
                if isinstance(taken, ast.Name) and taken.id in names:
                    yield f"{module}.{node.name}", taken.id


def test_every_kind_of_event_is_told_somewhere() -> None:
    made = {
        node.func.id
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert {each.__name__ for each in kinds()} <= made


def test_a_started_process_has_imported_every_module_that_registers() -> None:
    wanted = {module for module, tree in modules().items() if any(_registers(node) for node in tree.body)}
    assert {"games.exports", "tournaments.tasks", "tournaments.labels", "gipfel.backups.schedule"} <= wanted
    assert wanted - set(started()["modules"]) == set()


def _registers(node: ast.stmt) -> bool:
    called = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    if isinstance(node, (ast.Expr, ast.Assign)):
        called = [node.value]
    return any(_name(each) in REGISTER for each in called)


def _name(node: ast.expr) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
