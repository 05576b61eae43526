"""Running commands on files as the command line does; the database stays out of reach of these tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Runner = Callable[..., Answer]


@pytest.fixture
def run() -> Runner:
    def runner(name: str, *args: object, **options: object) -> Answer:
        out, err, code = StringIO(), StringIO(), 0
        try:
            call_command(name, *map(str, args), stdout=out, stderr=err, **options)
        except SystemExit as exit_:
            code = int(exit_.code or 0)
        except CommandError as error:
            err.write(str(error))
            code = error.returncode
        return Answer(out.getvalue(), err.getvalue(), code)

    return runner


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
