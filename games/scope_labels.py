"""What the scopes of games are called in which they are recorded, and those of events of the past."""

from __future__ import annotations

from django.urls import reverse

from common.translation import translate_message
from games.models import Game, History, PastEvent, Study
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.scope_labels import Label, labeller


@labeller("game")
def _label_games(ids: list[int]) -> dict[int, Label]:
    names = Game.objects.filter(pk__in=ids, parent_scope__hidden=False).values_list("pk", "white__name", "black__name")
    return {game: Label(f"{white} – {black}", reverse("game", args=[game])) for game, white, black in names}


@labeller("past")
def _past_events(ids: list[int]) -> dict[int, Label]:
    rows = PastEvent.objects.filter(pk__in=ids, history__state=History.State.IN)
    return {row.pk: Label(past_event_name(row), reverse("past-event", args=[row.pk])) for row in rows}


def past_event_name(event: PastEvent) -> str:
    """What an event of the past is called, in the reader's language where it is only a day."""
    if event.name:
        return event.name
    return translate_message(Message(_("Games of %(day)s"), {"day": event.starts_on.isoformat()}))


@labeller("study")
def _label_studies(ids: list[int]) -> dict[int, Label]:
    """Those that everybody may read; of others nothing is told."""
    rows = Study.objects.filter(pk__in=ids, visibility=Study.Visibility.PUBLIC)
    return {row.pk: Label(row.title, reverse("study", args=[row.slug])) for row in rows}
