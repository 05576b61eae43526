"""The packages of a release: built twice they are alike, and hold what they need, with types and licence."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from testing import PROJECT
from tools import release

pytestmark = pytest.mark.slow

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("release") / "dist"
    release.main(["--packages", "--to", str(to)])
    return to


def wheel(built: Path, name: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob(f"{name}-*.whl")))


def metadata(files: zipfile.ZipFile) -> str:
    (name,) = (each for each in files.namelist() if each.endswith(".dist-info/METADATA"))
    return files.read(name).decode()


def test_a_second_build_has_the_same_bytes(built: Path, tmp_path: Path) -> None:
    release.main(["--packages", "--to", str(tmp_path / "again")])
    again = {file.name: sha256(file.read_bytes()).hexdigest() for file in (tmp_path / "again").iterdir()}
    assert again == {file.name: sha256(file.read_bytes()).hexdigest() for file in built.iterdir()}
    assert len(again) == 6


def test_the_sums_are_those_of_the_files(built: Path) -> None:
    check = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=built, capture_output=True, text=True
    )
    assert check.returncode == 0 and check.stdout.count(": OK") == 5


def test_the_service_has_pages_files_and_compiled_catalogs(built: Path) -> None:
    names = set(wheel(built, "gipfel").namelist())
    wanted = {
        "gipfel/settings.py", "manage.py", "templates/base.html", "static/css/base.css",
        "locale/fa/LC_MESSAGES/django.mo",
        "players/migrations/0001_initial.py", "gipfel/field_descriptions.toml",
    }  # fmt: skip
    assert wanted <= names
    assert not [name for name in names if name.startswith(("tests/", "testing/", "bench/", "tools/", "gipf_engine/"))]


def test_the_source_archive_has_all_that_an_operator_unpacks(built: Path) -> None:
    with tarfile.open(next(built.glob("gipfel-*.tar.gz"))) as archive:
        files = {file.name.partition("/")[2]: file for file in archive.getmembers()}
    wanted = {
        "Dockerfile", "compose.yaml", ".dockerignore", "run", "manage.py", "requirements.txt", "requirements-files.txt",
        "deploy/start", "deploy/gipfel-web.service", "deploy/compose/Caddyfile", "gipf_engine/__init__.py",
        "docs/operators.md", "LICENSE",
    }  # fmt: skip
    assert wanted - files.keys() == set()
    programs = ("run", "deploy/start", "deploy/healthy", "deploy/compose/make-env", "deploy/compose/update")
    assert [name for name in programs if not files[name].mode & 0o100] == []
    assert not [name for name in files if name.startswith(("tests/", "bench/", "var/", ".git/"))]


def test_metadata_names_licence_and_needs(built: Path) -> None:
    for name in ("gipfel", "gipfel_engine"):
        said = metadata(wheel(built, name))
        assert "License-Expression: MIT" in said and "License-File: LICENSE" in said and "Typing :: Typed" in said, name
        assert f"Version: {release.version()}" in said, name
    wanted = [line for line in (PROJECT / "requirements.in").read_text().splitlines() if line and line[0] != "#"]
    engine = f"gipfel-engine=={release.version()}"
    assert PYPROJECT["project"]["dependencies"] == [engine, *wanted]
    assert f"Requires-Dist: {engine}" in metadata(wheel(built, "gipfel"))
    assert "gipf_engine/py.typed" in wheel(built, "gipfel_engine").namelist()
    packages = {name.partition("/")[0] for name in wheel(built, "gipfel").namelist() if name.endswith("/__init__.py")}
    typed = {name.partition("/")[0] for name in wheel(built, "gipfel").namelist() if name.endswith("/py.typed")}
    assert packages == typed, "what says Typing :: Typed has the mark by which checkers know it (PEP 561)"


def test_the_service_starts_from_its_wheels(built: Path, tmp_path: Path) -> None:
    """Unpacked beside each other, as pip does; what they need is that of this environment."""
    for name in ("gipfel", "gipfel_engine"):
        wheel(built, name).extractall(tmp_path / "site-packages")
    home = tmp_path / "home"
    home.mkdir()
    environment = {
        "GIPFEL_HOME": str(home),
        "PATH": "/usr/bin:/bin",
        "SECRET_KEY": "a secret of a test, long enough 4Kd9xx",
    }
    command = [sys.executable, "-c", "import manage; manage.main()", "migrate", "--verbosity", "0"]
    done = subprocess.run(command, cwd=tmp_path / "site-packages", env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (home / "gipfel.sqlite3").exists()


def test_notes_are_the_newest_section_of_the_changes() -> None:
    text = "# What is new\n\n## 1.0 · May\n\n* Two\n\n### More\n\n* Three\n\n## 0.9\n\n* One\n"
    assert release.notes(text) == "## 1.0 · May\n\n* Two\n\n### More\n\n* Three\n"


def test_a_page_that_loads_from_elsewhere_is_noticed_and_a_link_is_not() -> None:
    assert release.OUTSIDE.search('<script src="https://cdn.example/a.js">')
    assert release.OUTSIDE.search('<link rel="stylesheet" href="https://fonts.example/a.css">')
    assert not release.OUTSIDE.search('<a href="https://example.org">') and not release.OUTSIDE.search(
        '<img src="a.png">'
    )


def test_a_guide_that_is_not_in_the_language_of_its_folder_is_noticed(tmp_path: Path) -> None:
    for folder, language, direction in (("", "en", "ltr"), ("fa", "fa", "rtl"), ("ja", "ja", "ltr")):
        (tmp_path / folder).mkdir(exist_ok=True)
        for guide in ("players", "organisers"):
            page = tmp_path / folder / f"{guide}.html"
            page.write_text(f'<html lang="{language}" class="no-js"><body dir="{direction}" id="b">')
    assert release.pages_in_other_languages(tmp_path) == []
    (tmp_path / "fa/players.html").write_text('<html lang="fa"><body dir="ltr">')
    (tmp_path / "ja/players.html").write_text('<html lang="en"><body dir="ltr">')
    (tmp_path / "organisers.html").unlink()
    assert release.pages_in_other_languages(tmp_path) == ["organisers.html", "fa/players.html", "ja/players.html"]


def test_every_page_of_the_docs_is_in_the_menu_of_the_site() -> None:
    pages = re.findall(r"[\w/-]+\.md", (PROJECT / "mkdocs.yml").read_text(encoding="utf-8"))
    there = {file.relative_to(PROJECT / "docs").as_posix() for file in (PROJECT / "docs").rglob("*.md")}
    assert sorted(pages) == sorted(there)
