"""Addresses: certificates."""

from __future__ import annotations

from django.urls import path

from games.certificates import pages as certificates

urlpatterns = [
    path("games/<int:game_id>/certificates/<int:number>", certificates.show, name="game-certificate"),
    path("games/<int:game_id>/certificates/<int:number>.json", certificates.document, name="game-certificate-json"),
    path(
        "games/<int:game_id>/certificates/<int:number>/signed.json", certificates.signed, name="game-certificate-signed"
    ),
    path("games/<int:game_id>/certificates/<int:number>.svg", certificates.picture, name="game-certificate-picture"),
]
