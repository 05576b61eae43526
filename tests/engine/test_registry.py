"""A registry imports what a key needs, and everything where it is listed."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from gipf_engine.registry import Registry
from testing import PROJECT

MODULE = """
from shapes.register import REGISTRY
class {name}: ...
REGISTRY.add("{key}", {name})
"""


@pytest.fixture
def shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[type]:
    """A package whose modules register a circle, a square, a big square."""
    package = tmp_path / "shapes"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "register.py").write_text("from gipf_engine.registry import Registry\nREGISTRY = Registry('shapes')\n")
    for module, key in (("arc", "circle"), ("square", "square"), ("large", "big-square")):
        (package / f"{module}.py").write_text(MODULE.format(name=module.title(), key=key))
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "shapes"]:
        monkeypatch.delitem(sys.modules, name)
    from shapes.register import REGISTRY

    return REGISTRY


def imported() -> set[str]:
    return {name.partition(".")[2] for name in sys.modules if name.startswith("shapes.")} - {"register"}


def test_a_key_that_names_its_module_imports_no_other(shapes: Registry[type]) -> None:
    assert shapes["square"].__name__ == "Square"
    assert imported() == {"square"}


def test_a_key_that_names_none_is_found_in_one_after_the_other(shapes: Registry[type]) -> None:
    assert shapes["circle"].__name__ == "Arc"
    assert imported() == {"arc"}


def test_what_was_found_once_is_not_looked_for_again(shapes: Registry[type], monkeypatch: pytest.MonkeyPatch) -> None:
    found = shapes["square"]
    monkeypatch.delattr("pkgutil.iter_modules")
    assert shapes["square"] is found


def test_a_key_that_there_is_not_is_looked_for_everywhere(shapes: Registry[type]) -> None:
    assert "star" not in shapes
    assert imported() == {"arc", "large", "square"}


@pytest.mark.parametrize("first", ["", "square", "big-square"])
def test_the_order_is_that_of_the_modules_whatever_was_asked_for_first(shapes: Registry[type], first: str) -> None:
    shapes.get(first)
    assert list(shapes) == ["circle", "big-square", "square"]


def test_one_pairing_system_or_game_leaves_the_others_alone() -> None:
    code = """
    import sys
    from gipf_engine.rules import rules_for
    from gipf_engine.tournament.pairing import system
    system("swiss-dutch")
    rules_for("lyngk-main")
    others = ("games.gipf", "games.lyngk", "tournament.pairing.knock_out", "tournament.standings")
    print(*(name for name in others if f"gipf_engine.{name}" in sys.modules))
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["games.lyngk"]
