"""Pages of ratings: lists, one person's history with its sums, a list as a file, and a list's own numbers."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from common.csv import Cell, to_csv
from common.journal.services import SERVER
from common.translation import translate_message
from common.web import BAD_INPUT, OK, REFUSED, RefusalsShown, Tab, done_response
from engine.messages import Message
from engine.ratings.deviations import FIRST_MOVE, HANDICAP_WORTH
from engine.ratings.first_move import FEWEST_GAMES
from engine.ratings.handicaps import FEWEST_WITH_HANDICAP, HandicapWorth
from engine.rules import all_rules
from players.models import Club, Person
from players.permissions import may, require
from players.queries import canonical_ids
from players.roles import Act
from players.web.pagination import ROWS_A_PAGE, page_of
from ratings.calibration_chart import draw_calibration
from ratings.coverage import coverage_of
from ratings.models import Pool
from ratings.queries import (
    ListRow,
    Peak,
    RatingList,
    SystemEvidence,
    chart,
    countries_in,
    explanations,
    hindsight,
    hindsight_chart,
    history,
    listed_values,
    peaks,
    player_records,
    pool_evidence,
    pools_of_club,
    server_pools,
    undecided,
)
from ratings.services import choose_system, set_parameters
from ratings.web.forms import ListFilterForm, ParametersForm, SystemForm
from ratings.web.noted_values import NotedValues

MOST_ON_A_PAGE = 500
"""A longer list is never shown as a whole."""


@require_safe
def server_lists(request: HttpRequest) -> HttpResponse:
    """The lists of the whole server: the first of them, and tabs to the others."""
    return _list_page(request, server_pools().first(), None)


@require_safe
def club_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists of one club; `?rules=` picks one: a rule set, "game:" with a game, or "project"."""
    club = get_object_or_404(Club, slug=slug)
    pools, rules = pools_of_club(club), _requested_parameters(request, "rules")
    pool = get_object_or_404(pools, **coverage_of(rules)._asdict()) if rules else pools.first()
    return _list_page(request, pool, club)


@require_safe
def pool_list(request: HttpRequest, pool_id: int) -> HttpResponse:
    """One list, narrowed to whom the address asks for."""
    pool = pool_or_404(pool_id)
    return _list_page(request, pool, pool.club)


def pool_or_404(pool_id: int) -> Pool:
    """The pool with its club."""
    if pool_id >= 2**63:
        raise Http404
    return get_object_or_404(Pool.objects.select_related("club"), pk=pool_id)


def _list_page(request: HttpRequest, pool: Pool | None, club: Club | None) -> HttpResponse:
    known: dict[str, object] = {
        "pool": pool,
        "club": club,
        "tabs": _tabs(pools_of_club(club) if club else server_pools(), pool),
        "may_set": may(request.user, Act.EDIT_CLUB, club.scope if club else SERVER),
    }
    if (wanted := _requested_parameters(request, "club")) and not Club.objects.filter(slug=wanted).exists():
        raise Http404
    if pool is not None:
        form = _filter_form(request, pool)
        rows = RatingList(pool, form.asked)
        part = _part_of(request, rows)
        known |= {
            "rules_name": pool.name,
            "form": form,
            "narrowed": form.narrowed,
            "rows": rows,
            "part": part,
            "lines": _lines(pool, part.object_list),
            "whole_possible": len(rows) <= MOST_ON_A_PAGE,
            "last_rated_on": rows.last_rated_on,
            "values": listed_values(pool),
            "system_name": Message(pool.rating_system.name),
            "told": pool.explain(),
        }
    return render(request, "ratings/list.html", known)


def _lines(pool: Pool, rows: Iterable[ListRow]) -> list[tuple[ListRow, Peak, bool]]:
    """Each row with the player's peak, and whether the player is inactive. One query for some hundred rows."""
    shown = list(rows)
    best = peaks(pool, [row.person_id for row in shown])
    return [
        (row, best.get(row.person_id, Peak(row.value, row.last_rated_on)), pool.is_inactive(row.last_rated_on))
        for row in shown
    ]


def _filter_form(request: HttpRequest, pool: Pool) -> ListFilterForm:
    clubs = [] if pool.club else list(Club.objects.all())
    asked = {name: _requested_parameters(request, name) for name in request.GET}
    return ListFilterForm(asked, pool=pool, clubs=clubs, present=countries_in(pool))


def _part_of(request: HttpRequest, rows: RatingList) -> Page[ListRow]:
    """The part that is asked for. The whole of a very long list is a file, and no page."""
    if len(rows) <= MOST_ON_A_PAGE:
        return page_of(request, rows)
    return Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))


def _requested_parameters(request: HttpRequest, name: str) -> str:
    """What the address asks for; no database takes a NUL."""
    return request.GET.get(name, "").replace("\x00", "")


def _tabs(pools: Iterable[Pool], here: Pool | None) -> list[Tab]:
    tabs: list[Tab] = [
        {
            "url": reverse("pool", args=[pool.pk]),
            "label": translate_message(pool.name),
            "current": pool == here,
        }
        for pool in pools
    ]
    return tabs if len(tabs) > 1 else []


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, pool_id: int) -> HttpResponse:
    """A list's own numbers, for the organisers of its club or the administrators of the server."""
    pool = pool_or_404(pool_id)
    account = require(request.user, Act.EDIT_CLUB, pool.scope)
    system = pool.rating_system
    form = ParametersForm(request.POST or None, pool=pool)
    if form.is_valid():
        set_parameters(
            pool.pk,
            account,
            form.parameters,
            publishes=form.cadence,
            inactive_after=form.cleaned_data["inactive_after"],
            counts_at_once=form.counts_at_once,
        )
        messages.success(request, gettext("Saved. The list is being recalculated."))
        return redirect("pool", pool.pk)
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "system_name": Message(system.name),
        "undecided": pool.coverage in undecided(pool.club),
        "form": form,
    }
    return render(request, "ratings/settings.html", known, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def choose_server_system(request: HttpRequest) -> HttpResponse:
    """By which system a list of the whole server is rated, before its first event."""
    return _choose_system(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
def choose_club_system(request: HttpRequest, slug: str) -> HttpResponse:
    """By which system a list of a club is rated, before its first event."""
    return _choose_system(request, get_object_or_404(Club, slug=slug))


def _choose_system(request: HttpRequest, club: Club | None) -> HttpResponse:
    account = require(request.user, Act.EDIT_CLUB, club.scope if club else SERVER)
    form = SystemForm(request.POST or None, lists=undecided(club), initial=request.GET.dict())
    status = BAD_INPUT if form.is_bound else OK
    if form.is_valid():
        status = REFUSED
        with RefusalsShown(form, "system"):
            pool = choose_system(form.cleaned_data["rules"], club, account, form.cleaned_data["system"])
            return done_response(
                request, gettext("Saved. These are the settings of the list."), "pool-settings", pool.pk
            )
    return render(request, "ratings/choose_system.html", {"club": club, "form": form}, status=status)


@require_safe
def evidence(request: HttpRequest, pool_id: int) -> HttpResponse:
    """How well each rating system predicts the games of a list."""
    pool = pool_or_404(pool_id)
    found = pool_evidence(pool)
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "rows": None if found is None else [(row, _calibration(row)) for row in found],
        "own": found[0] if found else None,
        "handicaps": _handicaps(pool, found[0]) if found else [],
        "needed_with_handicap": FEWEST_WITH_HANDICAP,
        "needed": FEWEST_GAMES,
        "counted": pool.rating_system.parameters.get(FIRST_MOVE.key),
        "worth": pool.rating_system.parameters.get(HANDICAP_WORTH.key),
        "may_set": may(request.user, Act.EDIT_CLUB, pool.scope),
    }
    return render(request, "ratings/evidence.html", known)


def _handicaps(pool: Pool, own: SystemEvidence) -> list[tuple[Message, HandicapWorth]]:
    """Each handicap in the words of the rules, and what it is worth."""
    words = all_rules()[pool.rules]().handicaps() if own.handicaps else {}
    return [(words.get(each.handicap, Message(each.handicap)), each) for each in own.handicaps]


def _calibration(row: SystemEvidence) -> SafeString:
    label = gettext("What was expected by %(system)s, and what was scored") % {"system": translate_message(row.name)}
    return mark_safe(draw_calibration(row.evidence.calibration, label))  # noqa: S308  it escapes what it is given


@require_safe
def pool_csv(request: HttpRequest, pool_id: int) -> HttpResponse:
    """A list for spreadsheets, narrowed as the page is. Heads are in English, for programs."""
    pool = pool_or_404(pool_id)
    head: list[Cell] = ["rank", "name", "country", "rating", "provisional", "games", "change", "rated_on"]
    head += ["best", "best_on", "inactive"]
    head += [value.key for value in listed_values(pool)]
    lines: list[list[Cell]] = [
        [
            *(row.rank, row.name, row.country, row.value, int(row.provisional)),
            *(row.games, row.change, row.last_rated_on.isoformat()),
            *(best.value, best.day.isoformat(), int(inactive)),
            *(detail.decimal for detail in row.details),
        ]
        for row, best, inactive in _lines(pool, RatingList(pool, _filter_form(request, pool).asked))
    ]
    answer = HttpResponse(to_csv([head, *lines]), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = (
        f'attachment; filename="ratings-{pool.coverage.key.replace(":", "-")}-{pool.pk}.csv"'
    )
    return answer


@require_safe
def person_history(request: HttpRequest, pool_id: int, person_id: int) -> HttpResponse:
    """A person's way through one list: chart, and each event opening to its sum."""
    pool = pool_or_404(pool_id)
    person = _person_or_404(person_id)
    events = history(person.pk, pool)
    if not events:
        raise Http404
    worked_out = explanations(pool, person.pk)
    system, known_now = pool.rating_system, hindsight(pool, person.pk)
    noted = NotedValues(system.values)
    known = {
        "pool": pool,
        "club": pool.club,
        "person": person,
        "rules_name": pool.name,
        "now": events[-1],
        "inactive": pool.is_inactive(events[-1].rated_on),
        "chart": chart(events, translate_message),
        "events": [(event, worked_out[event.number], noted.line(event.details)) for event in reversed(events)],
        "now_noted": noted.line(events[-1].listed_details),
        "term_heads": NotedValues(system.term_values).heads(),
        "best": max(events, key=lambda event: (event.after, -event.number)),
        "records": player_records(worked_out.values()),
        "hindsight": known_now,
        "hindsight_chart": hindsight_chart(known_now, translate_message),
        "corrected": any(event.was_corrected for event in events),
    }
    return render(request, "ratings/history.html", known)


def _person_or_404(person_id: int) -> Person:
    """The canonical person, whichever record was asked for."""
    if person_id >= 2**63:
        raise Http404
    return get_object_or_404(Person, pk=canonical_ids([person_id]).get(person_id, person_id))
