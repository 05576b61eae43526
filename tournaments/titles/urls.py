"""Addresses: titles of clubs."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.titles import api, pages

urlpatterns = [
    *page_urls(api),
    path("clubs/<slug:slug>/titles", pages.titles, name="club-titles"),
    path(api.TitleAPIView.address, pages.title, name="title"),
]
