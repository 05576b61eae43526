"""Tells games in which round they were played."""

from __future__ import annotations

from django.urls import reverse

from games.models import Game
from games.round_games import RoundGames, register
from tournaments.models import PairedGame


@register
def round_of_game(game: Game) -> RoundGames | None:
    """The games of its round, board by board. Two queries."""
    found = PairedGame.objects.filter(game=game).values_list("pairing__round", "pairing__round__number").first()
    if found is None:
        return None
    round_id, number = found
    games = PairedGame.objects.filter(pairing__round=round_id).order_by("pairing__board", "leg")
    event = int(game.occasion.key.partition(":")[2])
    return RoundGames(number, reverse("event-round", args=[event, number]), tuple(games.values_list("game", flat=True)))
