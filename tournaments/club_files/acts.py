"""Acts on the files of clubs."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission


class ExportClub(Act):
    """An organiser asks for the whole club as a file."""

    scopes = ("club",)
    name = "export-club"
    permission = Permission.EDIT_CLUB
    sentence = _("File of the whole club requested")


class DeleteClubFile(Act):
    scopes = ("club",)
    name = "delete-club-file"
    permission = Permission.EDIT_CLUB
    sentence = _("File of the whole club deleted")
