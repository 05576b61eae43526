"""What a player chooses for all his games: where he lives, and vacations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.schema_forms import SchemaForm
from common.web import REFUSED, done_response, missing_is_404, posted_data, status_of, try_service
from play.clocks.queries import vacation_plan
from play.clocks.services.days_off import set_time_zone
from play.clocks.services.vacations import book_vacation, cancel_vacation
from play.core.services.blocks import blocked_people
from play.core.web_visitors import player_of
from play.models import PlayerSettings
from play.table.forms import VacationForm, ZoneForm
from players.models import Account


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """All of it; a form that is sent here says where one lives."""
    if request.method != "POST":
        return show(request)
    form = ZoneForm(posted_data(request))
    return _save(
        request,
        {"zone_form": form},
        lambda account: set_time_zone(account, form.cleaned_data["time_zone"]),
        _("Time zone saved."),
    )


@require_POST
@login_required
def book(request: HttpRequest) -> HttpResponse:
    """Book a vacation."""
    form = VacationForm(posted_data(request))
    return _save(
        request,
        {"vacation_form": form},
        lambda account: book_vacation(account, **form.input),
        _("The vacation is booked. Your deadlines have moved."),
    )


@require_POST
@login_required
def cancel(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """Cancel a vacation, or end it today."""
    assert isinstance(request.user, Account)
    with missing_is_404():
        cancel_vacation(request.user, vacation_id)
    return done_response(request, _("The vacation is changed. Your deadlines have moved."), "play-settings")


def _save(
    request: HttpRequest, forms: dict[str, SchemaForm], service: Callable[[Account], object], done: str
) -> HttpResponse:
    (form,) = forms.values()
    account = request.user
    assert isinstance(account, Account)
    if try_service(form, lambda: service(account)):
        return done_response(request, done, "play-settings")
    return show(request, forms)


def _next_week(today: date) -> dict[str, date]:
    return {"first": today + timedelta(days=1), "last": today + timedelta(days=7)}


def show(
    request: HttpRequest,
    forms: Mapping[str, SchemaForm] = MappingProxyType({}),
    *,
    refusal: str = "",
    calendar: str = "",
) -> HttpResponse:
    """The page, with a `refusal`, forms as they were filled in, and the address of a new `calendar`."""
    person = player_of(request)
    plan = vacation_plan(person) if person is not None else None
    shown: dict[str, SchemaForm] = {
        "zone_form": ZoneForm(initial={"time_zone": plan.zone if plan is not None else "UTC"}),
        "vacation_form": VacationForm(initial=_next_week(plan.today) if plan is not None else {}),
        **forms,
    }
    known = {
        "person": person,
        "plan": plan,
        "blocked": blocked_people(person) if person is not None else [],
        "refusal": refusal,
        "calendar": calendar,
        "chosen": PlayerSettings.objects.filter(account=request.user.pk).first(),
        **shown,
    }
    return render(request, "play/table/settings.html", known, status=REFUSED if refusal else status_of(*forms.values()))
