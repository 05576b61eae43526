"""The public pages of events, of a club's events, and of what a person plays in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from common.journal import queries as journal
from common.live.bus import state_text
from common.web import BAD_INPUT
from games.game.page import running_context
from gipf_engine.messages import Message
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.standings.lot import Lot
from gipf_engine.tournament.standings.modifiers import describe
from gipf_engine.tournament.teams.standings import team_tie_break
from play.challenges.services.challenges import can_play
from play.core.services.blocks import is_block_between
from players.clubs.queries.clubs import page_of_club
from players.core.pagination import MOST_ROWS, page_of
from players.following.queries import club_state, person_state
from players.identity import person_of
from players.models import Account, Club, Person
from players.permissions import home_club, may_manage_person
from tournaments.announcements.queries import NEWEST, announcements_of
from tournaments.arenas.queries import ArenaPage, arena_page
from tournaments.core.draws import lots_of
from tournaments.core.formats import (
    has_opponents,
    is_by_clock,
    is_for_teams,
    is_league,
    pairs_freely,
    ranking_of,
    system_of,
)
from tournaments.core.hidden_standings import hidden_after, shown_through
from tournaments.core.loader import EventData
from tournaments.core.medleys import names_of_games
from tournaments.core.pages import (
    conditional_get,
    earlier_round_in,
    event_context,
    get_visible_event,
    number_in,
    rows_for,
    to_text,
    whole_tables_bounded,
)
from tournaments.core.queries.events import (
    EventHead,
    event_head,
    events_of,
    lists_of_closed,
    places_of,
    predictions_state,
    seed_of,
)
from tournaments.core.queries.tables import bracket_of
from tournaments.core.queries.titles import titles_held
from tournaments.core.round_drafts import is_paired
from tournaments.core.schedule import rounds_ahead
from tournaments.core.standard_rules import describe_exits
from tournaments.entries.queries import lists_used, mean_rating, own_check_in, own_state, player_rows
from tournaments.events.queries.coming import own_day
from tournaments.events.queries.events import club_home, event_cards, format_options_text, points_text
from tournaments.events.queries.people import head_to_head as head_to_head_of
from tournaments.events.queries.people import player_page
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.rating_columns import RatingSource
from tournaments.rounds.forms import WhyNotForm
from tournaments.rounds.queries.games import TopBoard, boards_state, game_rows, running_boards, top_boards
from tournaments.rounds.queries.pairing_explanations import WhyNotAnswer, get_explained_round, why_not
from tournaments.rounds.queries.pairing_reasons import ExplainedRound
from tournaments.rounds.queries.predictions import with_predictions
from tournaments.rounds.queries.rounds import RoundPage, round_page
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
from tournaments.standings.round_cells import draw_grid
from tournaments.standings.standings_rows import DrawnTable, draw_table
from tournaments.teams.queries.matches import MatchesPage, matches_page, with_reasons
from tournaments.teams.queries.tables import shown_team_standings
from tournaments.teams.queries.teams import players_of
from tournaments.teams.questions import ask_why_not

# --- the home of a club, and all its events ---------------------------------------------------------------


EVENTS_A_PAGE = 30


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What the reader has to do, what runs, what comes, what was played, who leads."""
    shown = get_object_or_404(Club, slug=slug)
    home = club_home(shown, request.user, to_text)
    known = {"club": shown, "home": home, "look": page_of_club(shown), "may_join": _may_join(request, shown)}
    known["following"] = club_state(request.user, shown)
    known |= own_day(request.user)
    return render(request, "tournaments/events/club.html", known)


def _may_join(request: HttpRequest, shown: Club) -> bool:
    """Whether the reader is offered to ask for a membership."""
    return shown.takes_requests and not (isinstance(request.user, Account) and own_state(request.user, shown))


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event of the club, the latest first."""
    shown = get_object_or_404(Club, slug=slug)
    page = Paginator(events_of(shown, request.user), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": shown, "page": page, "cards": event_cards(list(page.object_list))}
    return render(request, "tournaments/events/club_events.html", context)


# --- the page of a player ---------------------------------------------------------------------------------


@require_safe
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Ratings, events and games of a person. The address of a merged record leads to the person that it became."""
    shown = get_object_or_404(Person, pk=person_id)
    if shown.merged_into_id is not None:
        return redirect("person", shown.merged_into_id, permanent=False)
    manages = home_club(shown) if may_manage_person(request.user, shown) else None
    known = {"page": player_page(shown, to_text), "person": shown, "manages": manages}
    known["titles"] = titles_held(shown)
    known |= {"plays": _may_challenge(request, shown), "following": person_state(request.user, shown)}
    return render(request, "tournaments/events/person.html", known)


@require_safe
def head_to_head(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """The games of two persons with each other. Addresses of merged records lead to the persons that they became."""
    one, other = (
        get_object_or_404(Person.objects.select_related("merged_into"), pk=pk) for pk in (person_id, other_id)
    )
    shown = [each.merged_into or each for each in (one, other)]
    if shown != [one, other]:
        return redirect("head-to-head", *(each.pk for each in shown))
    if one == other:
        return redirect("person", one.pk)
    return render(request, "tournaments/events/head_to_head.html", {"page": head_to_head_of(one, other)})


def _may_challenge(request: HttpRequest, shown: Person) -> bool:
    """Whether the reader can offer this person a game."""
    reader = person_of(request.user) if isinstance(request.user, Account) else None
    if reader is None or reader == shown:
        return False
    return can_play(shown) and not is_block_between(reader, shown)


# --- the public tabs of an event: standings, pairings, players, games, cross table, information -----------


MOST_GAMES = 300
"""With more games than these, their page shows one round at a time."""
STARTED = (Event.State.RUNNING, Event.State.CLOSED)


def _event_state(event: Event) -> str:
    """What the event's page is made of besides the event: ratings once it is closed, boards while it runs."""
    return f"{lists_of_closed(event)} {boards_state(event)}"


@require_safe
@partial(conditional_get, state_of=_event_state)
@whole_tables_bounded
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Standings, with `?round=` those after an earlier round; before the start, what is planned and who is entered."""
    shown = get_visible_event(request, event_id)
    head = event_head(shown, request.user)
    if shown.state not in STARTED:
        return _announced_event(request, head)
    admit = table_admission(request, shown)
    after = earlier_round_in(request, shown)
    whole, hidden = head.may_run, hidden_after(shown, head.version)
    table = standings(shown, head.version, admit, after, whole=whole)
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
            found = explain_standings(shown, head.version, lines, after, whole=whole)
        else:
            found = explain_row(shown, head.version, table, lines, opened, after, whole=whole)
        found = without_empty_columns(found, table)
        is_past = after is not None or (hidden is not None and not whole)
        found = found if is_past else with_rating_changes(shown, found)
        return draw_table(table, found, own_entry=head.own_entry, opened=opened, inline=inline, after=after)

    more = {
        **_boards_of(() if after else top_boards(shown)),
        "table": table,
        "shown": rows_shown,
        "part": part,
        "inline": inline,
        "opened": opened,
        "after": after,
        "hidden": hidden,
        "whole": whole,
        "has_prizes": has_prizes(shown),
        "medley_games": names_of_games(shown),
        "rounds": range(1, (shown.rounds.count() if after else table.rounds) + 1) if not head.by_clock else (),
        "arena": _arena(request, head),
        "teams": shown_team_standings(rows_for(head), after, whole=whole) if head.for_teams else None,
        "rated": lists_of_closed(shown),
        "announcements": announcements_of(shown, NEWEST),
    }
    return render(request, "tournaments/events/standings.html", event_context(head, "event", **more))


def _announced_event(request: HttpRequest, head: EventHead) -> HttpResponse:
    """What is planned and who is entered."""
    rows = rows_for(head)
    more = {
        "entries": len(rows.entries),
        "places": places_of(head.event),
        "rounds": rows.rounds_total,
        "rule_exits": describe_exits(head.event),
        "teams": [(team, players_of(rows, team)) for team in rows.teams],
        "announcements": announcements_of(head.event, NEWEST),
    }
    return render(request, "tournaments/events/announced.html", event_context(head, "event", **more))


def _boards_of(boards: Sequence[TopBoard]) -> dict[str, Any]:
    return {
        "boards": [(each, running_context(each.running)) for each in boards],
        "board_versions": {each.running.scope: each.running.version for each in boards},
    }


def _arena(request: HttpRequest, head: EventHead) -> ArenaPage | None:
    """The arena that runs, for this reader; None in other formats, of which nothing is read."""
    if not head.by_clock or head.event.state != Event.State.RUNNING:
        return None
    return arena_page(head, rows_for(head), has_person=getattr(request.user, "person_id", None) is not None)


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
    page = round_page(rows, number, whole=head.may_run, admit=admission(request))
    if page is None and number != 1 and number not in ahead:
        raise Http404
    hides = _hides(head, rows)
    why_not_asked = (None, None) if hides else _why_not(request, rows, number)
    matches, told = _matches(request, head, number, page, hides=hides)
    (form, answer), opened = why_not_asked, number_in(request, "why")
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
        "matches": matches,
        "told": told,
    }
    status = BAD_INPUT if form is not None and form.errors else 200
    response = render(
        request, "tournaments/events/round.html", event_context(head, "event-pairings", **more), status=status
    )
    waits = [each.wait for each in (page, answer, told) if each is not None and each.wait]
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


def _hides(head: EventHead, rows: EventData) -> bool:
    """Whether the organiser hides standings from this reader."""
    return shown_through(rows) is not None and not head.may_run


def _matches(
    request: HttpRequest, head: EventHead, number: int, page: RoundPage | None, *, hides: bool
) -> tuple[MatchesPage | None, ExplainedRound | None]:
    """The matches of a round of teams with their reasons, unless these tell what the organiser hides."""
    rows = rows_for(head)
    found = matches_page(rows, number, page) if head.for_teams else None
    if found is None or hides:
        return found, None
    told = get_explained_round(rows, number, admission(request))
    return with_reasons(found, told.reasons), told


def _why_not(request: HttpRequest, rows: EventData, number: int) -> tuple[WhyNotForm | None, WhyNotAnswer | None]:
    """The form that asks why two did not meet in a round that is paired, and the answer where it was asked."""
    key = rows.event.format
    if is_for_teams(key):
        return ask_why_not(rows, number, request.GET.dict(), admission(request))
    if rows.round(number) is None or not has_opponents(key) or is_by_clock(key):
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
        "has_clubs": any(each.clubs not in ((), (shown.club.name,)) for each in found),
        "mean_rating": mean_rating(found),
        "may_move": head.may_enter_players and hasattr(shown, "festival_section") and not is_paired(shown),
        "lists": lists_used(found),
        "has_file_ratings": any(row.entry.rating_source == RatingSource.FILE for row in found),
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
    hides = _hides(head, rows)
    grid = None
    if shown.state in STARTED and not hides:
        grid = cross_grid_of(rows, head.version, table_admission(request, shown), whole=head.may_run)
    tree = bracket_of(rows) if grid is not None else ()
    part = page_of(request, grid.rows if grid else ())
    if grid is not None and part.has_other_pages():
        grid = rows_of_grid(grid, part.start_index() - 1, part.end_index())
    more = {
        "hides": hides,
        "grid": grid,
        "part": part,
        "tree": tree,
        "drawn": partial(draw_grid, rows, grid) if grid else None,
    }
    context = event_context(head, "event-crosstable", **more)
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
        "tie_breaks": _tie_breaks_in_words(shown),
        "by_points": not any(tie_break(code).replaces_points for code in ranking_of(shown)),
        "points_text": points_text(shown),
        "rounds": rows.rounds_total,
        "entries": len(rows.entries),
        "is_league": is_league(shown.format),
        "is_for_teams": is_for_teams(shown.format),
        "places": places_of(shown),
        "rule_exits": describe_exits(shown),
        "seed": seed_of(shown),
        "lots": lots_of(rows) if Lot.key in ranking_of(shown) else None,
    }
    return render(request, "tournaments/events/info.html", event_context(head, "event-info", **more))


def _tie_breaks_in_words(event: Event) -> list[tuple[str, str, Message]]:
    """The tie-breaks of an event, of its teams where these meet: code, name and what it counts."""
    if is_for_teams(event.format):
        of_teams = [(code, team_tie_break(code)) for code in event.tie_breaks]
        return [(code, each.name, Message(each.help)) for code, each in of_teams]
    return [(code, tie_break(code).name, describe(tie_break(code))) for code in ranking_of(event)]
