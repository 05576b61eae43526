"""How strong is everyone, how sure are we? Games of a period in, ratings out.

    >>> from gipf_engine.ratings import system_for
    >>> state = system_for("elo").initial_state()
    >>> state.rate([(1, 2, 10)])  # person 1 as White beats person 2: a win is 10 tenths of a point
    [RatingChange(person=1, before=1500, after=1520, ...), RatingChange(person=2, before=1500, after=1480, ...)]

Every module in this folder is imported when a system is first asked for: a new rating system is one new
file with a class under `@register`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import SYSTEMS, BadParameters, System

__all__ = ["System", "all_systems", "system_for"]


def system_for(key: str, parameters: Mapping[str, int] | None = None) -> System:
    """The system registered as `key` with a pool's parameters (defaults for those left out).

    Raises `BadParameters` for an unknown system or parameter, or a value out of its range.
    """
    systems = all_systems()
    if key not in systems:
        raise BadParameters(Message(_("there is no rating system called %(key)s"), {"key": key[:40]}))
    return systems[key](parameters or {})


def all_systems() -> Mapping[str, type[System]]:
    """Every registered rating system by its key."""
    return SYSTEMS
