"""What an act on an event depends on: which acts of others, done since a page was shown, make its form out of date.

A form carries the event's version. What was done since stands in the journal, one line a version, so a line that
changed nothing the act depends on is no reason to refuse it: a phone's report does not stop a withdrawal.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from common.journal.services import Matters


class Part(StrEnum):
    """Parts of an event that acts change and depend on."""

    SETTINGS = "settings"  # what its organiser filled in
    STATE = "state"  # draft, open, running, closed
    ENTRIES = "entries"  # who is on the list
    ENTRY = "entry"  # one entry: withdrawn or not, its byes
    APART = "apart"  # who must not meet
    PAIRINGS = "pairings"  # rounds, and who sits where
    RESULTS = "results"  # what was said of games
    REQUEST = "request"  # the round that a worker is asked for
    DRAFT = "draft"  # the round that arbiters alone see
    PRIZES = "prizes"  # categories, prizes, and what they are given by
    LIMIT = "limit"  # how many players it takes, and whether who waits moves up


_START = frozenset({Part.STATE, Part.ENTRIES})
_PAIRED = frozenset({Part.PAIRINGS})
_ONE_ENTRY = frozenset({Part.ENTRY})
_SAID = frozenset({Part.RESULTS})
_DRAFT = frozenset({Part.DRAFT})
_PRIZES = frozenset({Part.PRIZES})
_NOTHING: frozenset[Part] = frozenset()
ALL = frozenset(Part)
UNDO = "undo"
"""The act that goes back to a restore point: it changes everything."""

CHANGES: Mapping[str, frozenset[Part]] = {
    UNDO: ALL,
    "edit-event": frozenset({Part.SETTINGS}),
    "scrub-texts": frozenset({Part.SETTINGS}),  # a form would bring an erased name back
    "announce": frozenset({Part.STATE}),
    "retract": frozenset({Part.STATE}),
    "start-event": _START,
    "unstart-event": _START,
    "close-event": frozenset({Part.STATE}),
    "reopen-event": frozenset({Part.STATE}),
    "enter-person": frozenset({Part.ENTRIES}),
    "enter-myself": frozenset({Part.ENTRIES}),
    "enter-many": frozenset({Part.ENTRIES}),
    "remove-entry": frozenset({Part.ENTRIES, Part.ENTRY}),
    "leave-event": frozenset({Part.ENTRIES, Part.ENTRY}),
    "set-entry-limit": frozenset({Part.LIMIT, Part.ENTRIES}),
    "move-up": frozenset({Part.ENTRIES}),
    **dict.fromkeys(("leave-waiting-list", "remove-waiting"), _NOTHING),
    "request-bye": _ONE_ENTRY,
    "give-byes": _ONE_ENTRY,
    "give-missed-byes": frozenset({Part.ENTRY, Part.PAIRINGS}),
    **dict.fromkeys(("open-check-in", "close-check-in", "check-in", "take-back-check-in"), _NOTHING),
    "set-half-byes": _ONE_ENTRY,
    "cancel-bye": _ONE_ENTRY,
    **dict.fromkeys(("save-category", "delete-category", "set-prizes", "set-birth-years"), _PRIZES),
    "take-ratings": frozenset({Part.ENTRIES}),
    "set-rating": frozenset({Part.ENTRIES}),
    "renumber": frozenset({Part.ENTRIES, Part.PAIRINGS, Part.DRAFT}),
    "withdraw": frozenset({Part.ENTRY, Part.RESULTS}),
    "readmit": _ONE_ENTRY,
    "forbid": frozenset({Part.APART}),
    "allow": frozenset({Part.APART}),
    "start-round": frozenset({Part.PAIRINGS, Part.REQUEST}),
    "draft-round": frozenset({Part.DRAFT, Part.REQUEST}),
    "discard-draft": _DRAFT,
    "schedule-round": _DRAFT,
    "hold-round-back": _DRAFT,
    "publish-round": _PAIRED | _DRAFT,
    "unpublish-round": _PAIRED | _DRAFT,
    "begin-hand-pairing": _DRAFT,
    "take-hand-step": _DRAFT,
    "abandon-hand-pairing": _DRAFT,
    "end-hand-pairing": _PAIRED | _DRAFT,
    "delete-round": _PAIRED,
    "swap-colours": _PAIRED,
    "exchange-entries": _PAIRED,
    "redraw-setups": _PAIRED,
    "ask-for-round": frozenset({Part.REQUEST}),
    "forget-round-request": frozenset({Part.REQUEST}),
    "claim-result": _SAID,
    "end-online-game": _SAID,
    "close-board": _SAID,
    "move-board": _PAIRED,
    "undo-decision": _SAID,
    "begin-next-games": _NOTHING,
    "hand-in-record": _SAID,
    "hand-in-file": _NOTHING,
    "hand-in-records": _SAID,
    "hand-in-score": _SAID,
    "begin-attempt": _SAID,
    "end-attempt": _SAID,
    "hand-in-attempt": _SAID,
    "close-deals": _SAID,
    "adjudicate": _NOTHING,
    "contradict-result": _SAID,
    "set-handicap": _SAID,
    "set-rated-result": _SAID,
    "set-deadline": _NOTHING,  # its form carries the round's own version
    "lock-round": _NOTHING,  # the same
    "revoke-seat-link": _NOTHING,
    **dict.fromkeys(("add-webhook", "remove-webhook", "enable-webhook", "disable-webhook"), _NOTHING),
    **dict.fromkeys(("change-webhook", "rotate-webhook-secret"), _NOTHING),
    "unlock-round": _NOTHING,
    "ask-for-explanation": _NOTHING,
    "grant": _NOTHING,
    "revoke": _NOTHING,
    **dict.fromkeys(("offer-role", "accept-role", "decline-role", "withdraw-role", "give-up-role"), _NOTHING),
}
"""What each action changes. One that is not here changes everything."""

_WHILE_IT_IS = frozenset({Part.STATE, Part.SETTINGS})
_NEXT_ROUND = ALL - {Part.REQUEST, Part.PRIZES, Part.LIMIT}

DEPENDS: Mapping[str, frozenset[Part]] = {
    "edit-event": _WHILE_IT_IS,
    "announce": _WHILE_IT_IS,
    "retract": frozenset({Part.STATE, Part.ENTRIES}),
    "start-event": _WHILE_IT_IS | {Part.ENTRIES},
    "unstart-event": frozenset({Part.STATE, Part.PAIRINGS}),
    "close-event": _NEXT_ROUND - {Part.APART},
    "reopen-event": frozenset({Part.STATE}),
    "close-deals": frozenset({Part.STATE, Part.PAIRINGS}),
    "enter-person": _WHILE_IT_IS,
    "enter-many": _WHILE_IT_IS,
    "remove-entry": frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS}),
    "set-entry-limit": frozenset({Part.STATE, Part.LIMIT}),
    "move-up": _WHILE_IT_IS,
    "request-bye": frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS}),
    "set-half-byes": frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS}),
    "cancel-bye": frozenset({Part.STATE, Part.ENTRY, Part.PAIRINGS}),
    "take-ratings": frozenset({Part.STATE, Part.ENTRIES}),
    "set-rating": frozenset({Part.STATE, Part.ENTRIES}),
    "renumber": frozenset({Part.STATE, Part.ENTRIES, Part.PAIRINGS, Part.DRAFT}),
    "withdraw": _WHILE_IT_IS | {Part.ENTRY, Part.PAIRINGS},
    "readmit": frozenset({Part.STATE, Part.ENTRY}),
    "forbid": frozenset({Part.STATE, Part.PAIRINGS}),
    "allow": frozenset({Part.STATE, Part.PAIRINGS}),
    **dict.fromkeys(("save-category", "delete-category", "set-prizes", "set-birth-years"), _PRIZES | {Part.STATE}),
    "start-round": _NEXT_ROUND,
    "draft-round": _NEXT_ROUND,
    "ask-for-round": ALL,
    "forget-round-request": frozenset({Part.REQUEST}),
}
"""What each action depends on. One that is not here depends on everything."""


def depends_on(action: str, data: Mapping[str, Any]) -> Matters:
    """Which acts of others matter to `action`. `data` names the entry that it is about, where it is about one."""
    wanted = DEPENDS.get(action, ALL)
    own = data.get("entry")

    def matters(other: str, line: Mapping[str, Any]) -> bool:
        shared = wanted & CHANGES.get(other, ALL)
        if shared == _ONE_ENTRY and own is not None:
            return bool(line.get("entry") == own)
        return bool(shared)

    return matters
