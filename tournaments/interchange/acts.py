"""Acts on files from which events are made."""

from __future__ import annotations

from common.journal.acts import ALL, Act, Data
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EVENT, EventAct


class AskForImport(Act):
    """A file is uploaded that a worker has to take in."""

    scopes = ("club",)
    name = "ask-for-import"
    permission = Permission.MAKE_EVENT
    sentence = _("A large file was uploaded and is being imported")


class ImportEvent(EventAct):
    """An event comes from a file: the one who may make events does that, or the server."""

    scopes = (EVENT, "club")
    name = "import-event"
    changes = ALL
    sentence = _("Event imported from a file")
    in_club = _("Event imported from a file: %(event)s")
    with_breaches = _("Event imported from a file with rounds that break the pairing rules: %(breaches)s")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """In the club's journal it says which; in the event's, what is wrong with its rounds."""
        if "event" in data:
            return cls.in_club
        return cls.with_breaches if data.get("breaches") else cls.sentence
