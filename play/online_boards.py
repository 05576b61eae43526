"""Tells games where the board is on which they are played."""

from __future__ import annotations

from django.urls import reverse

from games.online_boards import register
from play.models import OnlineGame


@register
def board_of_two(game_id: int) -> str:
    """The board for the two who play; "" where the game waits for another one. One query."""
    return reverse("play-game", args=[game_id]) if OnlineGame.objects.filter(pk=game_id).exists() else ""
