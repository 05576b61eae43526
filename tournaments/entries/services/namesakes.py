"""A name that is registered, or is a member's, is rarely somebody new: that is confirmed before a person is made."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.people.queries.search import namesakes
from tournaments.core.services.confirmations import need_confirmation
from tournaments.models import Event, Member


def confirm_namesakes(event: Event, name: str, confirm: Collection[str]) -> None:
    """Raise ConfirmationNeeded where a new person would be called as somebody of the event or of its club is."""
    cautions = list(_namesake_cautions(event, name))
    need_confirmation(f"{event.scope}:new-person:{name}", cautions, confirm)


def _namesake_cautions(event: Event, name: str) -> Iterator[Caution]:
    members = Member.objects.filter(event=event).select_related("person__merged_into")
    entered = {(each.person.merged_into or each.person).pk for each in members}
    for person in namesakes(name, club=event.club, among=entered):
        params = {"name": person.name}
        if person.id in entered:
            yield Caution("registered", Level.CONFIRM, Message(_("%(name)s is registered already"), params))
        else:
            yield Caution("member", Level.CONFIRM, Message(_("%(name)s is a member of the club"), params))
