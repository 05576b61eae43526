"""Templates that are folded: what is drawn of them is what Django draws of the same files, for each reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

import pytest
from django.conf import settings
from django.template import Engine
from django.template.backends import django as backend
from django.template.context import make_context
from django.test import Client

from players.models import Account
from testing.crawl import pages_from

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
@pytest.mark.parametrize("language", ["en", "fa"])
def test_pages_are_drawn_to_the_letter(
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
