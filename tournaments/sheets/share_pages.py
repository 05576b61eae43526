"""Pictures of an event for links that are shared: its standings, and the boards of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.html import strip_tags
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.translation import translate_message
from games.core.board_files import can_make_png
from gipf_engine.results import RESULTS
from gipf_engine.tournament.numbers import points_text
from players.core.limits import take_heavy
from tournaments.core.pages import get_visible_event, rows_for
from tournaments.core.queries.events import EventHead, event_head
from tournaments.models import Event
from tournaments.rate_limit import table_admission
from tournaments.rounds.queries.rounds import Board, round_page
from tournaments.sheets.share_pictures import MOST_LINES, PictureLine, SharePicture, make_share_picture
from tournaments.standings.queries.standings import standings

FRESH_SECONDS = 300
Content = tuple[str, list[PictureLine]]
"""What is over the lines, and the lines."""


@require_safe
def standings_picture(request: HttpRequest, event_id: int) -> HttpResponse:
    """The first of the standings; before the start, the event's name and day."""
    return _picture(request, event_id, _standings)


@require_safe
def boards_picture(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The first boards of a round, with their results."""
    return _picture(request, event_id, partial(_boards, number=number))


def _picture(request: HttpRequest, event_id: int, read: Callable[[HttpRequest, EventHead], Content]) -> HttpResponse:
    if not can_make_png():
        raise Http404
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    heading, lines = read(request, head)
    under = strip_tags(render_to_string("tournaments/sheets/share_under.txt", {"event": event, "head": head})).strip()
    picture = SharePicture(event.name, under, heading, lines, is_rtl=get_language_bidi())
    response = HttpResponse(make_share_picture(picture, partial(take_heavy, request)), content_type="image/png")
    is_public = event.state != Event.State.DRAFT
    patch_cache_control(response, **({"public": True} if is_public else {"private": True}), max_age=FRESH_SECONDS)
    return response


def _standings(request: HttpRequest, head: EventHead) -> Content:
    event = head.event
    if event.state not in (Event.State.RUNNING, Event.State.CLOSED):
        return translate_message(head.state), []
    table = standings(event, head.version, table_admission(request, event))
    rows = [row for row in table.rows if row.rank is not None][:MOST_LINES]
    heading = _("Round %(round)s of %(total)s") % {"round": table.rounds, "total": table.rounds_total}
    if table.by_clock:
        heading = translate_message(head.state)
    return heading, [PictureLine(f"{row.rank}", row.entry.name, points_text(row.points)) for row in rows]


def _boards(_request: HttpRequest, head: EventHead, *, number: int) -> Content:
    page = round_page(rows_for(head), number, with_reasons=False)
    if page is None:
        raise Http404
    return _("Round %(number)s") % {"number": number}, list(_board_lines(page.boards))


def _board_lines(boards: tuple[Board, ...]) -> Iterator[PictureLine]:
    for board in boards[:MOST_LINES]:
        if board.black is None:
            yield PictureLine(
                f"{board.number}", board.white.entry.name, translate_message(board.bye) if board.bye else ""
            )
            continue
        results = " · ".join("–" if game.is_open else RESULTS[game.row.code].label for game in board.games)
        yield PictureLine(f"{board.number}", f"{board.white.entry.name} – {board.black.entry.name}", results)
