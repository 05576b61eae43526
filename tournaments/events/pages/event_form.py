"""Making an event, changing it, deleting a draft."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.journal import queries as journal
from common.web import RefusalsShown, done_response, status_of
from players.models import Club
from players.permissions import require
from players.roles import Permission
from tournaments.core.event_config import EventConfig, config_of
from tournaments.core.pages import event_context, get_visible_event
from tournaments.core.queries.events import event_head
from tournaments.events.forms.event import PLACES, EditEventForm, NewEventForm, initial_of
from tournaments.events.presets import PRESETS, Preset, preset
from tournaments.events.services import events
from tournaments.events.services.events import frozen_fields


@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan an event. `?preset=` fills the form with what clubs do often."""
    club = get_object_or_404(Club, slug=slug)
    account = require(request.user, Permission.MAKE_EVENT, club.scope)
    given = {"club": club.slug, "confirm": request.POST.getlist("confirm")}
    form = NewEventForm(request.POST or None, given=given, initial=_initial(club, _chosen(request)))
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form, places=PLACES):
            event = events.create_event(
                club.pk,
                account,
                plan=form.plan(),
                standard_rules=form.cleaned_data["standard_rules"],
                confirm=form.input["confirm"],
            )
            return done_response(
                request, _("The event is created. Nobody else sees it until you announce it."), "event-desk", event.pk
            )
    context = {"club": club, "form": form, "presets": PRESETS, "chosen": _chosen(request).key}
    return render(request, "tournaments/events/new.html", context, status=status_of(form))


def _chosen(request: HttpRequest) -> Preset:
    """The kind of event that fills the form: the first where none was chosen."""
    return preset(request.GET.get("preset", "")) or PRESETS[0]


def _initial(club: Club, chosen: Preset) -> dict[str, object]:
    today = timezone.localdate()
    plan = EventConfig(
        name="",
        place=club.place,
        starts_on=today,
        ends_on=today,
        time_zone=club.time_zone,
        rules="gipf-standard",
        format=str(chosen.values["format"]),
    )
    return {**initial_of(plan), "standard_rules": chosen.follows_rules, **chosen.values}


@require_http_methods(["GET", "HEAD", "POST"])
def event_edit(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change an event, as far as its state allows."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    plan = config_of(event)
    initial = initial_of(plan) | {"version": journal.version(event.scope), "standard_rules": event.follows_rules}
    frozen = frozen_fields(event) | (frozenset() if event.follows_rules else {"standard_rules"})
    given, players = {"confirm": request.POST.getlist("confirm")}, event.entries.count()
    form = EditEventForm(request.POST or None, given=given, initial=initial, frozen=frozen, kept=plan, players=players)
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form, places=PLACES):
            events.edit_event(
                event.pk,
                account,
                plan=form.plan(),
                standard_rules=form.cleaned_data["standard_rules"],
                expect=form.cleaned_data["version"],
                confirm=form.input["confirm"],
            )
            return done_response(request, _("The event is changed."), "event-info", event.pk)
    context = event_context(event_head(event, request.user), "event-info", form=form)
    return render(request, "tournaments/events/edit.html", context, status=status_of(form))
