"""The pages of a circuit: its standings for everybody, as files too, and a new one."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.web import file_response
from tournaments.circuits.files import standings_csv, standings_json
from tournaments.circuits.queries import CircuitPage, circuit_page, circuit_table
from tournaments.core.club_views import held_context
from tournaments.models import Circuit
from tournaments.rate_limit import admission


def get_circuit(circuit_id: int) -> Circuit:
    """The circuit; else 404. Everybody may see it."""
    return get_object_or_404(Circuit.objects.select_related("club"), pk=circuit_id)


def circuit_context(page: CircuitPage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of a circuit needs; the tabs are those that the reader may open."""
    tabs = [("circuit", _("Standings"), True), ("circuit-edit", _("Settings"), page.may_edit)]
    return held_context(page, "circuit", page.circuit, tab, tabs, **more)


@require_safe
@never_cache
def circuit(request: HttpRequest, circuit_id: int) -> HttpResponse:
    """Who leads, the standings with the points of each event, and what the circuit goes by."""
    page = circuit_page(get_circuit(circuit_id), request.user, admission(request))
    return render(request, "tournaments/circuits/circuit.html", circuit_context(page, "circuit"))


@require_safe
@never_cache
def circuit_csv(request: HttpRequest, circuit_id: int) -> HttpResponse:
    """The standings for spreadsheets."""
    shown = get_circuit(circuit_id)
    text = standings_csv(shown, circuit_table(shown, request.user, admission(request)))
    return file_response(text, "text/csv; charset=utf-8", f"circuit-{shown.pk}-standings.csv")


@require_safe
@never_cache
def circuit_json(request: HttpRequest, circuit_id: int) -> HttpResponse:
    """The standings for programs."""
    shown = get_circuit(circuit_id)
    values = standings_json(shown, circuit_table(shown, request.user, admission(request)))
    text = json.dumps(values, ensure_ascii=False, indent=1)
    return file_response(text, "application/json", f"circuit-{shown.pk}-standings.json")
