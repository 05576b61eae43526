"""The reference engines: dicts and sets, slow and written straight from the rules, to hold the fast ones against."""

from __future__ import annotations

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules
from testing.reference.gipf import ReferenceBasic, ReferenceStandard, ReferenceTournament
from testing.reference.lyngk_adapter import ReferenceMain, ReferenceSix

_CLASSES: dict[str, type[Rules]] = {
    each.key: each for each in (ReferenceBasic, ReferenceStandard, ReferenceTournament, ReferenceMain, ReferenceSix)
}


def reference_rules(key: str, options: frozenset[str] = frozenset()) -> Rules:
    """The reference engine of the rule set `key` with these options. KeyError where there is none."""
    return _CLASSES[key](options)


def either_rules(key: str, options: frozenset[str] = frozenset(), *, reference: bool) -> Rules:
    """The rule set that ships, or its reference engine: for tests that hold for both."""
    return reference_rules(key, options) if reference else rules_for(key, options)
