"""The games that an event can have."""

from __future__ import annotations

from django.utils.translation import gettext

from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS


def playable_rules() -> list[tuple[str, str]]:
    """Every game that an event can have, by its key: for two, or a solitaire whose deals are drawn."""
    return [
        (key, gettext(rules.name))
        for key, rules in sorted(all_rules().items())
        if rules.seats == TWO_SEATS or rules.solver_version
    ]
