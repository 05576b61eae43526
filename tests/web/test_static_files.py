"""Static files as they are collected for browsers."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile

from gipfel.static_files import PackedStaticFiles, pack_style

STYLE = '/* Why\n   it is so. */\n.a {\n  color: red; /* here */\n}\n\n.b::before { content: " · "; }\n'
PACKED = '.a {\ncolor: red;\n}\n.b::before { content: " · "; }\n'


def test_a_style_sheet_loses_what_browsers_do_not_read() -> None:
    assert pack_style(STYLE) == PACKED


@pytest.mark.parametrize(("name", "kept"), [("css/a.css", PACKED), ("other/a.css", STYLE), ("js/a.js", STYLE)])
def test_own_style_sheets_are_packed_and_nothing_else(tmp_path: Path, name: str, kept: str) -> None:
    storage = PackedStaticFiles(location=tmp_path, base_url="/static/")
    content = ContentFile(STYLE.encode())
    content.read()  # as it is left by what made its hash
    storage.save(name, content)
    assert (tmp_path / name).read_text(encoding="utf-8") == kept


def test_no_style_sheet_has_the_signs_of_a_comment_in_a_string() -> None:
    for sheet in (settings.BASE_DIR / "static" / "css").glob("*.css"):
        text = pack_style(sheet.read_text(encoding="utf-8"))
        assert "/*" not in text and "*/" not in text, sheet.name
        assert text.count("{") == text.count("}"), sheet.name
