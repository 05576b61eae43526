"""The digest of the release: made of code, templates and catalogs; made anew while they may change."""

from __future__ import annotations

from pathlib import Path

import pytest

from common import release


@pytest.fixture
def project(tmp_path: Path, settings) -> Path:
    for name in ("games/__init__.py", "templates/page.html", "locale/fa/django.mo", "tests/__init__.py", "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before", encoding="utf-8")
    settings.BASE_DIR, settings.DEBUG = tmp_path, True
    return tmp_path


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("games/__init__.py", True),
        ("templates/page.html", True),
        ("locale/fa/django.mo", True),
        ("tests/__init__.py", False),
        ("README.md", False),
    ],
)
def test_what_is_served_makes_the_release(project: Path, name: str, counts: bool) -> None:
    """While files may change under the process, pages that a browser kept are no longer those of this release."""
    before = release.release()
    assert release.release() == before
    (project / name).write_text("after", encoding="utf-8")
    assert (release.release() != before) == counts


def test_a_process_that_serves_others_keeps_its_release(project: Path, settings) -> None:
    settings.DEBUG = False
    release._digest_at_start.cache_clear()
    before = release.release()
    (project / "templates" / "page.html").write_text("after", encoding="utf-8")
    assert release.release() == before
    release._digest_at_start.cache_clear()
    assert release.release() != before
    release._digest_at_start.cache_clear()
