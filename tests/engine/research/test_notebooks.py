"""The notebooks run from top to bottom, and show what is stored in them."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from testing import PROJECT

NOTEBOOKS = sorted((PROJECT / "docs" / "notebooks").glob("*.ipynb"))


def run_cell(source: str, names: dict[str, Any]) -> str:
    """Run a cell; what its last expression comes to, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return "" if last is None else repr(eval(compile(ast.Expression(last.value), "cell", "eval"), names))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_cell_shows_what_is_stored(path: Path) -> None:
    names: dict[str, Any] = {}
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert cells
    for cell in cells:
        stored = "".join("".join(each["data"]["text/plain"]) for each in cell["outputs"])
        assert run_cell("".join(cell["source"]), names) == stored, "".join(cell["source"])
