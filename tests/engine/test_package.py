"""`pip install ./gipf_engine` into an empty environment: what the package's README shows holds there."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import hatchling
import pytest

from gipf_engine.commands import COMMANDS
from testing import PROJECT

README = PROJECT / "gipf_engine" / "README.md"
FACTS = """
import gipf_engine
from importlib.metadata import requires, version
from pathlib import Path
from sys import prefix
home = Path(gipf_engine.__file__).parent
print(home.is_relative_to(prefix), (home / "py.typed").exists(), version("gipfel-engine") == gipf_engine.__version__)
print([need for need in requires("gipfel-engine") or [] if "extra ==" not in need])
"""


def block_after(words: str) -> str:
    """The first fenced block of the README behind these words."""
    behind = README.read_text(encoding="utf-8").split(words, 1)[1]
    return behind.split("```", 2)[1].split("\n", 1)[1]


class Environment:
    """A virtual environment with nothing but the engine in it, and an empty folder to work in."""

    def __init__(self, folder: Path) -> None:
        self._bin = folder / "environment" / "bin"
        self._work = folder / "work"
        self._work.mkdir()
        (self._work / "autumn.trf").write_text(block_after("`autumn.trf`,"), encoding="utf-8")
        venv.create(self._bin.parent, with_pip=True)
        offline = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
        builder = {"PYTHONPATH": str(Path(hatchling.__file__).parents[1])}  # what pip would download to build with
        self.run("python", "-m", "pip", "install", *offline, str(PROJECT / "gipf_engine"), **builder)

    def run(self, program: str, *arguments: str, **more: str) -> str:
        """What a program of the environment prints. An error where it fails."""
        done = self.try_to_run(program, *arguments, **more)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def try_to_run(self, program: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """How a program of the environment ends."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
        command = [str(self._bin / program), *arguments]
        return subprocess.run(command, cwd=self._work, env=clean | more, capture_output=True, text=True, check=False)

    def write(self, name: str, text: str) -> None:
        """A file in the folder that programs work in."""
        (self._work / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("installed"))


def test_the_lines_of_the_readme_hold(installed: Environment) -> None:
    said = installed.run("python", "-m", "doctest", "--verbose", str(README))
    assert "Test passed." in said
    assert said.count("\nok\n") == README.read_text(encoding="utf-8").count("\n>>> ")


def test_the_shell_lines_of_the_readme_hold(installed: Environment) -> None:
    asked, _end, answer = block_after("from a shell").partition("\n")
    assert installed.run(*asked.removeprefix("$ ").split()) == answer


def test_both_forms_list_the_commands(installed: Environment) -> None:
    module, script = installed.run("python", "-m", "gipf_engine", "--help"), installed.run("gipfel-engine", "--help")
    assert module.startswith("usage: python -m gipf_engine ")
    assert script.startswith("usage: gipfel-engine ")
    for said in (module, script):
        assert all(f"\n  {name} " in said for name in COMMANDS)


def test_it_is_typed_and_needs_nothing_else(installed: Environment) -> None:
    assert installed.run("python", "-c", FACTS).split() == ["True", "True", "True", "[]"]


def test_the_folder_of_the_engine_stays_as_it_was(installed: Environment) -> None:
    left = {path.name for path in (PROJECT / "gipf_engine").iterdir()} & {"build", "dist", "gipfel_engine.egg-info"}
    assert left == set()
    assert (PROJECT / "gipf_engine" / "LICENSE").read_text() == (PROJECT / "LICENSE").read_text()


SEED = "0" * 64
DONE: dict[str, tuple[list[str], int]] = {
    "analyse": (["missing.txt"], 1),
    "certify": (["game.txt"], 1),
    "checkarchive": (["missing.zip"], 1),
    "checkdraw": (["missing.json"], 1),
    "checkpairings": (["autumn.trf"], 0),
    "checkrecord": (["game.txt"], 0),
    "compile": (["--help"], 0),
    "drawdeals": (["guowuguan-gwg", SEED, "1", "--commitment"], 0),
    "generatetournament": (["--help"], 0),
    "pair": (["autumn.trf"], 0),
    "perft": (["gipf-basic", "1"], 0),
    "rategames": (["games.csv"], 0),
    "solve": (["--help"], 0),
    "tiebreaks": (["autumn.trf"], 0),
}
"""What each command is asked, and how it ends where no package is beside the engine."""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_with_the_engine_alone(installed: Environment, command: str) -> None:
    """None ends in a traceback, whether or not it has something to do."""
    installed.write("game.txt", '[Game "gipf"]\n[Rules "basic"]\n\n1. c2 g2\n')
    installed.write("games.csv", "date,event,round,first,second,result\n2026-01-01,Cup,1,Ada,Ben,1\n")
    arguments, code = DONE[command]
    helped = installed.try_to_run("python", "-m", "gipf_engine", command, "--help")
    assert (helped.returncode, helped.stderr) == (0, "")
    done = installed.try_to_run("python", "-m", "gipf_engine", command, *arguments)
    assert "Traceback" not in done.stderr
    if code == 0:
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "guowuguan-gwg", "--seed", SEED],
        ["drawdeals", "guowuguan-gwg", SEED, "1"],
        ["rategames", "games.csv", "--system", "whr"],
        ["analyse", "positions.txt"],
        ["perft", "gipf-basic", "2", "--kernel"],
    ],
)
def test_what_needs_a_compiler_names_the_package(installed: Environment, arguments: list[str]) -> None:
    installed.write("positions.txt", "gipf-basic b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss\n")
    installed.write("games.csv", "date,event,round,first,second,result\n2026-01-01,Cup,1,Ada,Ben,1\n")
    done = installed.try_to_run("python", "-m", "gipf_engine", *arguments)
    assert done.returncode != 0 and "Traceback" not in done.stderr
    assert "needs the package num" in done.stderr


def test_without_a_command_the_commands_are_listed(installed: Environment) -> None:
    done = installed.try_to_run("python", "-m", "gipf_engine")
    assert (done.returncode, done.stdout) == (2, "")
    assert all(f"\n  {name} " in done.stderr for name in COMMANDS)
