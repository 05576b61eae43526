"""`compile`: what is compiled ahead is what later processes load."""

from __future__ import annotations

import io
from argparse import Namespace

import pytest

from gipf_engine.commands.compile import Command
from gipf_engine.ratings.whr import kernel


def test_the_fit_of_whr_is_kept() -> None:
    out, complaints = io.StringIO(), io.StringIO()
    assert Command(out, complaints).run(Namespace(parts=["whr"])) == 0
    assert (out.getvalue(), complaints.getvalue()) == ("whr\n", "")
    folder = kernel._FOLDER
    assert folder is not None and list(folder.rglob("*.nbi")), "numba keeps an index of each function"


@pytest.mark.parametrize("parts", [["solver"], ["whr", "all"]])
def test_a_part_that_there_is_not_is_named_with_those_that_there_are(parts: list[str]) -> None:
    out, complaints = io.StringIO(), io.StringIO()
    assert Command(out, complaints).run(Namespace(parts=parts)) == 2
    assert complaints.getvalue() == f"no part is called {parts[-1]}; there are whr, solvers, kernels\n"
    assert out.getvalue() == ""
