"""What is in force for a player."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.services.sanctions import sanctions_of
from play.models import Sanction
from players.models import Person

KINDS: dict[str, Message] = {
    Sanction.Kind.WARNING: Message(_("Warning")),
    Sanction.Kind.MUTE: Message(_("Chat switched off")),
    Sanction.Kind.SUSPENSION: Message(_("Suspended from new games")),
}


@dataclass(frozen=True)
class SanctionRow:
    """What is in force for a player, in words."""

    sanction: Sanction

    @property
    def kind(self) -> Message:
        return KINDS[self.sanction.kind]


def sanction_rows(person: Person) -> list[SanctionRow]:
    """What is in force for a player."""
    return [SanctionRow(each) for each in sanctions_of(person)]
