"""The pages of a circuit: its standings for everybody, as files too, and a new one."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.web import done_response, file_response, posted_data, status_of, try_service
from players.core.pages import GET_OR_POST, club_for
from players.roles import Permission
from tournaments.circuits import services
from tournaments.circuits.files import standings_csv, standings_json
from tournaments.circuits.forms import NewCircuitForm
from tournaments.circuits.queries import CircuitPage, circuit_page, circuit_table
from tournaments.models import Circuit
from tournaments.rate_limit import admission


def get_circuit(circuit_id: int) -> Circuit:
    """The circuit; else 404. Everybody may see it."""
    return get_object_or_404(Circuit.objects.select_related("club"), pk=circuit_id)


def circuit_context(page: CircuitPage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of a circuit needs; the tabs are those that the reader may open."""
    wanted = [("circuit", _("Standings"), True), ("circuit-edit", _("Settings"), page.may_edit)]
    tabs = [
        {"url": reverse(name, args=[page.circuit.pk]), "label": label, "current": name == tab}
        for name, label, offered in wanted
        if offered
    ]
    known = {"page": page, "circuit": page.circuit, "club": page.circuit.club}
    return {**known, "tabs": tabs if len(tabs) > 1 else [], **more}


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


@require_http_methods(GET_OR_POST)
@never_cache
def circuit_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new circuit of a club."""
    organiser, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = NewCircuitForm(posted_data(request), given={"club": club.slug})
    made: list[Circuit] = []

    def create() -> None:
        made.append(services.create_circuit(club.pk, organiser, **form.plan()))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("Circuit created. Add its events next."), "circuit-edit", made[0].pk)
    context = {"club": club, "form": form}
    return render(request, "tournaments/circuits/new.html", context, status=status_of(form))
