"""Every link of README and docs to a file of the project leads to one, and every test that they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

PAGES = [
    settings.BASE_DIR / "README.md",
    settings.BASE_DIR / "CHANGELOG.md",
    settings.BASE_DIR / "CONTRIBUTING.md",
    settings.BASE_DIR / "SECURITY.md",
    *(settings.BASE_DIR / "docs").rglob("*.md"),
]
EXAMPLES = settings.BASE_DIR / "docs" / "examples"
"""They name the files that somebody adds who follows them."""
LINK = re.compile(r"\]\(([^)\s]+)\)")
TEST = re.compile(r"\b(tests/[\w/]+\.py)(?:::(\w+))?")
MODULE = re.compile(r"python -m (bench[\w.]*)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    files = [link.partition("#")[0] for link in links if not link.startswith(("http", "#", "mailto:"))]
    assert [file for file in files if not (page.parent / file).exists()] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent != EXAMPLES], ids=lambda page: page.name)
def test_every_test_and_drill_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    tests = [(name, file, settings.BASE_DIR / file) for file, name in TEST.findall(text)]
    assert [file for _name, file, path in tests if not path.exists()] == []
    assert [
        name for name, _file, path in tests if name and f"def {name}(" not in path.read_text(encoding="utf-8")
    ] == []
    modules = [settings.BASE_DIR / module.replace(".", "/") for module in MODULE.findall(text)]
    assert [path.name for path in modules if not (path.is_dir() or path.with_suffix(".py").exists())] == []
