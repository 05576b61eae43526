"""What the acts of events are called in the journal of a club."""

from __future__ import annotations

from common.journal.actions import register_actions
from gipf_engine.messages import gettext_noop as _

register_actions(
    "club",
    {
        "create-event": _("Event made: %(event)s"),
        "ask-for-import": _("A large file was uploaded and is being imported"),
        "import-event": _("Event imported from a file: %(event)s"),
        "delete-event": _("Event deleted"),
    },
)
