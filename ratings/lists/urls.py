"""Addresses: lists."""

from __future__ import annotations

from django.urls import path

from ratings.lists.pages import lists as views
from ratings.lists.pages import published as list_views

urlpatterns = [
    path("ratings", views.server_lists, name="ratings"),
    path("ratings/<int:pool_id>", views.pool_list, name="pool"),
    path("ratings/<int:pool_id>.csv", views.pool_csv, name="pool-csv"),
    path("ratings/<int:pool_id>/lists", list_views.published_lists, name="rating-lists"),
    path("ratings/<int:pool_id>/lists/request", list_views.request_publication, name="rating-lists-request"),
    path("ratings/<int:pool_id>/lists/<int:number>/<int:version>", list_views.published_list, name="rating-list"),
    path(
        "ratings/<int:pool_id>/lists/<int:number>/<int:version>.csv",
        list_views.published_list_csv,
        name="rating-list-csv",
    ),
    path(
        "ratings/<int:pool_id>/lists/<int:number>/<int:version>/difference",
        list_views.list_difference,
        name="rating-list-difference",
    ),
    path("ratings/<int:pool_id>/people/<int:person_id>", views.person_history, name="rating-history"),
    path("clubs/<slug:slug>/ratings", views.club_lists, name="club-ratings"),
]
