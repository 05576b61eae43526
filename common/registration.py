"""How an app registers what it adds to the apps below it: in modules of known names, imported at the start."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import module_has_submodule

MODULES = (
    "erasure",
    "exports",
    "fair_play",
    "journal_actions",
    "occasions",
    "online_boards",
    "receivers",
    "round_games",
    "scope_labels",
    "setup_seeds",
    "tasks",
)
"""Texts that name people, sections of one's own data, what is closed to players, what acts are called, where games are
played, receivers of signals, which games one round has, what scopes are called, where set-ups came from, jobs. An app
has those of them that it needs, each directly in its package."""


class RegisteringConfig(AppConfig):
    """An app whose modules called as in `MODULES` are imported at the start.

    Its `apps.py` imports this module and not the class, since Django takes the only `AppConfig` that it finds there.
    """

    def ready(self) -> None:
        """Import them."""
        for name in MODULES:
            if module_has_submodule(self.module, name):
                import_module(f"{self.name}.{name}")
