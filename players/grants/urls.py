"""Addresses: grants."""

from __future__ import annotations

from django.urls import path

from players.grants.pages import role_offers, roles

urlpatterns = [
    path("account/roles/<int:grant_id>/give-up", role_offers.give_up, name="account-role-give-up"),
    path("role-offers/<int:offer_id>/answer", role_offers.answer, name="role-offer-answer"),
    path("clubs/<slug:slug>/roles", roles.roles, name="club-roles"),
    path("clubs/<slug:slug>/roles/<int:grant_id>/revoke", roles.revoke, name="club-role-revoke"),
    path(
        "clubs/<slug:slug>/role-offers/<int:offer_id>/withdraw", role_offers.withdraw, name="club-role-offer-withdraw"
    ),
]
