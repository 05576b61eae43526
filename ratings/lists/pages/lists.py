"""Pages of ratings: lists, one person's history with its sums, a list as a file, and how well systems predict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.csv import Cell, to_csv
from common.journal.services import SERVER
from common.translation import translate_message
from common.web import Tab
from gipf_engine.messages import Message
from players.core.pagination import ROWS_A_PAGE, page_of
from players.core.queries.records import canonical_ids
from players.models import Club, Person
from players.permissions import may
from players.roles import Permission
from ratings.core.noted_values import NotedValues
from ratings.core.queries.details import listed_values
from ratings.core.queries.lists import pools_of_club, server_pools
from ratings.core.queries.rating_list import ListRow, RatingList, countries_in
from ratings.core.visible_pools import pool_or_404
from ratings.lists.queries.explanations import explanations
from ratings.lists.queries.hindsight import hindsight
from ratings.lists.queries.history import RatedEvent, chart, hindsight_chart, history
from ratings.lists.queries.peaks import Peak, peaks, recent_ratings
from ratings.lists.queries.records import player_records
from ratings.models import Pool
from ratings.models.coverage import coverage_of
from ratings.pools.forms import ALSO, ListFilterForm
from ratings.pools.queries import RatingBeside, others_of, ratings_in

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


def _list_page(request: HttpRequest, pool: Pool | None, club: Club | None) -> HttpResponse:
    known: dict[str, object] = {
        "pool": pool,
        "club": club,
        "tabs": _tabs(pools_of_club(club) if club else server_pools(), pool),
        "may_set": may(request.user, Permission.EDIT_CLUB, club.scope if club else SERVER),
    }
    if (wanted := _requested_parameters(request, "club")) and not Club.objects.filter(slug=wanted).exists():
        raise Http404
    if pool is not None:
        beside = others_of(pool)
        form = _filter_form(request, pool, beside)
        rows = RatingList(pool, form.asked)
        part = _part_of(request, rows)
        shown = form.shown_beside
        lines = _list_lines(pool, part.object_list, shown)
        recent = recent_ratings(pool, [line.row.person_id for line in lines])
        known |= {
            "rules_name": pool.name,
            "form": form,
            "narrowed": form.narrowed,
            "rows": rows,
            "part": part,
            "lines": [(line, recent.get(line.row.person_id, ())) for line in lines],
            "beside": shown,
            "systems": sorted([pool, *beside], key=lambda each: (not each.is_main, each.system)) if beside else [],
            "whole_possible": len(rows) <= MOST_ON_A_PAGE,
            "last_rated_on": rows.last_rated_on,
            "values": listed_values(pool),
            "system_name": Message(pool.rating_system.name),
            "explanation": pool.explain(),
        }
    return render(request, "ratings/lists/list.html", known)


class _Line(NamedTuple):
    """A row of the page: with the player's peak, whether he is inactive, and what other systems say of him."""

    row: ListRow
    best: Peak
    inactive: bool
    beside: Sequence[tuple[Message, RatingBeside | None]]


def _list_lines(pool: Pool, rows: Iterable[ListRow], beside: Sequence[Pool]) -> list[_Line]:
    """Two queries for some hundred rows; one where no other system is shown."""
    shown = list(rows)
    people = [row.person_id for row in shown]
    best, others = peaks(pool, people), ratings_in(beside, people)
    names = [other.system_name for other in beside]
    return [
        _Line(
            row,
            best.get(row.person_id, Peak(row.value, row.last_rated_on)),
            pool.is_inactive(row.last_rated_on),
            list(zip(names, others[row.person_id], strict=True)),
        )
        for row in shown
    ]


def _filter_form(request: HttpRequest, pool: Pool, beside: Sequence[Pool]) -> ListFilterForm:
    clubs = [] if pool.club else list(Club.objects.all())
    asked: dict[str, object] = {name: _requested_parameters(request, name) for name in request.GET}
    if ALSO in asked:
        asked[ALSO] = [key for key in request.GET.getlist(ALSO) if key]
    return ListFilterForm(asked, pool=pool, clubs=clubs, present=countries_in(pool), beside=beside)


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
            "current": here is not None and pool.coverage == here.coverage,
        }
        for pool in pools
    ]
    return tabs if len(tabs) > 1 else []


@require_safe
def pool_csv(request: HttpRequest, pool_id: int) -> HttpResponse:
    """A list for spreadsheets, narrowed as the page is. Heads are in English, for programs."""
    pool = pool_or_404(pool_id)
    head: list[Cell] = ["rank", "name", "country", "rating", "provisional", "games", "change", "rated_on"]
    head += ["best", "best_on", "inactive"]
    head += [value.key for value in listed_values(pool)]
    form = _filter_form(request, pool, others_of(pool))
    beside = form.shown_beside
    head += [f"rating_{other.system}" for other in beside]
    lines: list[list[Cell]] = [
        [
            *(row.rank, row.name, row.country, row.value, int(row.provisional)),
            *(row.games, row.change, row.last_rated_on.isoformat()),
            *(best.value, best.day.isoformat(), int(inactive)),
            *(detail.decimal for detail in row.details),
            *("" if other is None else other.value for _name, other in others),
        ]
        for row, best, inactive, others in _list_lines(pool, RatingList(pool, form.asked), beside)
    ]
    answer = HttpResponse(to_csv([head, *lines]), content_type="text/csv; charset=utf-8")
    name = "-".join([pool.coverage.key.replace(":", "-"), *([] if pool.is_main else [pool.system]), str(pool.pk)])
    answer["Content-Disposition"] = f'attachment; filename="ratings-{name}.csv"'
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
        "beside": _beside(pool, person),
        "hindsight": known_now,
        "hindsight_chart": hindsight_chart(known_now, translate_message),
        "corrected": any(event.was_corrected for event in events),
    }
    return render(request, "ratings/lists/history.html", known)


def _beside(pool: Pool, person: Person) -> list[tuple[Pool, RatedEvent, SafeString]]:
    """Each other system in which the person stands: his last event by it, and the chart."""
    found = ((other, history(person.pk, other)) for other in others_of(pool))
    return [(other, events[-1], chart(events, translate_message)) for other, events in found if events]


def _person_or_404(person_id: int) -> Person:
    """The canonical person, whichever record was asked for."""
    return get_object_or_404(Person, pk=canonical_ids([person_id]).get(person_id, person_id))
