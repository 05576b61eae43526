"""Addresses: standings."""

from __future__ import annotations

from django.urls import path

from tournaments.standings import api, pages

urlpatterns = [
    path("events/<int:event_id>/what-if", pages.what_if, name="event-what-if"),
    path("events/<int:event_id>/categories", pages.categories, name="event-categories"),
    path("events/<int:event_id>/categories.csv", pages.categories_csv, name="event-categories-csv"),
    path("events/<int:event_id>/categories/new", api.AddCategory.as_page(), name="event-category-new"),
    path("events/<int:event_id>/categories/<int:category_id>", api.SaveCategory.as_page(), name="event-category-edit"),
    path(
        "events/<int:event_id>/categories/<int:category_id>/delete",
        api.DeleteCategory.as_page(),
        name="event-category-delete",
    ),
    path("events/<int:event_id>/birth-years", api.SetBirthYears.as_page(), name="event-birth-years"),
    path("events/<int:event_id>/prizes", pages.prizes, name="event-prizes"),
    path("events/<int:event_id>/prizes.csv", pages.prizes_csv, name="event-prizes-csv"),
    path("events/<int:event_id>/prizes/edit", api.SetPrizes.as_page(), name="event-prizes-edit"),
]
