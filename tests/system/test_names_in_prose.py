"""Modules and files that docs, docstrings and comments name in backticks are there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from testing import PROJECT

PACKAGES = "gipf_engine|common|players|games|ratings|play|tournaments|gipfel|bench|tests"
MODULE = re.compile(rf"`((?:{PACKAGES})(?:\.\w+)+)(?:\(\))?`")
FILE = re.compile(r"`((?:\w[\w.-]*/)*[\w-]+\.(?:py|js|css|html|toml))`")
FOLDER = re.compile(rf"`((?:{PACKAGES}|docs|templates|static|deploy|locale|tools)/(?:[\w-]+/)*)`")
NOT_MODULES = {"gipfel.sqlite3", "gipfel.env", "ratings.json"}
"""Files that have the name of a package."""
OF_OTHERS = ("tests/data/", "docs/examples/", "CHANGELOG.md")
"""Data, files that a reader is to create, and what was once there."""


def _tracked() -> list[str]:
    return subprocess.check_output(["git", "ls-files"], cwd=PROJECT, text=True).splitlines()


def _prose() -> Iterator[tuple[str, str]]:
    """Every file that says something, and its text."""
    for name in _tracked():
        if name.endswith((".py", ".md", ".toml", ".html", ".js")) and not name.startswith(OF_OTHERS):
            yield name, (PROJECT / name).read_text(encoding="utf-8")


def _is_there(dotted: str) -> bool:
    """A package or module, or what the text of the longest module on the way names next."""
    path, *names = dotted.split(".")
    place = PROJECT / path
    while names and ((place / names[0]).is_dir() or (place / f"{names[0]}.py").exists()):
        place /= names.pop(0)
    return not names or re.search(rf"\b{names[0]}\b", _source(place)) is not None


def _source(place: Path) -> str:
    file = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
    return file.read_text(encoding="utf-8") if file.exists() else ""


@pytest.mark.slow
def test_a_module_that_is_named_is_there() -> None:
    named = [(file, name) for file, text in _prose() for name in MODULE.findall(text) if name not in NOT_MODULES]
    assert len(named) > 100
    assert [(file, name) for file, name in named if not _is_there(name)] == []


@pytest.mark.slow
def test_a_file_or_folder_that_is_named_is_there() -> None:
    tracked = [f"/{name}" for name in _tracked()]
    named = [(file, name) for file, text in _prose() for name in FILE.findall(text)]
    assert [(file, name) for file, name in named if not any(path.endswith(f"/{name}") for path in tracked)] == []
    folders = [(file, name) for file, text in _prose() for name in FOLDER.findall(text)]
    assert [(file, name) for file, name in folders if not (PROJECT / name).is_dir()] == []
