"""The public tabs of an event: standings, pairings, players, games, cross table, information."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from common.journal import queries as journal
from common.live.following import state_text
from common.web import BAD_INPUT
from games.game.page import running_context
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.standings.lot import Lot
from gipf_engine.tournament.standings.modifiers import describe
from players.core.pagination import MOST_ROWS, page_of
from tournaments.core.fixtures import rounds_ahead
from tournaments.core.formats import has_opponents, pairs_freely, ranking_of, system_of
from tournaments.core.loader import EventData
from tournaments.core.lots import lots_of
from tournaments.core.pages import (
    conditional_get,
    earlier_round_in,
    event_context,
    get_visible_event,
    number_in,
    rows_for,
    whole_tables_bounded,
)
from tournaments.core.queries.bracket import bracket_of
from tournaments.core.queries.event_header import event_head, seed_of
from tournaments.core.queries.lists_state import lists_of_closed, predictions_state
from tournaments.core.queries.waiting_list import places_of
from tournaments.core.standard_rules import describe_exits
from tournaments.entries.queries.check_in import own_check_in
from tournaments.entries.queries.players import lists_used, player_rows
from tournaments.events.queries.events import format_options_text, points_text
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.rounds.forms.rounds import WhyNotForm
from tournaments.rounds.queries.games import game_rows
from tournaments.rounds.queries.pairing_explanations import Answer, why_not
from tournaments.rounds.queries.predictions import with_predictions
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.queries.running_boards import running_boards
from tournaments.rounds.queries.setup_draws import draws_beside
from tournaments.standings.queries.crosstables import cross_grid_of, rows_of_grid
from tournaments.standings.queries.prizes import has_prizes
from tournaments.standings.queries.standings import (
    WHOLE,
    explain_row,
    explain_standings,
    standings,
    with_rating_changes,
    without_empty_columns,
)
from tournaments.standings.standings_rows import DrawnTable, draw_table

MOST_GAMES = 300
"""With more games than these, their page shows one round at a time."""
STARTED = (Event.State.RUNNING, Event.State.CLOSED)


@require_safe
@conditional_get
@whole_tables_bounded
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Standings, with `?round=` those after an earlier round; before the start, what is planned and who is entered."""
    shown = get_visible_event(request, event_id)
    head = event_head(shown, request.user)
    if shown.state not in STARTED:
        rows = rows_for(head)
        more = {
            "entries": len(rows.entries),
            "places": places_of(shown),
            "rounds": rows.rounds_total,
            "rule_exits": describe_exits(shown),
        }
        return render(request, "tournaments/events/announced.html", event_context(head, "event", **more))
    admit = table_admission(request, shown)
    after = earlier_round_in(request, shown)
    table = standings(shown, head.version, admit, after)
    opened = number_in(request, "row")
    place = next((place for place, row in enumerate(table.rows) if row.entry.number == opened), 0)
    part = page_of(request, table.rows, place)
    lines = slice(part.start_index() - 1, part.end_index()) if part.has_other_pages() else WHOLE
    # Else a page tells the rounds and sums of one player at a time. Columns in words are nothing but their sums.
    inline = len(table.rows) <= MOST_ROWS or any(column.in_words for column in table.columns)

    def rows_shown() -> DrawnTable:
        """The template asks for them only where it draws the table anew."""
        if inline:
            admit()
            found = explain_standings(shown, head.version, lines, after)
        else:
            found = explain_row(shown, head.version, table, lines, opened, after)
        found = without_empty_columns(found, table)
        found = found if after else with_rating_changes(shown, found)
        return draw_table(table, found, own_entry=head.own_entry, opened=opened, inline=inline, after=after)

    more = {
        "table": table,
        "shown": rows_shown,
        "part": part,
        "inline": inline,
        "opened": opened,
        "after": after,
        "has_prizes": has_prizes(shown),
        "rounds": range(1, (shown.rounds.count() if after else table.rounds) + 1),
        "rated": lists_of_closed(shown),
    }
    return render(request, "tournaments/events/standings.html", event_context(head, "event", **more))


@require_safe
def state(request: HttpRequest, event_id: int) -> HttpResponse:
    """The state that the event is in, for pages that follow it and fetch what they show by themselves."""
    shown = get_visible_event(request, event_id)
    return JsonResponse({"seen": state_text({shown.scope: journal.version(shown.scope)})})


@require_safe
def pairings(request: HttpRequest, event_id: int) -> HttpResponse:
    """The round that was paired last, or, before, the first one."""
    shown = get_visible_event(request, event_id)
    return redirect("event-round", shown.pk, max(shown.rounds.count(), 1))


@require_safe
@partial(conditional_get, state_of=predictions_state)
@whole_tables_bounded
def event_round(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The boards of a round, or what a fixed schedule foresees for it."""
    shown = get_visible_event(request, event_id)
    head = event_head(shown, request.user)
    rows = rows_for(head)
    ahead = rounds_ahead(rows)
    page = round_page(rows, number, admit=admission(request))
    if page is None and number != 1 and number not in ahead:
        raise Http404
    (form, answer), opened = _why_not(request, rows, number), number_in(request, "why")
    part = page_of(request, page.boards if page else (), (opened or 1) - 1)
    part.object_list = with_predictions(shown, list(part))
    more = {
        "why_not": form,
        "answer": answer,
        "inline": len(rows.entries) <= MOST_ROWS,  # else a page tells the reasons of one board at a time
        "opened": opened,
        "page": page,
        "part": part,
        "expected": next((board.expected for board in part if board.expected), None),
        "number": number,
        "rounds": [*range(1, len(rows.rounds) + 1), *ahead],
        "is_last": number == len(rows.rounds) and shown.state == Event.State.RUNNING,
        "explained": system_of(shown).explain(),
        "two_games": shown.games_per_round > 1,
        "draws": draws_beside(rows, number),
    }
    status = BAD_INPUT if form is not None and form.errors else 200
    response = render(
        request, "tournaments/events/round.html", event_context(head, "event-pairings", **more), status=status
    )
    waits = [each.wait for each in (page, answer) if each is not None and each.wait]
    if waits:
        response["Retry-After"] = str(max(waits))
    return response


@require_safe
def boards(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The boards of a round as they are being recorded: each follows its own game."""
    head = event_head(get_visible_event(request, event_id), request.user)
    page = round_page(rows_for(head), number, with_reasons=False)
    if page is None or page.planned:
        raise Http404
    part = page_of(request, running_boards(page))
    shown = [(each, running_context(each.running)) for each in part]
    context = event_context(head, "event-pairings", number=number, part=part, shown=shown)
    return render(request, "tournaments/events/boards.html", context)


def _why_not(request: HttpRequest, rows: EventData, number: int) -> tuple[WhyNotForm | None, Answer | None]:
    """The form that asks why two did not meet in a round that is paired, and the answer where it was asked."""
    if rows.round(number) is None or not has_opponents(rows.event.format):
        return None, None
    asked = "one" in request.GET or "two" in request.GET
    numbers = list(rows.by_number)[:2]
    first = dict(zip(("one", "two"), numbers, strict=False))
    form = WhyNotForm(request.GET if asked else None, entries=list(rows.by_number.values()), initial=first)
    if not asked or not form.is_valid():
        return form, None
    return form, why_not(rows, number, form.cleaned_data["one"], form.cleaned_data["two"], admission(request))


@require_safe
@whole_tables_bounded
def players(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who plays. Not answered by 304: ratings and clubs change without the event."""
    shown = get_visible_event(request, event_id)
    head = event_head(shown, request.user)
    rows = rows_for(head)
    found, is_running = player_rows(rows), shown.state == Event.State.RUNNING and pairs_freely(shown.format)
    more = {
        "removable": {each.id for each in rows.entries if is_running and not rows.of_entry(each.id)},
        "players": found,
        "part": page_of(request, found),
        "byes_possible": pairs_freely(shown.format),
        "lists": lists_used(found),
    }
    if head.own_entry is not None:
        more["own_check_in"] = own_check_in(shown, head.own_entry)
    return render(request, "tournaments/events/players.html", event_context(head, "event-players", **more))


@require_safe
@conditional_get
@whole_tables_bounded
def games(request: HttpRequest, event_id: int) -> HttpResponse:
    """The games by round, and which of them have a record. Of a large event one round, `?round=` or the last."""
    head = event_head(get_visible_event(request, event_id), request.user)
    rows = rows_for(head)
    numbers = range(1, len(rows.rounds) + 1)
    if rows.games <= MOST_GAMES:
        return render(
            request, "tournaments/events/games.html", event_context(head, "event-games", rounds=game_rows(rows))
        )
    asked = number_in(request, "round")
    number = asked if asked in numbers else len(rows.rounds)
    ((_number, lines),) = game_rows(rows, number)
    part = page_of(request, lines)
    more = {"rounds": [(number, part.object_list)], "part": part, "numbers": numbers, "number": number}
    return render(request, "tournaments/events/games.html", event_context(head, "event-games", **more))


@require_safe
@conditional_get
@whole_tables_bounded
def crosstable(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who had what against whom."""
    shown = get_visible_event(request, event_id)
    head = event_head(shown, request.user)
    rows = rows_for(head)
    grid = cross_grid_of(rows, head.version, table_admission(request, shown)) if shown.state in STARTED else None
    tree = bracket_of(rows) if grid is not None else ()
    part = page_of(request, grid.rows if grid else ())
    if grid is not None and part.has_other_pages():
        grid = rows_of_grid(grid, part.start_index() - 1, part.end_index())
    context = event_context(head, "event-crosstable", grid=grid, part=part, tree=tree)
    return render(request, "tournaments/events/crosstable.html", context)


@require_safe
@conditional_get
def info(request: HttpRequest, event_id: int) -> HttpResponse:
    """What is played, how it is paired, counted and ranked."""
    shown = get_visible_event(request, event_id)
    head = event_head(shown, request.user)
    rows = rows_for(head)
    more = {
        "format_explanation": system_of(shown).explain(),
        "format_options": format_options_text(shown),
        "tie_breaks": [(code, tie_break(code).name, describe(tie_break(code))) for code in ranking_of(shown)],
        "by_points": not any(tie_break(code).replaces_points for code in ranking_of(shown)),
        "points_text": points_text(shown),
        "rounds": rows.rounds_total,
        "entries": len(rows.entries),
        "places": places_of(shown),
        "rule_exits": describe_exits(shown),
        "seed": seed_of(shown),
        "lots": lots_of(rows) if Lot.key in ranking_of(shown) else None,
    }
    return render(request, "tournaments/events/info.html", event_context(head, "event-info", **more))
