"""Addresses: following."""

from __future__ import annotations

from django.urls import path

from players.following import pages

urlpatterns = [
    path("account/following", pages.following, name="account-following"),
    path("people/<int:person_id>/follow", pages.follow_person, name="person-follow"),
    path("people/<int:person_id>/followers", pages.choose_followers, name="person-followers"),
    path("clubs/<slug:slug>/follow", pages.follow_club, name="club-follow"),
]
