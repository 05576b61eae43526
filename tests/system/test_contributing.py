"""The worked examples of docs/examples, followed step by step in a copy: they work, and touch what they name alone.

CONTRIBUTING.md lists them, in the order in which they are followed.

A step is what stands before a block of code: "Create `FILE`", or "in `FILE`, above (or below) `LINE`". Blocks of `sh`
are commands; those that run tests are run at the end, all at once.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from testing import PROJECT

PAGE = PROJECT / "CONTRIBUTING.md"
LISTED = re.compile(r"^\* \[.+\]\((docs/examples/.+\.md)\)$", re.MULTILINE)
EXAMPLES = tuple(LISTED.findall(PAGE.read_text(encoding="utf-8")))
TESTS = ("tests/", "testing/")
NOT_COPIED = (".git", ".venv", "var", "static-built", ".*_cache", ".hypothesis")
BLOCK = re.compile(r"(?P<text>(?:(?!```).)*?)```(?P<language>\w+)\n(?P<code>.*?)```\n", re.DOTALL)
CREATE = re.compile(r"Create\s+`([^`]+)`")
INSERT = re.compile(r"[Ii]n\s+`([^`]+)`,\s+(above|below)\s+(?P<ticks>`+)(?P<line>.+?)(?P=ticks):")

pytestmark = pytest.mark.skipif("DATABASE_URL" in os.environ, reason="the examples are followed once, on SQLite")


@dataclass
class Example:
    """What was done for one example: the files that its text names, those that changed, the tests that it ends with."""

    named: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)
    tests: list[str] = field(default_factory=list)


@dataclass
class Copy:
    """A copy of the project under git, in which the examples are followed."""

    folder: Path

    def run(self, *command: str) -> str:
        """What a command in the copy says; an AssertionError with all of it where it fails."""
        code, said = self.try_command(*command)
        assert code == 0, f"{shlex.join(command)}\n{said}"
        return said

    def try_command(self, *command: str, **more: str) -> tuple[int, str]:
        """A command's exit code and what it says. `more` stands in its environment."""
        inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CI")}
        environment = inherited | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test"} | more
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def follow(self, text: str) -> Example:
        """Do what the section of an example says."""
        example = Example()
        self.run("git", "add", "--all")
        for block in BLOCK.finditer(text):
            paragraph = block["text"].strip().split("\n\n")[-1]
            if block["language"] == "sh":
                for command in block["code"].splitlines():
                    self._command(example, shlex.split(command))
            elif inserted := INSERT.search(paragraph):
                self._insert(inserted[1], inserted[2], inserted["line"], block["code"])
                example.named.add(inserted[1])
            else:
                (name,) = CREATE.findall(paragraph)
                self._create(name, block["code"])
                example.named.add(name)
        example.touched = set(self.run("git", "ls-files", "--modified", "--others", "--exclude-standard").split())
        return example

    def _create(self, name: str, code: str) -> None:
        file = self.folder / name
        assert not file.exists(), f"{name} is there already"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(code, encoding="utf-8")

    def _insert(self, name: str, where: str, line: str, code: str) -> None:
        file = self.folder / name
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        (at,) = [number for number, each in enumerate(lines) if each.strip() == line]
        at += where == "below"
        file.write_text("".join([*lines[:at], code, *lines[at:]]), encoding="utf-8")

    def _command(self, example: Example, words: Sequence[str]) -> None:
        if words[0] == "./test":
            example.tests += words[1:]
        else:
            assert words[0] == ".venv/bin/python", words
            self.run(sys.executable, *words[1:])


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The project as it stands, compiled files too, so that the commands start as fast as here."""
    made = Copy(tmp_path_factory.mktemp("contributing") / "gipfel")
    shutil.copytree(PROJECT, made.folder, ignore=shutil.ignore_patterns(*NOT_COPIED))
    made.run("git", "init", "--quiet")
    return made


@pytest.fixture(scope="module")
def followed(copy: Copy) -> dict[str, Example]:
    """All examples, followed one after the other."""
    return {page: copy.follow((PROJECT / page).read_text(encoding="utf-8")) for page in EXAMPLES}


@pytest.mark.slow
def test_there_are_seven_and_each_ends_with_its_tests(followed: dict[str, Example]) -> None:
    assert len(EXAMPLES) == 7
    assert {*EXAMPLES} == {f"docs/examples/{page.name}" for page in (PROJECT / "docs" / "examples").iterdir()}
    for example in followed.values():
        assert example.tests
        assert set(example.tests) <= example.named


MOST_FILES = {"rating-system": 2, "act": 3, "page": 4}
"""What a newcomer's task may touch beside its tests."""


@pytest.mark.slow
@pytest.mark.parametrize("task", MOST_FILES)
def test_a_newcomers_task_touches_few_files(followed: dict[str, Example], task: str) -> None:
    touched = [name for name in followed[f"docs/examples/{task}.md"].touched if not name.startswith(TESTS)]
    assert len(touched) <= MOST_FILES[task], touched


@pytest.mark.slow
@pytest.mark.parametrize("page", EXAMPLES)
def test_an_example_touches_the_files_that_it_names_and_no_others(followed: dict[str, Example], page: str) -> None:
    assert followed[page].touched == followed[page].named


@pytest.mark.slow
def test_what_the_examples_show_holds(copy: Copy, followed: dict[str, Example]) -> None:
    """Their own tests: a rank worked out by hand, a game listed and drawn, points, a file, a page, an act, Dutch."""
    paths = [path for example in followed.values() for path in example.tests]
    said = copy.run(sys.executable, "-m", "tests.run", *paths)
    assert re.search(r"^(\d+) passed", said, re.MULTILINE), said
    assert "skipped" not in said


@pytest.mark.slow
def test_the_examples_are_written_as_the_project_is(copy: Copy, followed: dict[str, Example]) -> None:
    named = sorted(name for example in followed.values() for name in example.named if name.endswith(".py"))
    ruff = str(Path(sys.executable).parent / "ruff")
    copy.run(ruff, "check", "--no-cache", *named)
    copy.run(ruff, "format", "--no-cache", "--check", *named)
    copy.run(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")


@pytest.mark.slow
def test_an_unfinished_language_holds_up_a_release_and_nobodys_work(copy: Copy, followed: dict[str, Example]) -> None:
    check = (sys.executable, "-c", "import sys; from tests import checks; sys.exit(not checks.check_catalogs())")
    code, said = copy.try_command(*check)
    assert code == 0 and "nl: not translated: " in said and "fa: not in the catalog" in said
    code, said = copy.try_command(*check, CI="true")
    assert code == 1 and "NOT catalogs are complete" in said
    script = (PROJECT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.search(r"^export CI=true\b.*\nexec ./test --all$", script, re.MULTILINE)
