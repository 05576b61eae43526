"""Addresses: recordings."""

from __future__ import annotations

from django.urls import path

from games.recordings import pages as recorder

urlpatterns = [
    path("games/<int:game_id>/recorder", recorder.recorder, name="game-recorder"),
    path("games/<int:game_id>/recorder/continue", recorder.go_on, name="game-recorder-continue"),
    path("games/<int:game_id>/recorder/back", recorder.back, name="game-recorder-back"),
    path("games/<int:game_id>/recorder/finish", recorder.finish, name="game-recorder-finish"),
    path("games/<int:game_id>/recorder/state", recorder.state, name="game-recorder-state"),
    path("games/<int:game_id>/recorder/steps", recorder.steps, name="game-recorder-steps"),
]
