"""A solver that has to be compiled first says so on standard error, and one that is compiled does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gipf_engine.rules.guowuguan.solver import search
from testing import PROJECT

TOLD = "compiling the solver: this takes up to a minute, once\n"


def test_a_solver_is_compiled_first_where_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "cache_folder", lambda: tmp_path)
    assert search.BeamSolver().is_compiled_first
    (tmp_path / "beam.nbc").touch()
    assert not search.BeamSolver().is_compiled_first
    monkeypatch.setattr(search, "cache_folder", lambda: None)
    assert search.BeamSolver().is_compiled_first


@pytest.mark.parametrize(
    "command", [["solve", "guowuguan-gwg", "--seed", "0" * 64], ["drawdeals", "guowuguan-gwg", "0" * 64, "1"]]
)
def test_a_command_says_that_it_compiles(command: list[str], tmp_path: Path) -> None:
    """The solver is stood still after that line: what is asked is whether it is said before the compiler begins."""
    program = (
        "import gipf_engine.rules.guowuguan.solver.search as search, sys\n"
        "search.cache_folder = lambda: None\n"
        "def stop(*_arguments): sys.exit('asked')\n"
        "search.BeamSolver.solve = stop\n"
        "from gipf_engine.commands.runner import main\n"
        f"main({command!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        env=os.environ | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == f"{TOLD}asked\n"
