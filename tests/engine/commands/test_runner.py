"""`python -m gipf_engine`: what it lists, what it refuses, and what it never imports."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from gipf_engine import commands
from gipf_engine.commands import COMMANDS
from gipf_engine.commands.runner import command_class, main
from testing import PROJECT
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

HELPERS = {"base", "fit_report", "json_files", "progress", "runner", "streams", "trf_files"}
RUN = """
import sys
from gipf_engine.commands.runner import main
try:
    code = main(sys.argv[1:])
except SystemExit as leaving:
    code = leaving.code
heavy = ("django", "gipfel", "gipf_engine.rules", "gipf_engine.tournament")
print(code, *(name for name in heavy if name in sys.modules))
"""


def test_every_command_is_listed_with_a_line() -> None:
    assert {module.name for module in pkgutil.iter_modules(commands.__path__)} - HELPERS == set(COMMANDS)
    assert list(COMMANDS) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_says_what_it_does(name: str, run: Runner) -> None:
    answer = run(name, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0].startswith(f"usage: gipfel-engine {name} [-h]")
    assert " ".join(command_class(name).help.split()) in " ".join(answer.out.split())


def test_help_lists_every_command_with_what_it_does(run: Runner) -> None:
    answer = run("--help")
    assert answer.code == 0
    listed = [line.split(maxsplit=1) for line in answer.lines if line.startswith("  ")]
    assert listed[-len(COMMANDS) :] == [[name, line] for name, line in COMMANDS.items()]


@pytest.mark.parametrize("arguments", [[], ["weather"], ["--json"]])
def test_what_is_no_command_is_refused_with_those_there_are(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gipfel-engine", *arguments])
    with pytest.raises(SystemExit) as leaving:
        main()
    out, err = capsys.readouterr()
    assert (leaving.value.code, out) == (2, "")
    assert err.startswith("usage: gipfel-engine [-h] COMMAND")


def modules_after(*arguments: str) -> list[str]:
    """The exit code of a command in a process of its own, and which of the packages asked about it imported."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1].split()


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_imports_django(name: str) -> None:
    code, *imported = modules_after(name, "--help")
    assert code == "0"
    assert set(imported) <= {"gipf_engine.rules", "gipf_engine.tournament"}


def test_pairing_a_file_imports_neither_django_nor_the_rules_of_games(folder: Path) -> None:
    path = folder / "two.trf"
    path.write_text(file(player(1), player(2)))
    assert modules_after("pair", str(path)) == ["0", "gipf_engine.tournament"]


def test_help_imports_neither_rules_nor_tournaments() -> None:
    assert modules_after("--help") == ["0"]
