"""What the scope of a game is called, in which it is recorded."""

from __future__ import annotations

from django.urls import reverse

from games.models import Game
from players.scope_labels import Label, labeller


@labeller("game")
def _games(ids: list[int]) -> dict[int, Label]:
    names = Game.objects.filter(pk__in=ids, occasion__hidden=False).values_list("pk", "white__name", "black__name")
    return {game: Label(f"{white} – {black}", reverse("game", args=[game])) for game, white, black in names}
