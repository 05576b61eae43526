"""Static files as they are collected for browsers."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory

from gipfel.middleware import StaticFilesOfReleases
from gipfel.static_files import (
    PackedStaticFiles,
    first_sheets,
    join_imports,
    pack_style,
)

FINDERS: Any = finders.get_finder
"""It keeps what it made of the settings."""
STYLE = '/* Why\n   it is so. */\n.a {\n  color: red; /* here */\n}\n\n.b::before { content: " · "; }\n'
PACKED = '.a {\ncolor: red;\n}\n.b::before { content: " · "; }\n'


def _collect(source: Path, built: Path, settings: LazySettings) -> None:
    """Collect the files of one folder as an operator's server does."""
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], built
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]  # our files alone
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "gipfel.static_files.PackedStaticFiles"}}
    FINDERS.cache_clear()
    try:
        call_command("collectstatic", verbosity=0, interactive=False)
    finally:
        FINDERS.cache_clear()


def _served(built: Path, name: str) -> str:
    """The text of a collected file under the name that pages link, which has a hash."""
    named = json.loads((built / "staticfiles.json").read_text(encoding="utf-8"))["paths"][name]
    return (built / named).read_text(encoding="utf-8")


FIRST = ("fonts", "tokens", "base", "tabs", "print")
"""What every page begins with, in this order."""


def test_a_style_sheet_loses_what_browsers_do_not_read() -> None:
    assert pack_style(STYLE) == PACKED


def test_imported_sheets_stand_where_they_are_imported() -> None:
    sheets = {"a.css": ".a{}\n", "b-2.css": ".b{}\n"}
    text = '@import url("a.css");\n@import url("b-2.css");\n.c{}\n'
    assert join_imports(text, sheets.__getitem__) == ".a{}\n\n.b{}\n\n.c{}\n"


def test_what_every_page_begins_with_is_one_file(tmp_path: Path, settings: LazySettings) -> None:
    """A browser that has it needs no second request: fonts, tokens, classes and paper are in it, in this order."""
    ours, source = settings.BASE_DIR / "static", tmp_path / "source"
    for folder in ("fonts/figtree", "fonts/vazirmatn"):
        shutil.copytree(ours / folder, source / folder)
    (source / "css").mkdir()
    for name in ("site", *FIRST):
        shutil.copy(ours / "css" / f"{name}.css", source / "css")
    _collect(source, tmp_path / "built", settings)
    made = _served(tmp_path / "built", "css/site.css")
    parts = [_served(tmp_path / "built", f"css/{name}.css").strip() for name in FIRST]
    assert "@import" not in made
    assert [made.count(part) for part in parts] == [1] * len(FIRST)
    places = [made.index(part) for part in parts]
    assert places == sorted(places)
    assert re.findall(r"url\(\"?\.\./fonts/figtree/latin\.[0-9a-f]{12}\.woff2", made), "fonts have names for ever too"


@pytest.mark.parametrize(("name", "kept"), [("css/a.css", PACKED), ("other/a.css", STYLE), ("js/a.js", STYLE)])
def test_own_style_sheets_are_packed_and_nothing_else(tmp_path: Path, name: str, kept: str) -> None:
    storage = PackedStaticFiles(location=tmp_path, base_url="/static/")
    content = ContentFile(STYLE.encode())
    content.read()  # as it is left by what made its hash
    storage.save(name, content)
    assert (tmp_path / name).read_text(encoding="utf-8") == kept


def test_a_page_links_one_file_where_files_are_packed_and_the_imported_ones_elsewhere(settings: LazySettings) -> None:
    """What reads the style sheets of a page, as axe does, follows no imports."""
    links = Template("{% first_styles %}").render(Context())
    assert re.findall(r'href="/static/css/([a-z]+)\.css"', links) == [*FIRST]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "gipfel.static_files.PackedStaticFiles"}}
    assert first_sheets() == ["css/site.css"]


def test_style_sheets_are_collected_again_though_they_did_not_change(tmp_path: Path, settings: LazySettings) -> None:
    """What they import may have: an operator who collects after an update has to get it."""
    source = tmp_path / "source"
    (source / "css").mkdir(parents=True)
    (source / "css" / "whole.css").write_text('@import url("part.css");')
    (source / "css" / "part.css").write_text(".old{}")
    for rule in (".old{}", ".new{}"):
        (source / "css" / "part.css").write_text(rule)
        _collect(source, tmp_path / "built", settings)
        assert (tmp_path / "built" / "css" / "whole.css").read_text() == rule
        assert _served(tmp_path / "built", "css/whole.css") == rule


def test_of_what_packages_bring_along_what_a_page_names_is_collected(tmp_path: Path, settings: LazySettings) -> None:
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [], tmp_path
    FINDERS.cache_clear()
    call_command("collectstatic", verbosity=0, interactive=False)
    made = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.suffix in (".js", ".css")}
    swagger = "drf_spectacular_sidecar/swagger-ui-dist"
    assert made == {f"{swagger}/{name}" for name in ("swagger-ui.css", "swagger-ui-bundle.js", "oauth2-redirect.js")}
    named = re.findall(r"{% static '(drf_[^']+)' %}", (settings.BASE_DIR / "templates" / "api_docs.html").read_text())
    assert named and made.issuperset(named)


def test_maps_to_sources_are_not_compressed(tmp_path: Path) -> None:
    storage = PackedStaticFiles(location=tmp_path, base_url="/static/")
    compressor = storage.create_compressor(quiet=True)
    kinds = ("a.js", "a.css", "a.js.map", "a.woff2")
    assert [name for name in kinds if compressor.should_compress(name)] == ["a.js", "a.css"]


def test_no_style_sheet_has_the_signs_of_a_comment_in_a_string() -> None:
    for sheet in (settings.BASE_DIR / "static" / "css").glob("*.css"):
        text = pack_style(sheet.read_text(encoding="utf-8"))
        assert "/*" not in text and "*/" not in text, sheet.name
        assert text.count("{") == text.count("}"), sheet.name


def test_a_name_of_another_release_is_answered_by_the_file_of_this_one_and_kept_by_no_one(
    tmp_path: Path, settings: LazySettings
) -> None:
    (tmp_path / "source/js").mkdir(parents=True)
    (tmp_path / "source/js/board.js").write_text("of this release")
    _collect(tmp_path / "source", tmp_path / "built", settings)
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    middleware = StaticFilesOfReleases(lambda _request: HttpResponse(status=404))
    (name,) = (file.name for file in (tmp_path / "built/js").glob("board.*.js"))

    def ask(address: str) -> HttpResponse:
        answer = middleware(RequestFactory().get(address))
        answer.text_read = b"".join(answer)
        answer.close()
        return answer

    own, other = ask(f"/static/js/{name}"), ask("/static/js/board.0123456789ab.js")
    assert own["Cache-Control"] == "max-age=315360000, public, immutable"
    assert (other.status_code, other.text_read) == (200, b"of this release")
    assert other["Cache-Control"] == "no-store"
    assert [ask(each).status_code for each in ("/static/js/gone.0123456789ab.js", "/events/board.0123456789ab.js")] == [
        404, 404,
    ]  # fmt: skip
