"""Addresses: festivals."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.festivals import api
from tournaments.festivals.pages import desk, manage, player_links, public

FESTIVAL = "festivals/<int:festival_id>"

urlpatterns = [
    *page_urls(api),
    path("clubs/<slug:slug>/festivals/new", manage.festival_new, name="festival-new"),
    path(FESTIVAL, public.festival, name="festival"),
    path(f"{FESTIVAL}/calendar.ics", public.calendar, name="festival-calendar"),
    path(f"{FESTIVAL}/screen", public.screen, name="festival-screen"),
    path(f"{FESTIVAL}/edit", manage.festival_edit, name="festival-edit"),
    path(f"{FESTIVAL}/delete", manage.festival_delete, name="festival-delete"),
    path(f"{FESTIVAL}/sections", manage.section_add, name="festival-section-add"),
    path(f"{FESTIVAL}/sections/<int:event_id>/remove", manage.section_remove, name="festival-section-remove"),
    path(f"{FESTIVAL}/desk", desk.desk, name="festival-desk"),
    path(f"{FESTIVAL}/check-in", desk.check_in, name="festival-check-in"),
    path(f"{FESTIVAL}/links", player_links.links, name="festival-links"),
    path(f"{FESTIVAL}/links/<int:person_id>/revoke", player_links.revoke, name="festival-link-revoke"),
    path("festivals/player/<str:token>", player_links.player, name="festival-player"),
]
