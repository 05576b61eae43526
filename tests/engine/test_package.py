"""`pip install ./engine` into an empty environment: what the package's README shows holds there."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import hatchling
import pytest

from engine.commands import COMMANDS
from tests import PROJECT

README = PROJECT / "engine" / "README.md"
FACTS = """
import engine
from importlib.metadata import requires, version
from pathlib import Path
from sys import prefix
home = Path(engine.__file__).parent
print(home.is_relative_to(prefix), (home / "py.typed").exists(), version("gipfel-engine") == engine.__version__)
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
        self.run("python", "-m", "pip", "install", *offline, str(PROJECT / "engine"), **builder)

    def run(self, program: str, *arguments: str, **more: str) -> str:
        """What a program of the environment prints. An error where it fails."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
        command = [str(self._bin / program), *arguments]
        done = subprocess.run(command, cwd=self._work, env=clean | more, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


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
    module, script = installed.run("python", "-m", "engine", "--help"), installed.run("gipfel-engine", "--help")
    assert module.startswith("usage: python -m engine ")
    assert script.startswith("usage: gipfel-engine ")
    for said in (module, script):
        assert all(f"\n  {name} " in said for name in COMMANDS)


def test_it_is_typed_and_needs_nothing_else(installed: Environment) -> None:
    assert installed.run("python", "-c", FACTS).split() == ["True", "True", "True", "[]"]


def test_the_folder_of_the_engine_stays_as_it_was(installed: Environment) -> None:
    left = {path.name for path in (PROJECT / "engine").iterdir()} & {"build", "dist", "gipfel_engine.egg-info"}
    assert left == set()
    assert (PROJECT / "engine" / "LICENSE").read_text() == (PROJECT / "LICENSE").read_text()
