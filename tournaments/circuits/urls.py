"""Addresses: circuits."""

from __future__ import annotations

from django.urls import path

from tournaments.circuits import api, pages
from tournaments.core.act_urls import page_urls

CIRCUIT = api.CircuitAPIView.address

urlpatterns = [
    *page_urls(api),
    path(CIRCUIT, pages.circuit, name="circuit"),
    path(f"{CIRCUIT}/standings.csv", pages.circuit_csv, name="circuit-csv"),
    path(f"{CIRCUIT}/standings.json", pages.circuit_json, name="circuit-json"),
]
