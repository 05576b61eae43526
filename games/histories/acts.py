"""Acts on the games of a club's past."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission


class HistoryAct(Act):
    """An import of past games is asked for, done, taken back, or brought back."""

    scopes = ("club",)
    permission = Permission.MAKE_EVENT


class AskForHistory(HistoryAct):
    """A file is uploaded that a worker has to take in."""

    name = "ask-for-history"
    sentence = _("A large file of past games was uploaded and is being imported")


class ImportHistory(HistoryAct):
    name = "import-history"
    sentence = _("Past games imported")


class TakeHistoryBack(HistoryAct):
    name = "take-history-back"
    sentence = _("Import of past games withdrawn")


class BringHistoryBack(HistoryAct):
    name = "bring-history-back"
    sentence = _("Withdrawn import of past games restored")
