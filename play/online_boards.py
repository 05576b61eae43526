"""Tells games where the board is on which they are played."""

from __future__ import annotations

from django.urls import reverse

from games.online_boards import register


@register
def board_of_two(game_id: int) -> str:
    """The board for the two who play."""
    return reverse("play-game", args=[game_id])
