"""Acts on requests to join a club."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from players.core.acts import ClubAct
from players.roles import Permission


class OpenJoining(ClubAct):
    name = "open-joining"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("Visitors can ask to join")


class CloseJoining(ClubAct):
    name = "close-joining"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("Visitors can no longer ask to join")


class AskToJoin(ClubAct):
    """A visitor fills in the form."""

    name = "ask-to-join"
    sentence = _("New request to join")


class ApproveJoin(ClubAct):
    name = "approve-join"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("%(person)s joined, with the account %(account)s")


class DeclineJoin(ClubAct):
    name = "decline-join"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("A request to join declined")


class ExpireJoins(ClubAct):
    """A worker does it."""

    name = "expire-joins"
    sentence = _("Unanswered requests to join deleted")
