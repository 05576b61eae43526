"""Addresses: pools."""

from __future__ import annotations

from django.urls import path

from ratings.pools import pages

urlpatterns = [
    path("ratings/new", pages.choose_server_system, name="rating-system"),
    path("ratings/<int:pool_id>/settings", pages.settings, name="pool-settings"),
    path("ratings/<int:pool_id>/systems", pages.pool_systems, name="pool-systems"),
    path("ratings/<int:pool_id>/main", pages.make_main, name="pool-main"),
    path("ratings/<int:pool_id>/remove", pages.remove, name="pool-remove"),
    path("ratings/<int:pool_id>/runs", pages.pool_runs, name="rating-runs"),
    path("clubs/<slug:slug>/ratings/new", pages.choose_club_system, name="club-rating-system"),
]
