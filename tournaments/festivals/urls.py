"""Addresses: festivals."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.festivals import api
from tournaments.festivals.api.festivals import FestivalAPIView
from tournaments.festivals.pages import desk, player_links, public

FESTIVAL = FestivalAPIView.address

urlpatterns = [
    *page_urls(api),
    path(FESTIVAL, public.festival, name="festival"),
    path(f"{FESTIVAL}/calendar.ics", public.calendar, name="festival-calendar"),
    path(f"{FESTIVAL}/screen", public.screen, name="festival-screen"),
    path(f"{FESTIVAL}/desk", desk.desk, name="festival-desk"),
    path(f"{FESTIVAL}/check-in", desk.check_in, name="festival-check-in"),
    path(f"{FESTIVAL}/links", player_links.links, name="festival-links"),
    path(f"{FESTIVAL}/links/<int:person_id>/revoke", player_links.revoke, name="festival-link-revoke"),
    path("festivals/player/<str:token>", player_links.player, name="festival-player"),
]
