"""What is done in practice, and with the deal of the day."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _


class BeginPractice(Act):
    scopes = ("practice",)
    name = "new-practice"
    sentence = _("A deal begun for practice")


class UndoTurn(Act):
    """Stands twice in the journals: among somebody's practice, and in the attempt itself."""

    scopes = ("practice", "attempt")
    name = "undo-turn"
    sentence = _("A turn taken back in practice")


class AskHint(Act):
    scopes = ("attempt",)
    name = "ask-hint"
    sentence = _("A hint asked for after turn %(ply)s")


class BeginDay(Act):
    scopes = ("day",)
    name = "begin-day"
    sentence = _("The deal of the day begun")


class CloseDay(Act):
    scopes = ("day",)
    name = "close-day"
    sentence = _("The deal of the day closed")
