"""Categories and prizes: the public tables, and the forms of organisers."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import RefusalsShown, done_response, posted_data, status_of
from players.models import Club
from players.names import normalize_name
from players.permissions import require
from players.roles import Permission
from tournaments.core.downloads import as_csv
from tournaments.core.loader import EntryRow, EventData, load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, rows_for, version_in
from tournaments.core.queries.event_header import EventHead, event_head
from tournaments.models import Category, Event
from tournaments.rate_limit import table_admission
from tournaments.standings import services as prizes_services
from tournaments.standings import standings_files
from tournaments.standings.forms import BirthYearsForm, CategoryForm, PrizesForm
from tournaments.standings.queries.prizes import birth_years, categories_of, category_tables, plan_of, prize_page
from tournaments.standings.queries.standings import standings, with_rating_changes, without_empty_columns
from tournaments.standings.schemas import category_plan

STARTED = (Event.State.RUNNING, Event.State.CLOSED)
GET_OR_POST = ["GET", "HEAD", "POST"]


def categories_context(request: HttpRequest, head: EventHead) -> dict[str, Any]:
    """The tables of all categories, for pages and sheets."""
    table = standings(head.event, head.version, table_admission(request, head.event))
    shown = with_rating_changes(head.event, without_empty_columns(table, table))
    return {"table": shown, "categories": category_tables(rows_for(head), shown)}


def prizes_context(request: HttpRequest, head: EventHead) -> dict[str, Any]:
    """Who gets what, for pages and sheets."""
    table = standings(head.event, head.version, table_admission(request, head.event))
    return {"prizes": prize_page(rows_for(head), table)}


@require_safe
def categories(request: HttpRequest, event_id: int) -> HttpResponse:
    """The table of each category."""
    head = event_head(get_visible_event(request, event_id), request.user)
    context = event_context(head, "event", has_started=head.event.state in STARTED, **categories_context(request, head))
    return render(request, "tournaments/standings/categories.html", context)


@require_safe
def categories_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The tables of all categories for a spreadsheet."""
    head = event_head(get_visible_event(request, event_id), request.user)
    found = categories_context(request, head)
    return as_csv(
        standings_files.categories_csv(head.event, found["table"], found["categories"]), head.event, "categories"
    )


@require_safe
def prizes(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who gets which prize, with the reason."""
    head = event_head(get_visible_event(request, event_id), request.user)
    context = event_context(head, "event", has_started=head.event.state in STARTED, **prizes_context(request, head))
    return render(request, "tournaments/standings/prizes.html", context)


@require_safe
def prizes_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who gets which prize, for a spreadsheet."""
    head = event_head(get_visible_event(request, event_id), request.user)
    return as_csv(standings_files.prizes_csv(head.event, prizes_context(request, head)["prizes"]), head.event, "prizes")


# --- for organisers ------------------------------------------------------------------------------------


@require_http_methods(GET_OR_POST)
def category_new(request: HttpRequest, event_id: int) -> HttpResponse:
    """The categories that there are, and a form for another."""
    return _category_form(request, event_id, None)


@require_http_methods(GET_OR_POST)
def category_edit(request: HttpRequest, event_id: int, category_id: int) -> HttpResponse:
    """Change a category."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.EDIT_EVENT, event.scope)
    return _category_form(request, event_id, get_object_or_404(Category, event=event, pk=category_id))


def _category_form(request: HttpRequest, event_id: int, category: Category | None) -> HttpResponse:
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    head, rows = event_head(event, request.user), load(event)
    initial = {"version": head.version, "on_day": event.starts_on.replace(month=12, day=31)}
    if category is not None:
        initial |= {name: getattr(category, name) for name in ("name", "kind", "least", "most")}
        initial |= {"club": category.club and category.club.slug, "on_day": category.on_day or initial["on_day"]}
        initial["members"] = list(category.members.values_list("entry", flat=True))
    form = CategoryForm(posted_data(request), clubs=_clubs(rows), entries=_by_name(rows), initial=initial)
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            prizes_services.save_category(
                event.pk,
                account,
                category_plan(form.input),
                category.pk if category else None,
                expect=form.cleaned_data["version"],
            )
            return done_response(request, _("The category is saved."), "event-category-new", event.pk)
    known = category_tables(rows, standings(event, head.version))
    context = event_context(head, "event", form=form, category=category, categories=known)
    return render(request, "tournaments/standings/category_edit.html", context, status=status_of(form))


def _by_name(rows: EventData) -> list[EntryRow]:
    return sorted(rows.entries, key=lambda entry: (normalize_name(entry.name), entry.id))


def _clubs(rows: EventData) -> list[Club]:
    """The clubs that somebody in the event belongs to, and the organiser's."""
    people = {person for entry in rows.entries for person in entry.people}
    found = Club.objects.filter(memberships__person__in=people) | Club.objects.filter(pk=rows.event.club_id)
    return list(found.distinct().order_by("name", "pk"))


@require_POST
@refusals_shown
def category_delete(request: HttpRequest, event_id: int, category_id: int) -> HttpResponse:
    """Delete a category with its prizes."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event)
    try:
        prizes_services.delete_category(event.pk, account, category_id, expect=version_in(request))
    except Category.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("The category is deleted."), "event-category-new", event.pk)


@require_http_methods(GET_OR_POST)
def prizes_edit(request: HttpRequest, event_id: int) -> HttpResponse:
    """What each place brings, and how prizes are given."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    head = event_head(event, request.user)
    form = PrizesForm(
        posted_data(request),
        categories=categories_of(event),
        plan=plan_of(event),
        initial={"version": head.version},
    )
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            prizes_services.set_prizes(event.pk, account, form.plan(), expect=form.cleaned_data["version"])
            return done_response(request, _("The prizes are saved."), "event-prizes", event.pk)
    context = event_context(head, "event", form=form)
    return render(request, "tournaments/standings/prizes_edit.html", context, status=status_of(form))


@require_http_methods(GET_OR_POST)
def years(request: HttpRequest, event_id: int) -> HttpResponse:
    """Birth years, for categories by age. Organisers alone see them."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    head = event_head(event, request.user)
    form = BirthYearsForm(
        posted_data(request), rows=birth_years(load(event)), last=event.ends_on.year, initial={"version": head.version}
    )
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            changed = prizes_services.set_birth_years(
                event.pk, account, form.years(), expect=form.cleaned_data["version"]
            )
            message = ngettext("%(count)d birth year changed.", "%(count)d birth years changed.", len(changed))
            return done_response(request, message % {"count": len(changed)}, "event-category-new", event.pk)
    context = event_context(head, "event", form=form)
    return render(request, "tournaments/standings/birth_years.html", context, status=status_of(form))
