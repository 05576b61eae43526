"""What games of two are asked from below: where their boards are, and whether two people are playing each other."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from games.core.questions import BoardOf
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.models import OnlineGame
from players.core.errors import MergeRefused
from players.core.events import PersonsMerging
from players.core.queries.records import record_ids


def address_of_board(asked: BoardOf) -> str:
    """The board for the two who play; "" where the game waits for another one. One query."""
    there = OnlineGame.objects.filter(pk=asked.game_id).exists()
    return reverse("play-game", args=[asked.game_id]) if there else ""


def refuse_two_who_play_each_other(event: PersonsMerging) -> None:
    """A game that is being played has two players. Raises `MergeRefused`."""
    one, other = record_ids(event.kept.pk), record_ids(event.gone.pk)
    against = Q(game__white__in=one, game__black__in=other) | Q(game__white__in=other, game__black__in=one)
    if OnlineGame.objects.filter(against, ended_at=None).exists():
        raise MergeRefused(Message(_("They are playing each other at the moment, so they are two people.")))
