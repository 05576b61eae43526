"""What the acts in the scope of a game are called."""

from __future__ import annotations

from common.journal.actions import register_actions
from engine.messages import gettext_noop as _

register_actions(
    "game",
    {
        "record-turns": _("Turns recorded, up to turn %(ply)s"),
        "take-back": _("Turns taken back; %(ply)s are left"),
        "finish-recording": _("The recording handed in as record %(record)s"),
    },
)
