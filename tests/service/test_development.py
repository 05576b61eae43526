"""`./run --dev` in a copy of the project: what is saved is on the next page, and what is broken says where."""

from __future__ import annotations

import os
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from gipfel import environment
from gipfel.development import SourceFiles
from testing import PROJECT
from testing.patience import LONGEST
from testing.servers import free_port
from testing.service.processes import eventually
from tests.service.launcher import answers, children, launch

NOT_COPIED = (".git", ".venv", "var", "static-built", "tests", "testing", "bench", ".*_cache", ".hypothesis")
VIEWS, ABOUT_VIEW = "gipfel/views/home.py", 'return render(request, "about.html")'


@dataclass
class Server:
    """A copy of the project, served for those who change it."""

    project: Path
    port: int
    launcher: subprocess.Popen[str]

    def page(self, path: str, language: str = "en") -> str:
        """The page or the error page; "" where nobody answers."""
        headers = {"Accept": "text/html", "Accept-Language": language}
        wanted = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(wanted, timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except OSError:
            return ""

    def change(self, name: str, old: str, new: str) -> None:
        """Save a file with one text in the place of another."""
        file = self.project / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) >= 1, (name, old)
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def shows(self, path: str, text: str, language: str = "en") -> None:
        """Wait until the page says so: the processes may be starting again."""
        eventually(lambda: text in self.page(path, language), 60, f"{text!r} on {path}")


def keep_compiled(project: Path) -> None:
    """What numba keeps is found by a digest of where its source lies, which in a copy is another.

    Else the copy's worker of turns would compile all games, a minute of a core, beside what is tested.
    """
    for folder in {index.parent for index in project.rglob("__pycache__/*/*/*.nbi")}:
        source = folder.parents[2]
        folder.rename(folder.with_name(f"{source.name}_{sha1(str(source).encode()).hexdigest()}"))


@pytest.fixture(scope="module")
def server(served_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    project = tmp_path_factory.mktemp("development") / "gipfel"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns(*NOT_COPIED))
    keep_compiled(project)
    shutil.copytree(served_once, project / "var")
    port = free_port()
    process = launch(project / "var", "--dev", "--empty", "--port", str(port), project=project)
    try:
        eventually(lambda: answers(port, "/about"), 90, "the first page")
        yield Server(project, port, process)
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


def worker_of(launcher: subprocess.Popen[str]) -> int | None:
    """The number of the launcher's worker; None while it has none."""
    return min(children(launcher, "work"), default=None)


@pytest.mark.slow
@pytest.mark.service
def test_a_template_and_a_style_sheet_are_read_anew_for_every_page(server: Server) -> None:
    assert "Your data" in server.page("/about")
    server.change("templates/about.html", '{% translate "Your data" %}', "What is kept in the file")
    assert "What is kept in the file" in server.page("/about")
    assert "--saved-a-moment-ago" not in server.page("/static/css/base.css")
    server.change("static/css/base.css", ":root", ":root { --saved-a-moment-ago: 1 }\n:root")
    assert "--saved-a-moment-ago" in server.page("/static/css/base.css")


@pytest.mark.slow
@pytest.mark.service
def test_code_that_changed_is_run_and_what_is_wrong_with_it_is_shown(server: Server) -> None:
    """One edit after the other, as somebody makes them: a change, a fault, what cannot even start, the correction."""
    worker = worker_of(server.launcher)
    server.change(VIEWS, ABOUT_VIEW, 'return HttpResponse("served anew")')
    server.shows("/about", "served anew")
    eventually(lambda: worker_of(server.launcher) not in (None, worker), 30, "another worker")

    server.change(VIEWS, 'return HttpResponse("served anew")', 'raise RuntimeError("fault in a view")')
    server.shows("/about", "fault in a view")
    page = server.page("/about")
    assert "Traceback" in page and "gipfel/views/home.py" in page and "raise RuntimeError(" in page

    server.change(VIEWS, 'raise RuntimeError("fault in a view")', "return (")
    eventually(lambda: worker_of(server.launcher) is None, 30, "the end of the worker")
    assert server.launcher.poll() is None

    server.change(VIEWS, "return (", ABOUT_VIEW)
    server.shows("/about", "About Gipfel")
    eventually(lambda: worker_of(server.launcher) is not None, 30, "another worker")


@pytest.mark.slow
@pytest.mark.service
def test_a_translation_is_compiled_and_shown(server: Server) -> None:
    server.change(
        "locale/ja/LC_MESSAGES/django.po", 'msgid "About Gipfel"\nmsgstr "', 'msgid "About Gipfel"\nmsgstr "新訳 '
    )
    server.shows("/about", "新訳 ", "ja")


@pytest.mark.slow
@pytest.mark.service
@pytest.mark.parametrize(("option", "base_url"), [("--lan", None), (None, "http://gipfel.example:8000")])
def test_it_is_for_this_computer_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str | None, base_url: str | None
) -> None:
    if base_url:
        monkeypatch.setenv("BASE_URL", base_url)
    process = launch(tmp_path, "--dev", "--port", str(free_port()), *([option] if option else []))
    _said, error = process.communicate(timeout=LONGEST)
    assert process.returncode == 1
    assert error == (
        "Gipfel cannot start: --dev shows code and settings to whoever meets an error. Leave out --lan and BASE_URL.\n"
    )


def test_debug_pages_are_refused_where_others_can_open_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEVELOPMENT", "1")
    monkeypatch.setenv("BASE_URL", "http://127.0.0.1:8000")
    assert environment.development()
    monkeypatch.setenv("BASE_URL", "https://gipfel.example")
    with pytest.raises(ImproperlyConfigured, match="DEVELOPMENT shows code and settings"):
        environment.development()
    monkeypatch.delenv("DEVELOPMENT")
    assert not environment.development()


def test_files_of_served_packages_and_catalogs_are_watched(tmp_path: Path) -> None:
    for name in ("games/__init__.py", "games/web/views.py", "tests/__init__.py", "notes/draft.py", "locale/fa/a.po"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    files = SourceFiles(tmp_path)
    assert files.find_changed() == set()
    os.utime(tmp_path / "games/web/views.py", (1, 1))
    os.utime(tmp_path / "locale/fa/a.po", (1, 1))
    for unseen in ("tests/__init__.py", "notes/draft.py"):
        os.utime(tmp_path / unseen, (1, 1))
    assert files.find_changed() == {tmp_path / "games/web/views.py", tmp_path / "locale/fa/a.po"}
    (tmp_path / "games/new.py").touch()
    (tmp_path / "games/web/views.py").unlink()
    assert files.find_changed() == {tmp_path / "games/new.py", tmp_path / "games/web/views.py"}
    assert files.find_changed() == set()
