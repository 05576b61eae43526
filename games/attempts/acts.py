"""Acts on attempts at solitaires: in the attempt's own scope, and wherever it is played where a result comes of it.

What is done with a deal while others may still play it is for arbiters alone.
"""

from __future__ import annotations

from common.journal.acts import Act
from games.core.acts import ResultAct
from gipf_engine.messages import gettext_noop as _


class BeginAttempt(ResultAct):
    name = "begin-attempt"
    public = False
    sentence = _("%(deal)s: started")


class EndAttempt(ResultAct):
    name = "end-attempt"
    public = False
    sentence = _("%(deal)s: over (%(ending)s)")


class HandInAttempt(ResultAct):
    """The record of an attempt over the board is handed in."""

    name = "hand-in-attempt"
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
