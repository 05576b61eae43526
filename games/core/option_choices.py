"""Options of the rules, as a form offers them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from gipf_engine.rules import all_rules


def option_choices(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Every option once that one of these rule sets knows, in words, with the games that know it."""
    helps: dict[str, str] = {}
    games: dict[str, list[str]] = {}
    for key in keys:
        rules = all_rules()[key]
        for option, text in rules.option_help.items():
            helps.setdefault(option, text)
            games.setdefault(option, []).append(gettext(rules.name))
    return [
        (option, gettext("%(help)s (%(games)s)") % {"help": gettext(text), "games": gettext("; ").join(games[option])})
        for option, text in helps.items()
    ]
