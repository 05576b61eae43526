"""Which module imports which. What layers and neighbours may do is for `lint-imports` (pyproject.toml)."""

from __future__ import annotations

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
