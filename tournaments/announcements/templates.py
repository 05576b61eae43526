"""Ready texts of announcements, in the organiser's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Announcement

Topic = Announcement.Topic
Audience = Announcement.Audience


@dataclass(frozen=True, slots=True)
class ReadyText:
    """A text that an organiser starts from. `subject` and `text` may name the "%(round)s" and the "%(event)s"."""

    label: str | Promise
    audience: str
    subject: str | Promise
    text: str | Promise


READY: Mapping[str, ReadyText] = {
    Topic.PAIRING: ReadyText(
        _("Pairings are out"),
        Audience.ROUND,
        _("Pairings of round %(round)s"),
        _("Pairings of round %(round)s are out. Please find your board, and be there on time."),
    ),
    Topic.LATE: ReadyText(
        _("Round starts late"),
        Audience.ENTRANTS,
        _("The next round starts late"),
        _("The next round starts 15 minutes late. Please be at your boards by then."),
    ),
    Topic.PRIZES: ReadyText(
        _("Prize-giving"),
        Audience.ENTRANTS,
        _("Prize-giving"),
        _("The prize-giving starts 15 minutes after the last game. All are welcome."),
    ),
    Topic.WELCOME: ReadyText(
        _("Welcome"),
        Audience.ENTRANTS,
        _("Welcome to %(event)s"),
        _("Welcome to %(event)s. Check in at the desk before the first round. We wish you good games."),
    ),
}


def filled_in(topic: str, event_name: str, round_number: int) -> dict[str, object]:
    """What a form starts with for a topic; nothing but the audience for one without a ready text."""
    ready = READY.get(topic)
    if ready is None:
        return {"topic": Topic.OTHER, "to": Audience.ENTRANTS}
    values = {"round": round_number, "event": event_name}
    audience = ready.audience if round_number or ready.audience != Audience.ROUND else Audience.ENTRANTS
    words = {"subject": str(ready.subject) % values, "text": str(ready.text) % values}
    return {"topic": topic, "to": audience, "round": round_number or None, **words}
