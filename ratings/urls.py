"""Addresses of ratings, by subject."""

from __future__ import annotations

from ratings.arranged.urls import urlpatterns as arranged
from ratings.comparison.urls import urlpatterns as comparison
from ratings.evidence.urls import urlpatterns as evidence
from ratings.fitting.urls import urlpatterns as fitting
from ratings.lists.urls import urlpatterns as lists
from ratings.pools.urls import urlpatterns as pools

urlpatterns = [
    *arranged,
    *comparison,
    *evidence,
    *fitting,
    *lists,
    *pools,
]
