"""What Django puts off until a page first needs it, loaded before anybody asks.

Else the first request of a process imports all views, which takes it a second or more, and the first readers of every
page compile the same template side by side.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.engine import Engine
from django.urls import get_resolver, reverse
from django.utils import translation


def warm_up() -> None:
    """Import the views, load the addresses and texts of every language, and compile every template."""
    _ = get_resolver().url_patterns
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            reverse("home")
            translation.gettext("")
    _compile_templates()


def _compile_templates() -> None:
    engine = Engine.get_default()
    _ = engine.template_context_processors
    for folder in map(Path, engine.dirs):
        for file in folder.rglob("*"):
            if file.is_file():
                engine.get_template(str(file.relative_to(folder)))
