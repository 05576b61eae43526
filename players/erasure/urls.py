"""Addresses: erasure."""

from __future__ import annotations

from django.urls import path

from players.core.pages import PERSON
from players.erasure.pages import account, person

urlpatterns = [
    path("account/export", account.export, name="account-export"),
    path("account/erase", account.erase, name="account-erase"),
    path(f"{PERSON}/erase", person.erase, name="club-person-erase"),
]
