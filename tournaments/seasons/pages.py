"""The pages of a league: a season with its divisions for everybody, and its settings with the end of the season."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import done_response, missing_is_404, posted_data, status_of, try_service
from players.core.pages import GET_OR_POST, club_for, refusals_lead_to
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import version_in
from tournaments.core.queries.journals import journal_lines
from tournaments.models import League
from tournaments.seasons.forms import DivisionForm, LeagueForm, MoveForm, NewLeagueForm, NextSeasonForm
from tournaments.seasons.queries import LeaguePage, champions_of, events_to_add, league_page
from tournaments.seasons.services import leagues as services
from tournaments.seasons.services.next_season import end_season


def get_league(league_id: int) -> League:
    """The league; else 404. Everybody may see it."""
    return get_object_or_404(League.objects.select_related("club"), pk=league_id)


def league_context(page: LeaguePage, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of a league needs; the tabs are those that the reader may open."""
    wanted = [("league", _("Tables"), True), ("league-edit", _("Settings"), page.may_edit)]
    tabs = [
        {"url": reverse(name, args=[page.league.pk]), "label": label, "current": name == tab}
        for name, label, offered in wanted
        if offered
    ]
    known = {"page": page, "league": page.league, "club": page.league.club}
    return {**known, "tabs": tabs if len(tabs) > 1 else [], **more}


@require_safe
@never_cache
def league(request: HttpRequest, league_id: int) -> HttpResponse:
    """The season that is on: who leads, the table of each division, who would move."""
    shown = get_league(league_id)
    context = league_context(league_page(shown, request.user), "league", champions=champions_of(shown))
    return render(request, "tournaments/seasons/league.html", context)


@require_safe
@never_cache
def league_season(request: HttpRequest, league_id: int, number: int) -> HttpResponse:
    """A season by its number: one that ended says who moved."""
    shown = get_league(league_id)
    with missing_is_404():
        page = league_page(shown, request.user, number)
    return render(
        request, "tournaments/seasons/league.html", league_context(page, "league", champions=champions_of(shown))
    )


@require_http_methods(GET_OR_POST)
@never_cache
def league_new(request: HttpRequest, slug: str) -> HttpResponse:
    """A new league of a club."""
    organiser, club = club_for(request, slug, Permission.MAKE_EVENT)
    form = NewLeagueForm(posted_data(request), given={"club": club.slug})
    made: list[League] = []

    def create() -> None:
        made.append(services.create_league(club.pk, organiser, **form.plan()))

    if request.method == "POST" and try_service(form, create):
        return done_response(request, _("League created. Add its divisions next."), "league-edit", made[0].pk)
    context = {"club": club, "form": form}
    return render(request, "tournaments/seasons/new.html", context, status=status_of(form))


@require_http_methods(GET_OR_POST)
@never_cache
def league_edit(request: HttpRequest, league_id: int) -> HttpResponse:
    """Its divisions, who moves by hand, the end of the season, its name, its journal."""
    shown, organiser = _editable(request, league_id)
    page = league_page(shown, request.user)
    sent = posted_data(request)
    form = LeagueForm(sent) if sent is not None else LeagueForm.of(shown, page.season, page.version)

    def edit() -> None:
        services.edit_league(shown.pk, organiser, expect=form.cleaned_data["version"], **form.plan())

    if request.method == "POST" and try_service(form, edit):
        return done_response(request, _("Changes saved."), "league-edit", shown.pk)
    context = league_context(
        page,
        "league-edit",
        form=form,
        adding=DivisionForm(events=events_to_add(shown), auto_id="add_%s"),
        moving=_move_form(page, initial={"version": page.version}),
        lines=journal_lines(shown.scope),
    )
    return render(request, "tournaments/seasons/edit.html", context, status=status_of(form))


def _move_form(page: LeaguePage, *args: Any, **more: Any) -> MoveForm:
    people = [(line.person, line.name) for table in page.tables for line in table.lines]
    levels = [table.division.level for table in page.tables]
    return MoveForm(*args, people=people, levels=levels, auto_id="move_%s", **more)


@require_http_methods(GET_OR_POST)
@never_cache
def league_end(request: HttpRequest, league_id: int) -> HttpResponse:
    """End the season and make the next one: first who moves is shown, then it is confirmed."""
    shown, organiser = _editable(request, league_id)
    page = league_page(shown, request.user)
    form = NextSeasonForm(posted_data(request), initial={"version": page.version})

    def end() -> None:
        known = {name: form.input[name] for name in ("name", "starts_on", "ends_on")}
        end_season(shown.pk, organiser, expect=form.cleaned_data["version"], **known)

    if request.method == "POST" and try_service(form, end):
        done = _("The season has ended. The next one has a draft for each division.")
        return done_response(request, done, "league-edit", shown.pk)
    context = league_context(page, "league-edit", form=form)
    return render(request, "tournaments/seasons/end.html", context, status=status_of(form))


@require_POST
@refusals_lead_to("league-edit", "league_id")
def league_division_add(request: HttpRequest, league_id: int) -> HttpResponse:
    """Let an event of the club be the lowest division."""
    shown, organiser = _editable(request, league_id)
    form = DivisionForm(request.POST, events=events_to_add(shown))
    if not form.is_valid():
        raise Http404
    with missing_is_404():
        services.add_division(shown.pk, organiser, form.input["event"])
    return done_response(request, _("Division added."), "league-edit", shown.pk)


@require_POST
@refusals_lead_to("league-edit", "league_id")
def league_division_remove(request: HttpRequest, league_id: int, event_id: int) -> HttpResponse:
    """Let an event be no division any more."""
    shown, organiser = _editable(request, league_id)
    with missing_is_404():
        services.remove_division(shown.pk, organiser, event_id)
    return done_response(request, _("Division removed. The event stays."), "league-edit", shown.pk)


@require_POST
@refusals_lead_to("league-edit", "league_id")
def league_move(request: HttpRequest, league_id: int) -> HttpResponse:
    """Decide by hand where a player plays next season."""
    shown, organiser = _editable(request, league_id)
    form = _move_form(league_page(shown, request.user), request.POST)
    if not form.is_valid():
        raise Http404
    known = {"to": form.input["to"], "reason": form.input["reason"], "expect": form.cleaned_data["version"]}
    with missing_is_404():
        services.move_by_hand(shown.pk, organiser, form.cleaned_data["person"], **known)
    return done_response(request, _("Move saved."), "league-edit", shown.pk)


@require_POST
@refusals_lead_to("league-edit", "league_id")
def league_move_back(request: HttpRequest, league_id: int, person_id: int) -> HttpResponse:
    """Let a player move by the standings again."""
    shown, organiser = _editable(request, league_id)
    with missing_is_404():
        services.take_back_move(shown.pk, organiser, person_id)
    return done_response(request, _("Move taken back."), "league-edit", shown.pk)


@require_POST
@refusals_lead_to("league-edit", "league_id")
def league_delete(request: HttpRequest, league_id: int) -> HttpResponse:
    """Delete a league with its seasons; the events stay."""
    shown, organiser = _editable(request, league_id)
    services.delete_league(shown.pk, organiser, expect=version_in(request))
    return done_response(request, _("League deleted."), "club", shown.club.slug)


def _editable(request: HttpRequest, league_id: int) -> tuple[League, Account]:
    shown = get_league(league_id)
    return shown, require(request.user, Permission.EDIT_EVENT, shown.scope)
