"""Games, rules and endings in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.results import RESULTS
from games.rules import all_rules, rules_for
from phrases import Phrase
from phrases import gettext_noop as _


def rules_name(key: str) -> Phrase:
    """What players call these rules; the key itself where nobody registered them."""
    book = all_rules()
    return Phrase(book[key].name) if key in book else Phrase("%(key)s", {"key": key})


def option_names(key: str, options: Iterable[str]) -> list[Phrase]:
    """What each option changes, in words."""
    book = all_rules()
    known = book[key].option_help if key in book else {}
    return [Phrase(known[option]) if option in known else Phrase("%(key)s", {"key": option}) for option in options]


def verdict(key: str, plies: int, outcome: str, reason: str) -> Phrase:
    """What the checker says of a legal record under the rules `key`."""
    if plies == 0:
        return Phrase(_("The record has no turns."))
    if outcome not in RESULTS and plies == 1:
        return Phrase(_("The only turn is legal. It does not end the game."))
    if outcome not in RESULTS:
        return Phrase(_("All %(plies)d turns are legal. They do not end the game."), {"plies": plies})
    names = {"plies": plies, "result": Phrase(RESULTS[outcome].name), "reason": _reason(key, reason)}
    return Phrase(_("All %(plies)d turns are legal and end the game: %(result)s, because %(reason)s."), names)


def _reason(key: str, reason: str) -> Phrase:
    """Why a game ended, as its rules say it; the reason itself where nobody registered them."""
    book = all_rules()
    known = book[key].end_reasons if key in book else {}
    return Phrase(known[reason]) if reason in known else Phrase("%(reason)s", {"reason": reason})


def handicaps(key: str, options: Iterable[str] = ()) -> list[tuple[str, Phrase]]:
    """The handicaps that these rules know, each with its words; none for rules without."""
    return list(rules_for(key, options).handicaps().items())


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
