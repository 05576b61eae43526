"""The pictures of docs/architecture.md are those of the code, and the page is read in one sitting."""

from __future__ import annotations

import pytest

from tools.architecture import PAGE, PICTURE, PICTURES, drawn

pytestmark = pytest.mark.slow


def test_the_pictures_are_those_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert {found[1] for found in PICTURE.findall(page)} == {*PICTURES}
    assert drawn(page) == page, "python -m tools.architecture --write"


def test_the_page_has_three_pictures_and_150_lines_at_most() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("```mermaid") == 3
    assert len(page.splitlines()) <= 150
