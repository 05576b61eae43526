"""What Django puts off until a page first needs it, loaded before anyone asks.

Else the first request of a process imports all views, which takes it a second or more, and the first readers of every
page compile the same template side by side.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.template.engine import Engine
from django.urls import get_resolver, reverse
from django.utils import formats, translation
from django.utils.module_loading import import_string

from common.compiled_query import compile_all
from games.core.replay import Reached
from games.recordings.board_input import state_for_script
from gipf_engine.rules import all_rules, rules_for

_SEED = "00" * 32


def warm_up() -> None:
    """Import what is used, load addresses and texts of every language, compile templates and queries, draw boards."""
    _ = get_resolver().url_patterns
    _import_named_in_settings()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            reverse("home")
            translation.gettext("")
            formats.get_format("DATE_FORMAT")
            _draw_boards("locked")
    _draw_boards()
    _compile_templates()
    _open_database()


def _import_named_in_settings() -> None:
    """What settings name and Django imports when it is first used: caches, sessions, messages."""
    import_module(settings.SESSION_ENGINE)
    import_string(settings.SESSION_SERIALIZER)
    import_string(settings.MESSAGE_STORAGE)
    for alias in settings.CACHES:
        _ = caches[alias]


def _draw_boards(locked: str = "") -> None:
    """The start of each rule set that two play, from both sides: what lies under the pieces is kept.

    Words under it are those of the language. Turns, by which rules get their tables ready, are the same in all of them
    and take ten times as long: `locked` boards are drawn without.
    """
    for rules in map(rules_for, all_rules()):
        if rules.seats == 2:
            start = Reached(rules.start(rules.chance.draw(_SEED) if rules.chance else ""), None)
            for flipped in (False, True):
                state_for_script(start, 1, locked=locked, flipped=flipped)


def _open_database() -> None:
    """Load its driver, and compile the queries that nearly every request asks. That it is away is told later."""
    with suppress(DatabaseError):
        connection.ensure_connection()
        compile_all()
    connection.close()


def _compile_templates() -> None:
    engine = Engine.get_default()
    _ = engine.template_context_processors
    for folder in map(Path, engine.dirs):
        for file in folder.rglob("*"):
            if file.is_file():
                engine.get_template(str(file.relative_to(folder)))
