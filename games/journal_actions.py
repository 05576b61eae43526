"""What the acts in the scope of a game are called, and in a club's those on histories."""

from __future__ import annotations

from common.journal.actions import register_actions
from gipf_engine.messages import gettext_noop as _

register_actions(
    "game",
    {
        "record-turns": _("Turns recorded, up to turn %(ply)s"),
        "take-back": _("Turns taken back; %(ply)s are left"),
        "finish-recording": _("The recording handed in as record %(record)s"),
    },
)
register_actions(
    "club",
    {
        "ask-for-history": _("A large file of past games was uploaded and is being imported"),
        "import-history": _("Past games imported"),
        "take-history-back": _("An import of past games taken back"),
        "bring-history-back": _("An import of past games that had been taken back counts again"),
    },
)
