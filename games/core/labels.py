"""Games, rules and endings in words."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Record
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import Outcome


def rules_name(key: str) -> Message:
    """What players call these rules; the key itself where no one registered them."""
    book = all_rules()
    return Message(book[key].name) if key in book else Message("%(key)s", {"key": key})


def option_names(key: str, options: Iterable[str]) -> list[Message]:
    """What each option changes, in words."""
    book = all_rules()
    known = book[key].option_help if key in book else {}
    return [Message(known[option]) if option in known else Message("%(key)s", {"key": option}) for option in options]


def verdict(key: str, options: Iterable[str], plies: int, outcome: Outcome) -> Message:
    """What the checker says of a legal record under the rules `key`: how the game ended, and what decided it."""
    if plies == 0:
        return Message(_("The record has no turns."))
    if outcome.result not in RESULTS and plies == 1:
        return Message(_("The only turn is legal. It does not end the game."))
    if outcome.result not in RESULTS:
        return Message(_("All %(plies)d turns are legal. They do not end the game."), {"plies": plies})
    names = {"plies": plies, "result": Message(RESULTS[outcome.result].name), "reason": why(key, options, outcome)}
    return Message(_("All %(plies)d turns are legal and end the game: %(result)s, because %(reason)s."), names)


def why(key: str, options: Iterable[str], outcome: Outcome) -> Message:
    """What decided a game, as its rules say it; the reason itself where no one registered them."""
    if key not in all_rules():
        return Message("%(reason)s", {"reason": outcome.reason})
    return rules_for(key, options).explain_outcome(outcome)


def outcome_of(record: Record) -> Outcome:
    """What was stored of how a record ends; its result is "*" where the moves prove nothing."""
    tally = None if record.tally is None else tuple(tuple(row) for row in record.tally)
    return Outcome(record.outcome, record.reason, tally)


def handicaps(key: str, options: Iterable[str] = ()) -> list[tuple[str, Message]]:
    """The handicaps that these rules know, each with its words; none for rules without."""
    return list(rules_for(key, options).handicaps().items())


def handicap_words(key: str, handicap: str) -> Message | None:
    """A handicap in words; None for none."""
    return dict(handicaps(key)).get(handicap) if handicap else None


_ROLES = {
    "white": _("White"),
    "black": _("Black"),
    "arbiter": _("Arbiter"),
    "record": _("Record"),
    "server": _("This server"),
}
_SOURCES = {
    "page": _("on the page of the game"),
    "desk": _("at the desk"),
    "api": _("through the API"),
    "record": _("with a record"),
    "score": _("with a score sheet"),
    "import": _("with an import"),
    "board": _("on the board where the game was played"),
    "link": _("by the link of a result slip"),
}


def role_name(role: str) -> Message:
    """In what part a person spoke."""
    return Message(_ROLES[role])


def source_name(source: str) -> Message:
    """Where a claim came in."""
    return Message(_SOURCES[source])
