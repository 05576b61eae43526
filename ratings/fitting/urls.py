"""Addresses: fitted numbers."""

from __future__ import annotations

from django.urls import path

from ratings.fitting import pages

urlpatterns = [
    path("ratings/<int:pool_id>/fit", pages.fitted_parameters, name="rating-fit"),
    path("ratings/<int:pool_id>/fit/adopt", pages.adopt, name="rating-fit-adopt"),
]
