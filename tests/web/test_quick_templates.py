"""Templates that are folded: what is drawn of them is what Django draws of the same files, for each reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.template import Context, Engine
from django.template.backends import django as backend
from django.template.context import make_context
from django.test import Client
from django.utils import translation
from django.utils.safestring import mark_safe

from players.models import Account
from testing.crawl import pages_from
from testing.factories import AccountFactory

MOVING = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|data-now="\d+"')
"""What is another one each time: keys of forms, and the time of day."""


@pytest.fixture(scope="module")
def plain() -> Engine:
    """Django's own way with the same templates."""
    configured: dict[str, Any] = settings.TEMPLATES[0]
    options = dict(configured["OPTIONS"])
    options["loaders"] = [("django.template.loaders.cached.Loader", ["gipfel.packed_templates.PackedTemplates"])]
    options["libraries"] = backend.get_installed_libraries()
    return Engine(dirs=configured["DIRS"], **options)


@pytest.fixture
def drawn_twice(plain: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """By template, what was drawn otherwise than Django does."""
    different: dict[str, str] = {}

    def render(self: Any, context: Any = None, request: Any = None) -> str:
        made: str = self.template.render(make_context(context, request))
        if self.template.name.startswith("django/"):  # widgets, which Django draws by itself
            return made
        expected = plain.get_template(self.template.name).render(make_context(context, request))
        made_lines, expected_lines = (MOVING.sub("", text).splitlines() for text in (made, expected))
        if made_lines != expected_lines:
            different[self.template.name] = "\n".join(unified_diff(expected_lines, made_lines, n=1, lineterm=""))
        return made

    monkeypatch.setattr(backend.Template, "render", render)
    yield different


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_page_is_drawn_to_the_letter(
    language: str, client: Client, administrator_of_all: Account, drawn_twice: dict[str, str]
) -> None:
    """Readers who are signed in and who are not, by turns, in one process: nothing of the one is shown to the other."""
    Account.objects.filter(pk=administrator_of_all.pk).update(language=language)
    client.force_login(administrator_of_all)
    pages = pages_from(client, "/", "/sign-in", "/sign-in/help", "/search", "/jobs", few=True)
    client.logout()
    for address in pages:
        client.get(address, follow=True)
    assert len(pages) > 100
    assert not drawn_twice, "\n".join(f"{name}:\n{text[:600]}" for name, text in drawn_twice.items())


@pytest.mark.django_db
def test_pages_are_drawn_to_the_letter(
    client: Client, administrator_of_all: Account, drawn_twice: dict[str, str]
) -> None:
    """The main pages, for a reader who is signed in and one who is not, by turns, in two languages."""
    other, visitor = Client(), Client()
    other.force_login(AccountFactory(username="other<b>"))
    client.force_login(administrator_of_all)
    for language in ("en", "fa"):
        Account.objects.update(language=language)
        visitor.cookies["django_language"] = language
        for address in ("/", "/events", "/people", "/ratings", "/search?q=a"):
            texts = [each.get(address, follow=True).content.decode() for each in (client, other, visitor)]
            assert [text.count("other&lt;b&gt;") > 0 for text in texts] == [False, True, False]
            assert ['href="/server/status"' in text for text in texts] == [True, False, False]
    assert drawn_twice == {}


@dataclass
class Thing:
    """What has attributes and no items."""

    name: str
    inner: object = None

    def shout(self) -> str:
        return self.name.upper()

    def delete(self) -> str:
        raise AssertionError("a template has called it")

    delete.alters_data = True  # type: ignore[attr-defined]  # as Django marks methods

    @property
    def lost(self) -> str:
        raise Account.DoesNotExist


class Pair(NamedTuple):
    """Items by place, and names."""

    name: str
    other: int = 3


@pytest.fixture
def both(tmp_path: Path) -> Callable[..., list[str]]:
    """Draws what is written in files in both ways."""

    def draw(files: dict[str, str], *contexts: dict[str, object]) -> list[str]:
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        options: dict[str, Any] = {"builtins": settings.TEMPLATES[0]["OPTIONS"]["builtins"]}  # type: ignore[index]
        ways = ("gipfel.quick_templates.loader.QuickTemplates", "django.template.loaders.filesystem.Loader")
        quick, usual = (Engine(dirs=[str(tmp_path)], loaders=[way], **options) for way in ways)
        drawn = [str(quick.get_template("page.html").render(Context(known))) for known in contexts]
        assert drawn == [usual.get_template("page.html").render(Context(known)) for known in contexts]
        return drawn

    return draw


Both = Callable[..., list[str]]


def test_nothing_of_a_page_is_kept_for_the_next(both: Both) -> None:
    """Parts beside constant ones, in blocks and includes, are of each reader."""
    files = {
        "base.html": "<p>{% translate 'Search' %}{% block who %}{% endblock %}</p>"
        "{% include 'part.html' %}{% icon 'search' %}",
        "page.html": "{% extends 'base.html' %}{% block who %}{% translate 'Home' %} {{ user }}{% endblock %}",
        "part.html": "{% if may %}{% url 'jobs' %}{% endif %}{% url 'home' %}",
    }
    drawn = both(files, {"user": "Ann", "may": True}, {"user": "<Bob>", "may": False}, {})
    assert ["Ann" in text for text in drawn] == [True, False, False]
    assert ["/jobs" in text for text in drawn] == [True, False, False]
    assert "&lt;Bob&gt;" in drawn[1]


def test_constant_parts_are_of_each_language(both: Both) -> None:
    shown = []
    for language in ("en", "ja", "en"):
        with translation.override(language):
            shown += both({"page.html": "<b>{% translate 'Search' %}</b>{% url 'home' %}"}, {})
    assert shown == ["<b>Search</b>/", "<b>検索</b>/", "<b>Search</b>/"]


def test_blocks_are_put_where_they_belong(both: Both) -> None:
    files = {
        "base.html": "{% block title %}base{% endblock %}|{% block_text 'title' %}|"
        "{% block main %}{% block side %}s{% endblock %}{% endblock %}|{{ word }}",
        "middle.html": "{% extends 'base.html' %}{% block title %}<i>{{ block.super }}</i> middle{% endblock %}",
        "page.html": "{% extends 'middle.html' %}"
        "{% block title %}{% if yes %}{{ block.super }}{% endif %} {{ name }}{% endblock %}"
        "{% block side %}{% translate 'Search' as word %}{{ word }}{{ block.super }}{% endblock %}",
    }
    drawn = both(files, {"yes": True, "name": "&"}, {"word": "kept"})
    assert drawn == ["<i>base</i> middle &amp;|base middle &amp;|Searchs|", " ||Searchs|kept"]


def test_included_parts_know_what_they_are_given(both: Both) -> None:
    files = {
        "page.html": "{% for each in many %}{% include 'part.html' with name=each %}{% endfor %}"
        "{% include 'part.html' with name='x' only %}{% include 'part.html' %}"
        "{% include chosen %}{% include 'tree.html' %}",
        "part.html": "[{{ name }}{{ other }}{% if name %}!{% endif %}{% translate 'Search' as other %}]",
        "tree.html": "({{ depth.name }}"
        "{% if depth.inner %}{% include 'tree.html' with depth=depth.inner %}{% endif %})",
    }
    known = {"many": ["a", "<"], "name": "n", "other": "o", "chosen": "part.html", "depth": Thing("1", Thing("2"))}
    assert both(files, known) == ["[ao!][&lt;o!][x!][no!][no!](1(2))"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("thing.name", "&lt;t&gt;"),
        ("thing.shout", "&lt;T&gt;"),
        ("thing.delete", ""),
        ("thing.lost", ""),
        ("thing.none.more", ""),
        ("pair.other", "3"),
        ("pair.0", "p"),
        ("items.name", "of a dict"),
        ("items.keys", "dict_keys([&#x27;name&#x27;])"),
        ("function", "called"),
        ("safe", "<b>"),
        ("thing.name|safe", "<t>"),
        ("missing|default:safe", "<b>"),
        ("number", "7"),
    ],
)
def test_variables_are_what_they_are_to_django(written: str, expected: str, both: Both) -> None:
    known = {
        "thing": Thing("<t>"),
        "pair": Pair("p"),
        "items": {"name": "of a dict"},
        "function": lambda: "called",
        "safe": mark_safe("<b>"),
        "number": 7,
    }
    assert both({"page.html": "{{ " + written + " }}"}, known) == [expected]
