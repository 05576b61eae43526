"""Acts on attempts at solitaires: in the attempt's own scope, and wherever it is played where a result comes of it.

What is done with a deal while others may still play it is for arbiters alone.
"""

from __future__ import annotations

from common.journal.acts import ANYWHERE, Act, Part
from gipf_engine.messages import gettext_noop as _

_RESULTS = frozenset({Part.RESULTS})


class BeginAttempt(Act):
    scopes = ANYWHERE
    name = "begin-attempt"
    changes = _RESULTS
    public = False
    sentence = _("%(deal)s: begun")


class EndAttempt(Act):
    scopes = ANYWHERE
    name = "end-attempt"
    changes = _RESULTS
    public = False
    sentence = _("%(deal)s: over (%(ending)s)")


class HandInAttempt(Act):
    """The record of an attempt over the board is handed in."""

    scopes = ANYWHERE
    name = "hand-in-attempt"
    changes = _RESULTS
    public = False
    sentence = _("%(deal)s: a record of play over the board was handed in")


class PlayTurns(Act):
    """The player plays a turn, and those after it that are no choice."""

    scopes = ("attempt",)
    name = "play-turn"
    sentence = _("Turns played: %(turns)s")


class ResignAttempt(Act):
    scopes = ("attempt",)
    name = "resign-attempt"
    sentence = _("Given up")
