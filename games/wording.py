"""Games, rules and endings in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from games.results import RESULTS
from games.rules import all_rules, rules_for
from games.rules.api import BadSetup
from phrases import Phrase
from phrases import gettext_noop as _

_REASONS = {
    "reserve": _("a player had no piece left in the reserve"),
    "gipf": _("a player had no GIPF-piece left on the board"),
    "no-moves": _("nobody could move any more"),
    "six-stack": _("a stack of six was completed"),
    "repetition": _("the same position came up for the third time"),
}


def rules_name(key: str) -> Phrase:
    """What players call these rules; the key itself where nobody registered them."""
    book = all_rules()
    return Phrase(book[key].name) if key in book else Phrase("%(key)s", {"key": key})


def option_names(key: str, options: Iterable[str]) -> list[Phrase]:
    """What each option changes, in words."""
    book = all_rules()
    known = book[key].option_help if key in book else {}
    return [Phrase(known[option]) if option in known else Phrase("%(key)s", {"key": option}) for option in options]


def verdict(plies: int, outcome: str, reason: str) -> Phrase:
    """What the checker says of a legal record."""
    if plies == 0:
        return Phrase(_("The record has no turns."))
    if outcome not in RESULTS and plies == 1:
        return Phrase(_("The only turn is legal. It does not end the game."))
    if outcome not in RESULTS:
        return Phrase(_("All %(plies)d turns are legal. They do not end the game."), {"plies": plies})
    names = {"plies": plies, "result": Phrase(RESULTS[outcome].name), "reason": Phrase(_REASONS[reason])}
    return Phrase(_("All %(plies)d turns are legal and end the game: %(result)s, because %(reason)s."), names)


MOST_EXTRA = 3
"""Handicaps are asked of the rules up to so many extra pieces a side."""


@cache
def handicaps(key: str, options: tuple[str, ...] = ()) -> tuple[tuple[str, Phrase], ...]:
    """The handicaps that these rules know, each with its words; none for rules without."""
    rules = rules_for(key, frozenset(options))
    known = []
    for white, black in product(range(MOST_EXTRA + 1), repeat=2):
        try:
            rules.start("", f"{white}/{black}")
        except BadSetup:
            continue
        words = _("%(white)d more pieces for White, %(black)d for Black")
        known.append((f"{white}/{black}", Phrase(words, {"white": white, "black": black})))
    return tuple(known)


def tally_said(key: str, tally: Sequence[Sequence[int]] | None) -> Phrase | None:
    """The counts that decided a game, White's first; None where nothing was counted."""
    book = all_rules()
    if tally is None or key not in book or not book[key].tally_help:
        return None
    white, black = (list(row) for row in tally)
    counted = {"what": Phrase(book[key].tally_help), "white": white, "black": black}
    return Phrase(_("Counted are %(what)s: White has %(white)s, Black has %(black)s."), counted)


_ROLES = {"white": _("White"), "black": _("Black"), "arbiter": _("Arbiter")}
_SOURCES = {
    "page": _("on the page of the game"),
    "desk": _("at the desk"),
    "api": _("through the API"),
    "record": _("with a record"),
    "import": _("with an import"),
}


def role_name(role: str) -> Phrase:
    """In what part somebody spoke."""
    return Phrase(_ROLES[role])


def source_name(source: str) -> Phrase:
    """Where a claim came in."""
    return Phrase(_SOURCES[source])
