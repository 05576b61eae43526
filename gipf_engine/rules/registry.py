"""Which rule sets there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.registry import Registry
from gipf_engine.rules.base import Rules
from gipf_engine.rules.errors import UnknownRules

R = TypeVar("R", bound=type[Rules])

RULES: Registry[type[Rules]] = Registry(__name__.rpartition(".")[0], "gipf_engine.games")


def register(cls: R) -> R:
    """Class decorator: make a rule set known under its key. ValueError where the key is taken."""
    RULES.add(cls.key, cls)
    return cls


def all_rules() -> Mapping[str, type[Rules]]:
    """Every registered rule set by its key."""
    return RULES


def rules_for(key: str, options: Iterable[str] = ()) -> Rules:
    """The rules registered as `key`, e.g. "gipf-tournament", with these options (names from `Rules.option_help`).

    Raises `UnknownRules`, and `BadSetup` for an option that the rules do not know.
    """
    if key not in RULES:
        raise UnknownRules(Message(_("there are no rules called %(key)s"), {"key": key[:40]}), key[:40])
    return RULES[key](frozenset(options))
