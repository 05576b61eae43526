"""Notes that players keep beside their games. No one else reads them, so the journal says nothing of them."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.errors import PlayRefused
from play.core.player import Player, seat_of_player
from play.models import GameNote
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Person
from players.permissions import NotAllowed
from players.roles import Permission

_TOO_LONG = Message(_("A note has at most %(most)s characters."), {"most": GameNote.LONGEST})


def keep_note(game: Game, player: Player, text: str) -> None:
    """Keep what a player of the game writes instead of the note before; an empty text deletes it.

    Raises `PlayRefused`, and NotAllowed for one who does not play the game.
    """
    seat = seat_of_player(game, player)
    if seat is None:
        raise NotAllowed(Permission.DECIDE_RESULT, f"game:{game.pk}")
    text = text.replace("\0", "").replace("\r\n", "\n").strip()
    if len(text) > GameNote.LONGEST:
        raise PlayRefused(_TOO_LONG, field="note")
    own: dict[str, Any] = {"game": game, "person": (game.white, game.black)[seat]}
    with transaction.atomic():
        if text:
            GameNote.objects.update_or_create(**own, defaults={"text": text})
        else:
            GameNote.objects.filter(**own).delete()


def note_of(game: Game, person: Person) -> str:
    """What a player wrote beside a game; "" for nothing. Two queries."""
    return (
        GameNote.objects.filter(game=game, person__in=record_ids(person.pk)).values_list("text", flat=True).first()
        or ""
    )


def delete_notes(erasing: PersonErasing) -> list[Touched]:
    """What an erased person wrote for the person's own use."""
    GameNote.objects.filter(person__in=record_ids(erasing.person.pk)).delete()
    return []
