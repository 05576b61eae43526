"""What the acts of a journal are called. Each app says it of its own acts, by the kind of scope that they stand in."""

from __future__ import annotations

from collections.abc import Mapping

_templates: dict[str, dict[str, str]] = {}


def register_actions(scope_kind: str, templates: Mapping[str, str]) -> None:
    """Add the templates of some acts in scopes such as "club:3" (`scope_kind` "club"), each marked for the catalogs.

    ValueError where an act has a template already.
    """
    known = _templates.setdefault(scope_kind, {})
    twice = known.keys() & templates.keys()
    if twice:
        raise ValueError(f"two templates for {min(twice)} in the journal of a {scope_kind}")
    known.update(templates)


def template_of(scope_kind: str, action: str, default: str) -> str:
    """The template of an act; `default` for one that no app knows any more."""
    return _templates.get(scope_kind, {}).get(action, default)


def actions_in(scope_kind: str) -> frozenset[str]:
    """Every act that has a template in scopes of this kind."""
    return frozenset(_templates.get(scope_kind, {}))
