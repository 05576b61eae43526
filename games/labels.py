"""Games, rules and endings in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.results import RESULTS
from engine.rules import all_rules, rules_for


def rules_name(key: str) -> Message:
    """What players call these rules; the key itself where nobody registered them."""
    book = all_rules()
    return Message(book[key].name) if key in book else Message("%(key)s", {"key": key})


def option_names(key: str, options: Iterable[str]) -> list[Message]:
    """What each option changes, in words."""
    book = all_rules()
    known = book[key].option_help if key in book else {}
    return [Message(known[option]) if option in known else Message("%(key)s", {"key": option}) for option in options]


def verdict(key: str, plies: int, outcome: str, reason: str) -> Message:
    """What the checker says of a legal record under the rules `key`."""
    if plies == 0:
        return Message(_("The record has no turns."))
    if outcome not in RESULTS and plies == 1:
        return Message(_("The only turn is legal. It does not end the game."))
    if outcome not in RESULTS:
        return Message(_("All %(plies)d turns are legal. They do not end the game."), {"plies": plies})
    names = {"plies": plies, "result": Message(RESULTS[outcome].name), "reason": _reason(key, reason)}
    return Message(_("All %(plies)d turns are legal and end the game: %(result)s, because %(reason)s."), names)


def _reason(key: str, reason: str) -> Message:
    """Why a game ended, as its rules say it; the reason itself where nobody registered them."""
    book = all_rules()
    known = book[key].end_reasons if key in book else {}
    return Message(known[reason]) if reason in known else Message("%(reason)s", {"reason": reason})


def handicaps(key: str, options: Iterable[str] = ()) -> list[tuple[str, Message]]:
    """The handicaps that these rules know, each with its words; none for rules without."""
    return list(rules_for(key, options).handicaps().items())


def tally_text(key: str, tally: Sequence[Sequence[int]] | None) -> Message | None:
    """The counts that decided a game, White's first; None where nothing was counted."""
    book = all_rules()
    if tally is None or key not in book or not book[key].tally_help:
        return None
    white, black = (list(row) for row in tally)
    counted = {"what": Message(book[key].tally_help), "white": white, "black": black}
    return Message(_("Counted are %(what)s: White has %(white)s, Black has %(black)s."), counted)


_ROLES = {"white": _("White"), "black": _("Black"), "arbiter": _("Arbiter")}
_SOURCES = {
    "page": _("on the page of the game"),
    "desk": _("at the desk"),
    "api": _("through the API"),
    "record": _("with a record"),
    "import": _("with an import"),
}


def role_name(role: str) -> Message:
    """In what part somebody spoke."""
    return Message(_ROLES[role])


def source_name(source: str) -> Message:
    """Where a claim came in."""
    return Message(_SOURCES[source])
