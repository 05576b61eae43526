"""What is done in the chat of a game, and in the scope in which players are reported."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission

MODERATION = "moderation"
"""The key of the scope in which reports are made and answered."""


class SendMessage(Act):
    scopes = ("chat",)
    name = "send-message"
    sentence = _("A message sent")


class WriteAsSpectator(Act):
    scopes = ("spectators",)
    name = "write-as-spectator"
    sentence = _("A message written by a spectator")


class ReportPlayer(Act):
    scopes = (MODERATION,)
    name = "report-player"
    sentence = _("A player reported")


class AnswerReport(Act):
    scopes = (MODERATION,)
    name = "answer-report"
    permission = Permission.MODERATE
    sentence = _("Report %(report)s answered: %(answer)s")


class LiftSanction(Act):
    scopes = (MODERATION,)
    name = "lift-sanction"
    permission = Permission.MODERATE
    sentence = _("Sanction %(sanction)s ended")
