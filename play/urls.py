"""Addresses of play, by subject."""

from __future__ import annotations

from django.urls import path

from play import fair_play_page as fair_play
from play.challenges.urls import urlpatterns as challenges
from play.lessons.urls import urlpatterns as lessons
from play.moderation.urls import urlpatterns as moderation
from play.partner.urls import urlpatterns as partner
from play.puzzles.urls import urlpatterns as puzzles
from play.solitaires.urls import urlpatterns as solitaires
from play.table.urls import urlpatterns as table
from play.watching.urls import urlpatterns as watching

urlpatterns = [
    *challenges,
    *partner,
    *moderation,
    *solitaires,
    *lessons,
    *puzzles,
    *watching,
    *table,
    path("fair-play", fair_play.fair_play, name="fair-play"),
]
