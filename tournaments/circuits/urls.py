"""Addresses: circuits."""

from __future__ import annotations

from django.urls import path

from tournaments.circuits import pages

CIRCUIT = "circuits/<int:circuit_id>"

urlpatterns = [
    path("clubs/<slug:slug>/circuits/new", pages.circuit_new, name="circuit-new"),
    path(CIRCUIT, pages.circuit, name="circuit"),
    path(f"{CIRCUIT}/standings.csv", pages.circuit_csv, name="circuit-csv"),
    path(f"{CIRCUIT}/standings.json", pages.circuit_json, name="circuit-json"),
    path(f"{CIRCUIT}/edit", pages.circuit_edit, name="circuit-edit"),
    path(f"{CIRCUIT}/delete", pages.circuit_delete, name="circuit-delete"),
    path(f"{CIRCUIT}/events", pages.circuit_event_add, name="circuit-event-add"),
    path(f"{CIRCUIT}/events/<int:event_id>/remove", pages.circuit_event_remove, name="circuit-event-remove"),
]
