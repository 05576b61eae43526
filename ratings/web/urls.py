"""Addresses of rating lists."""

from __future__ import annotations

from django.urls import path

from ratings.web import (
    arranged_views,
    comparison_views,
    evidence_views,
    list_views,
    run_views,
    settings_views,
    system_views,
    views,
    what_if,
)

urlpatterns = [
    path("games/<int:game_id>/what-if", what_if.game_what_if, name="game-what-if"),
    path("games/<int:game_id>/counting", arranged_views.game_counting, name="game-counting"),
    path("server/rated-games", arranged_views.rated_games, name="rated-games"),
    path("ratings", views.server_lists, name="ratings"),
    path("ratings/new", settings_views.choose_server_system, name="rating-system"),
    path("ratings/<int:pool_id>", views.pool_list, name="pool"),
    path("ratings/<int:pool_id>.csv", views.pool_csv, name="pool-csv"),
    path("ratings/<int:pool_id>/compare", comparison_views.compare_players, name="rating-compare"),
    path("ratings/<int:pool_id>/distribution", comparison_views.pool_distribution, name="rating-distribution"),
    path("ratings/<int:pool_id>/evidence", evidence_views.evidence, name="rating-evidence"),
    path("ratings/<int:pool_id>/settings", settings_views.settings, name="pool-settings"),
    path("ratings/<int:pool_id>/systems", system_views.pool_systems, name="pool-systems"),
    path("ratings/<int:pool_id>/main", system_views.make_main, name="pool-main"),
    path("ratings/<int:pool_id>/remove", system_views.remove, name="pool-remove"),
    path("ratings/<int:pool_id>/runs", run_views.pool_runs, name="rating-runs"),
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
    path("clubs/<slug:slug>/ratings/new", settings_views.choose_club_system, name="club-rating-system"),
]
