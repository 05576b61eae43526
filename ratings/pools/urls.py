"""Addresses: pools."""

from __future__ import annotations

from django.urls import path

from ratings.pools.pages import runs as run_views
from ratings.pools.pages import settings as settings_views
from ratings.pools.pages import systems as system_views

urlpatterns = [
    path("ratings/new", settings_views.choose_server_system, name="rating-system"),
    path("ratings/<int:pool_id>/settings", settings_views.settings, name="pool-settings"),
    path("ratings/<int:pool_id>/systems", system_views.pool_systems, name="pool-systems"),
    path("ratings/<int:pool_id>/main", system_views.make_main, name="pool-main"),
    path("ratings/<int:pool_id>/remove", system_views.remove, name="pool-remove"),
    path("ratings/<int:pool_id>/runs", run_views.pool_runs, name="rating-runs"),
    path("clubs/<slug:slug>/ratings/new", settings_views.choose_club_system, name="club-rating-system"),
]
