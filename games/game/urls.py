"""Addresses: game."""

from __future__ import annotations

from django.urls import path

from games.game import embeds
from games.game import page as game

urlpatterns = [
    path("embed/games/<int:game_id>", embeds.embedded_game, name="embed-game"),
    path("games/<int:game_id>", game.show, name="game"),
    path("games/<int:game_id>/state", game.state, name="game-state"),
    path("games/<int:game_id>/boards/<int:number>", game.boards, name="game-boards"),
    path("games/<int:game_id>/boards/<int:number>.svg", game.picture, name="game-board-picture"),
    path("games/<int:game_id>/boards/<int:number>/code.svg", game.code, name="game-board-code"),
    path("games/<int:game_id>/boards/<int:number>.png", game.png, name="game-board-png"),
]
