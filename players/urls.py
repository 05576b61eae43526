"""Addresses of people, clubs and accounts, by subject."""

from __future__ import annotations

from players.accounts.urls import urlpatterns as accounts
from players.clubs.urls import urlpatterns as clubs
from players.erasure.urls import urlpatterns as erasure
from players.following.urls import urlpatterns as following
from players.grants.urls import urlpatterns as grants
from players.guardians.urls import urlpatterns as guardians
from players.notifications.urls import urlpatterns as notifications
from players.people.urls import urlpatterns as people
from players.setup.urls import urlpatterns as setup

urlpatterns = [
    *accounts,
    *clubs,
    *erasure,
    *following,
    *grants,
    *guardians,
    *notifications,
    *people,
    *setup,
]
