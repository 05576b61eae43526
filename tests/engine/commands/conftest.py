"""Running commands on files as the command line does; neither Django nor a database has a part in it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from gipf_engine.commands.runner import main


@dataclass(frozen=True)
class CommandOutput:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Runner = Callable[..., CommandOutput]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Runner:
    def runner(name: str, *args: object) -> CommandOutput:
        out, err = StringIO(), StringIO()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "argv", ["gipfel-engine"])
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            try:
                code = main([name, *map(str, args)])
            except SystemExit as leaving:
                code = int(leaving.code or 0)
        return CommandOutput(out.getvalue(), err.getvalue(), code)

    return runner


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
