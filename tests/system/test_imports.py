"""Which module imports which. What layers and neighbours may do is for `lint-imports` (pyproject.toml)."""

from __future__ import annotations

import ast
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]


def packages() -> list[str]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: list[str] = tomllib.load(file)["tool"]["importlinter"]["root_packages"]
    return found


def test_no_module_is_imported_by_one_that_it_imports() -> None:
    """`lint-imports` compares neighbours; this sees a package and a module within it that import each other, too."""
    imports = grimp.build_graph(*packages(), cache_dir=None)
    order = TopologicalSorter({module: imports.find_modules_directly_imported_by(module) for module in imports.modules})
    try:
        order.prepare()
    except CycleError as error:
        pytest.fail(f"these import each other: {' <- '.join(error.args[1])}")


def imported_packages(code: str) -> set[str]:
    """The packages that a module imports, wherever in it."""
    found = set[str]()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                found |= {each.name.partition(".")[0] for each in names}
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module.partition(".")[0])
    return found


@pytest.mark.parametrize(
    ("folders", "others"),
    [(("bench", "testing"), {"tests"}), ((*packages(), "tools"), {"bench", "testing", "tests"})],
    ids=["benchmarks", "the project"],
)
def test_what_is_not_a_test_imports_none(folders: tuple[str, ...], others: set[str]) -> None:
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    found = {file: others & imported_packages(file.read_text(encoding="utf-8")) for file in files}
    assert len(found) > 50
    assert {str(file): names for file, names in found.items() if names} == {}


def test_imports_are_found_inside_functions_too() -> None:
    code = "import tests.run as run\ndef f():\n    from bench.pages import main\nfrom . import near\n"
    assert imported_packages(code) == {"tests", "bench"}
