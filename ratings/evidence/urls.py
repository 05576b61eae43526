"""Addresses: evidence."""

from __future__ import annotations

from django.urls import path

from ratings.evidence import pages as evidence_views

urlpatterns = [
    path("ratings/<int:pool_id>/evidence", evidence_views.evidence, name="rating-evidence"),
]
