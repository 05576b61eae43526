"""Addresses: titles of clubs."""

from __future__ import annotations

from django.urls import path

from tournaments.titles import pages

TITLE = "titles/<int:title_id>"

urlpatterns = [
    path("clubs/<slug:slug>/titles", pages.titles, name="club-titles"),
    path("clubs/<slug:slug>/titles/new", pages.title_new, name="title-new"),
    path(TITLE, pages.title, name="title"),
    path(f"{TITLE}/edit", pages.title_edit, name="title-edit"),
    path(f"{TITLE}/delete", pages.title_delete, name="title-delete"),
    path(f"{TITLE}/award", pages.title_award, name="title-award"),
    path(f"{TITLE}/awards/<int:award_id>/withdraw", pages.title_withdraw, name="title-withdraw"),
]
