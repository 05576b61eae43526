"""What a rating list counts: the games of one rule set, all of one game, or all of the GIPF project."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q

from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS

PROJECT = "project"
_GAME, _PROGRAMS = "game:", "programs:"


class Coverage(NamedTuple):
    """A rule set, a game whose rule sets all count, or (both "") every game between two of the project.

    Of those the games between people, or with `programs` those between programs.
    """

    rules: str = ""
    game: str = ""
    programs: bool = False

    @property
    def key(self) -> str:
        """As forms, addresses and the API call it: "gipf-basic", "game:gipf", "project", "programs:gipf-basic"."""
        games = self.rules or (f"{_GAME}{self.game}" if self.game else PROJECT)
        return _PROGRAMS + games if self.programs else games

    @property
    def covered(self) -> list[str]:
        """The keys of the rule sets whose games count."""
        if self.rules:
            return [self.rules]
        found = [key for key in _rules_for_two() if not self.game or all_rules()[key].game == self.game]
        return found or [""]  # a game that is gone: no rules, and a condition that can be asked

    @property
    def name(self) -> Message:
        """What players call it."""
        if self.programs:
            return Message(_("%(games)s: programs"), {"games": self._replace(programs=False).name})
        if self.rules:
            return rules_name(self.rules)
        if not self.game:
            return Message(_("All games of the GIPF project"))
        names = [Message(rules.game_name) for rules in all_rules().values() if rules.game == self.game]
        return Message(_("%(game)s: all rule sets"), {"game": [*names, self.game][0]})


def coverage_of(key: str) -> Coverage:
    """What a key stands for; whether there are such rules is not asked."""
    if key.startswith(_PROGRAMS):
        return coverage_of(key.removeprefix(_PROGRAMS))._replace(programs=True)
    if key == PROJECT:
        return Coverage()
    game = key.removeprefix(_GAME)
    return Coverage(game=game) if game not in ("", key) else Coverage(rules=key)


def all_coverages() -> list[Coverage]:
    """Everything that a list can count: each rule set, each game that has several, and the project."""
    rules = _rules_for_two()
    games = [all_rules()[key].game for key in rules]
    several = sorted({game for game in games if games.count(game) > 1})
    return [*(Coverage(rules=key) for key in rules), *(Coverage(game=game) for game in several), Coverage()]


def covering(rules: Iterable[str]) -> Q:
    """The pools that count games of some of these rule sets, as a condition."""
    asked = set(rules)
    games = {all_rules()[key].game for key in asked if key in all_rules()}
    return Q(rules__in=asked) | (Q(rules="", game__in={*games, ""}) if asked else Q(pk=None))


def _rules_for_two() -> list[str]:
    return [key for key, rules in all_rules().items() if rules.seats == TWO_SEATS]
