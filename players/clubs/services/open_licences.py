"""Choosing whether a club's public games are open data."""

from __future__ import annotations

from common.events import emit
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs.acts import SetOpenLicence
from players.core.acts import commit_permitted
from players.core.events import OpenLicenceChanged
from players.models import Account, Club, Licence


def set_open_licence(*, actor: Account, club_id: int, licence: str, expect: int | None = None) -> Club:
    """Let the club's public games be open data under `licence`, or ("") no longer. Raises NotAllowed and Stale.

    The months in which the club has games are made anew by a worker. What others have downloaded stays theirs.
    """
    if licence not in Licence.values:
        raise Refused(Message(_("This licence is not in the list.")), field="licence")
    with commit_permitted(f"club:{club_id}", actor, SetOpenLicence, expect=expect, licence=licence):
        club = Club.objects.get(pk=club_id)
        if club.open_licence != licence:
            club.open_licence = licence
            club.save(update_fields=["open_licence"])
            emit(OpenLicenceChanged(club))
    return club
