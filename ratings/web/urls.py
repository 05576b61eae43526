"""Addresses of rating lists."""

from __future__ import annotations

from django.urls import path

from ratings.web import views

urlpatterns = [
    path("ratings", views.server_lists, name="ratings"),
    path("ratings/new", views.choose_server_system, name="rating-system"),
    path("ratings/<int:pool_id>", views.pool_list, name="pool"),
    path("ratings/<int:pool_id>.csv", views.pool_csv, name="pool-csv"),
    path("ratings/<int:pool_id>/evidence", views.evidence, name="rating-evidence"),
    path("ratings/<int:pool_id>/settings", views.settings, name="pool-settings"),
    path("ratings/<int:pool_id>/people/<int:person_id>", views.person_history, name="rating-history"),
    path("clubs/<slug:slug>/ratings", views.club_lists, name="club-ratings"),
    path("clubs/<slug:slug>/ratings/new", views.choose_club_system, name="club-rating-system"),
]
