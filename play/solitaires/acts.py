"""What is done in practice, and with the deal of the day."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _


class BeginPractice(Act):
    scopes = ("practice",)
    name = "new-practice"
    sentence = _("Practice deal started")


class UndoTurn(Act):
    """Stands twice in the journals: among a person's practice, and in the attempt itself."""

    scopes = ("practice", "attempt")
    name = "undo-turn"
    sentence = _("Turn taken back in practice")


class AskHint(Act):
    scopes = ("attempt",)
    name = "ask-hint"
    sentence = _("Hint requested after turn %(ply)s")


class BeginDay(Act):
    scopes = ("day",)
    name = "begin-day"
    sentence = _("Deal of the day started")


class CloseDay(Act):
    scopes = ("day",)
    name = "close-day"
    sentence = _("Deal of the day closed")
