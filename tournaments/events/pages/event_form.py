"""Making an event, changing it, deleting a draft."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.journal import queries as journal
from common.journal import submissions
from common.translation import translate_message
from common.web import RefusalsShown, done_response, read_number, status_of
from players.models import Account, Club
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig, config_of
from tournaments.core.formats import is_by_clock
from tournaments.core.pages import event_context, get_visible_event
from tournaments.core.queries.events import event_head
from tournaments.entries.lists.known_players import names_of_event
from tournaments.events.forms.event import PLACES, EditEventForm, NewEventForm, initial_of
from tournaments.events.forms.first_players import FirstPlayersForm
from tournaments.events.presets import PRESETS, Preset, preset
from tournaments.events.services import events
from tournaments.events.services.events import frozen_fields
from tournaments.events.services.new_events import create_event_with_players, start_with_round_1
from tournaments.events.services.templates import delete_template, plan_from, templates_of
from tournaments.models import Event, EventTemplate

LAST_EVENTS = 5
"""Of the club, which a new one may be like."""


CREATE, START, SHOW = "create", "start", "show"
"""Buttons of a new event: keep it as a draft, start it with round 1, or show the players first."""


@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan an event with its players, and start it if that is wanted.

    `?preset=` fills the form with what clubs do often, `?like=` with an event of the club and its players.
    """
    club = get_object_or_404(Club, slug=slug)
    account = require(request.user, Permission.MAKE_EVENT, club.scope)
    like, kept = _like(request, club), _kept(request, club)
    given = {"club": club.slug, "confirm": request.POST.getlist("confirm")}
    form = NewEventForm(request.POST or None, given=given, initial=_initial(club, _chosen(request), like, kept))
    players = FirstPlayersForm(request, club, names_of_event(club, like.pk) if like else ())
    button = request.POST.get("do", CREATE)
    if button not in (CREATE, START, SHOW):
        raise BadRequest("do")
    if request.method == "POST":
        players.add_lines()
        if button == START and not (form.is_valid() and is_by_clock(form.cleaned_data["format"])):
            players.need_players()
        if button != SHOW and all((form.is_valid(), players.is_valid())) and not players.need_preview():
            try:
                event = _create(club, account, form, players)
            except submissions.AlreadyDone as done:
                return _made_before(done)
            if event is not None:
                return _start(request, event, account) if button == START else _created(request, event)
    if button == SHOW:
        form.errors.clear()  # the list is looked at; the rest is not finished yet
    context = {"club": club, "form": form, "players": players, "presets": PRESETS, "chosen": _chosen(request).key}
    context |= {"kept": kept, "templates": templates_of(club)}
    context |= {"like": like, "last_events": _last_events(club), "is_first": not club.events.exists()}
    return render(request, "tournaments/events/new.html", context, status=status_of(form, players, players.people))


def _create(club: Club, account: Account, form: NewEventForm, players: FirstPlayersForm) -> Event | None:
    """The draft with its players; None where that is refused, which the form says then."""
    submissions.act_once()
    with RefusalsShown(form, places=PLACES):
        return create_event_with_players(
            club.pk,
            account,
            plan=form.plan(),
            players=players.entries(),
            standard_rules=form.standard_rules(),
            confirm=form.input["confirm"],
        )
    return None


def _made_before(done: submissions.AlreadyDone) -> HttpResponse:
    """The button was pressed twice: to the desk of the event that the first press made."""
    kind, _colon, number = done.key.partition(":")
    if kind != "event" or not Event.objects.filter(pk=number).exists():
        raise done
    return redirect("event-desk", number)


def _created(request: HttpRequest, event: Event) -> HttpResponse:
    text = _("Event created. Only arbiters see it until you announce it.")
    return done_response(request, text, "event-desk", event.pk)


def _start(request: HttpRequest, event: Event, account: Account) -> HttpResponse:
    """Go to the desk, which says what comes next, also where the event could not be started; to an arena itself."""
    try:
        round_ = start_with_round_1(event.pk, account)
    except EventRefused as refused:
        messages.warning(request, translate_message(refused.message))
        return redirect("event-desk", event.pk)
    if is_by_clock(event.format):
        return done_response(request, _("The arena has started."), "event", event.pk)
    text = _("Round 1 is paired.") if round_ else _("The event has started. Round 1 is being paired.")
    return done_response(request, text, "event-desk", event.pk)


def _like(request: HttpRequest, club: Club) -> Event | None:
    """The event of the club that the new one is to be like."""
    pk = read_number(request.GET.get("like", ""))
    return club.events.filter(pk=pk).first()


def _kept(request: HttpRequest, club: Club) -> EventTemplate | None:
    """The template of the club that the new event starts from."""
    return club.event_templates.filter(pk=read_number(request.GET.get("template", ""))).first()


@require_POST
def template_delete(request: HttpRequest, slug: str, template_id: int) -> HttpResponse:
    """Delete a template of the club."""
    club = get_object_or_404(Club, slug=slug)
    account = require(request.user, Permission.MAKE_EVENT, club.scope)
    template = get_object_or_404(EventTemplate, club=club, pk=template_id)
    delete_template(account, template.pk)
    return done_response(request, _("Template deleted."), "event-new", slug)


def _last_events(club: Club) -> list[Event]:
    return list(club.events.order_by("-starts_on", "-pk")[:LAST_EVENTS])


def _chosen(request: HttpRequest) -> Preset:
    """The kind of event that fills the form: the first where none was chosen."""
    return preset(request.GET.get("preset", "")) or PRESETS[0]


def _initial(club: Club, chosen: Preset, like: Event | None, kept: EventTemplate | None = None) -> dict[str, object]:
    today = timezone.localdate()
    if kept is not None:
        plan = plan_from(kept, name=_new_name(club, today), day=today)
        return {**initial_of(plan), "ends_on": None, "standard_rules": kept.standard_rules}
    if like is not None:
        plan = replace(config_of(like), starts_on=today, ends_on=today)
        return {**initial_of(plan), "ends_on": None, "standard_rules": like.follows_rules}
    plan = EventConfig(
        name=_new_name(club, today),
        place=club.place,
        starts_on=today,
        ends_on=today,
        time_zone=club.time_zone,
        rules="gipf-standard",
        format=str(chosen.values["format"]),
    )
    return {**initial_of(plan), "ends_on": None, "standard_rules": chosen.follows_rules, **chosen.values}


def _new_name(club: Club, day: date) -> str:
    """What a new event is called before anyone says otherwise."""
    return _("%(club)s, %(day)s") % {"club": club.name, "day": date_format(day, "j F")}


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
                standard_rules=form.standard_rules(),
                expect=form.cleaned_data["version"],
                confirm=form.input["confirm"],
            )
            return done_response(request, _("Event changed."), "event-info", event.pk)
    context = event_context(event_head(event, request.user), "event-info", form=form)
    return render(request, "tournaments/events/edit.html", context, status=status_of(form))
