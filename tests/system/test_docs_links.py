"""Every link of README and docs to a file of the project leads to one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

PAGES = [
    settings.BASE_DIR / "README.md",
    settings.BASE_DIR / "CHANGELOG.md",
    settings.BASE_DIR / "CONTRIBUTING.md",
    *(settings.BASE_DIR / "docs").glob("*.md"),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    files = [link.partition("#")[0] for link in links if not link.startswith(("http", "#", "mailto:"))]
    assert [file for file in files if not (page.parent / file).exists()] == []
