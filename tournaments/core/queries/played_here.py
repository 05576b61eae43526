"""What pages say of an event that is played on this server."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.games.services.event_games import who_can_play
from tournaments.core.loader import EventData
from tournaments.core.played_here import DAY
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """By which clock games are played here, and in how long the first turn is made."""

    control: Message
    first_turn: str


def board_facts(event: Event) -> BoardFacts | None:
    """The facts of an event; None where it is played over the board."""
    if not event.is_played_here:
        return None
    return BoardFacts(parse_control(event.time_control).explain(), duration_words(event.no_show_minutes or 0))


def duration_words(minutes: int) -> str:
    """ "15 minutes", "3 days"."""
    if minutes % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", minutes // DAY) % {"count": minutes // DAY}
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def without_account(rows: EventData) -> tuple[Message, ...]:
    """Who plays over the board in an event that is played here. Two queries, none for other events."""
    if not rows.event.is_played_here:
        return ()
    there = who_can_play([entry.person for entry in rows.entries])
    names = [entry.name for entry in rows.entries if not entry.withdrawn and entry.person not in there]
    message = _("Without an account, and so over the board: %(players)s.")
    return (Message(message, {"players": names}),) if names else ()
