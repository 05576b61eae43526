"""The page of a game, and the boards that its stepping is made of."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from common.journal import queries as journal
from common.live.bus import state_text
from common.qr_codes import qr_picture
from common.translation import translate_message
from common.web import file_response
from games.analysis.queries import is_analysed
from games.core.board_files import can_make_png, make_png, style_svg
from games.core.board_line import position_for_script
from games.core.board_look import look_of
from games.core.board_state import BoardState, board_state, number_asked, render_game
from games.core.broadcasts import shown_game
from games.core.last_turn import line_name, tell_turn
from games.core.pages import context, found_or_404, page_or_404
from games.core.queries.certificates import certificates_of
from games.core.queries.page import GamePage, RecordView, game_head, record_view
from games.core.queries.texts import record_file_name
from games.core.questions import board_address, round_of
from games.core.running import RunningGame, scope_of
from games.recordings.queries import numbered_turns
from games.studies.queries import studies_of_game
from gipf_engine.analysis.kernels import has_kernel
from gipf_engine.diagrams.base import Size
from gipf_engine.results import PENDING, RESULTS
from gipf_engine.rules import OFFICIAL, rules_for
from gipf_engine.rules.base import BLACK, WHITE
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from players.core.limits import take_heavy

BOARDS_AT_ONCE = 100
"""Positions in one answer: nearly every game in full, and never an endless one."""
PICTURE_WIDTH = 720
"""Of a position that is taken away as a file, in CSS pixels."""


@require_safe
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """A game: the board at `?ply=`, the moves, the result and how it came about. `?record=` picks a record."""
    page = page_or_404(game_id, request.user)
    asked = number_asked(request, "record")
    record = None if asked is None and _is_being_recorded(page) else record_view(page, asked)
    if record is None and page.records and asked is not None:
        raise Http404
    known = context(request, page) | _certificate_context(page, record) | _round_context(page)
    if record is not None:
        stand = board_state(request, record)
        styles = [style for style in rules_for(page.game.rules).styles if style != OFFICIAL]
        known |= {"stand": stand, "boards_url": _boards_url(page, record), "styles": styles, "has_png": can_make_png()}
        known["may_analyse"] = page.game.result != PENDING and has_kernel(rules_for(page.game.rules, page.game.options))
        known["is_analysed"] = known["may_analyse"] and is_analysed(record.line.id)
    else:
        known |= running_context(shown_game(page.game))
    known["preview"] = _preview(page, record)
    known["studies"] = studies_of_game(page.game, request.user)
    if page.game.online and page.game.result == PENDING and known["seat"]:
        known["board_url"] = board_address(game_id)
    known["canonical"] = request.build_absolute_uri(reverse("game", args=[game_id]))
    return render(request, "games/game/game.html", known)


@require_safe
def state(request: HttpRequest, game_id: int) -> HttpResponse:
    """The state that the game's recording is in, for pages that follow it and fetch what they show by themselves."""
    scope = scope_of(found_or_404(game_head, game_id).game.pk)
    return JsonResponse({"seen": state_text({scope: journal.version(scope)})})


def _is_being_recorded(page: GamePage) -> bool:
    """Whether a recording goes on beyond the newest record, which does not end the game: then that is shown."""
    if not page.records or page.records[-1].outcome in OVER_THE_BOARD or page.game.result != PENDING:
        return False
    return len(shown_game(page.game).tokens) > page.records[-1].plies


def running_context(running: RunningGame) -> dict[str, object]:
    """What is being recorded of a game without a record; else the board that chance laid out."""
    known: dict[str, object] = {"running": running, "game": running.game, "shown": line_name(running.tokens)}
    if running.tokens:
        known |= {"told": tell_turn(running.tokens, running.reached), "turns": numbered_turns(running)}
        return known | {"svg": render_game(running.frame, name=str(running.game.pk))}
    if running.game.setup or running.game.online:
        known["svg"] = render_game(running.frame, name=str(running.game.pk))
    return known


def _certificate_context(page: GamePage, record: RecordView | None) -> dict[str, object]:
    """The certificate of the record that is shown, or of the score sheet where there is none."""
    number = None if record is None else record.line.number
    certificate = next((each for each in reversed(certificates_of(page.game.pk)) if each.record == number), None)
    return {"certificate": certificate, "awaited": record is not None and record.line.outcome in OVER_THE_BOARD}


def _preview(page: GamePage, record: RecordView | None) -> dict[str, str]:
    """The game as others show a link to it: a title, and what it was in one line."""
    game = page.game
    result = "" if game.result == PENDING else f" {RESULTS[game.result].label}"
    parts = [translate_message(page.rules_name), page.held_by]
    parts += [game.played_on.isoformat()] if game.played_on else []
    is_running = game.online and game.result == PENDING
    parts.append(gettext("In progress") if is_running else gettext(RESULTS[game.result].name))
    if record is not None:
        count = record.line.plies
        parts.append(ngettext("%(count)d turn", "%(count)d turns", count) % {"count": count})
    return {"title": f"{page.white.name} – {page.black.name}{result}", "description": " · ".join(parts)}


def _round_context(page: GamePage) -> dict[str, object]:
    """The round of the game, and the games on the boards before and after it."""
    found = round_of(page.game)
    if found is None:
        return {}
    before, after = found.beside(page.game.pk)
    return {"round": found, "game_before": before, "game_after": after}


def _boards_url(page: GamePage, record: RecordView) -> str:
    address = reverse("game-boards", args=[page.game.pk, record.line.number])
    return f"{address}?v={record.line.digest[:12]}-{get_language()}"


@require_safe
def boards(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Positions of a record from `?from=` on, for stepping without reloading. A record never changes.

    The first is drawn; of the others it is told what the turn did, where the game tells it, else they are drawn too.
    `?variation=` and `?flip=1` as on the page of the game.
    """
    stand = _stand_or_404(request, game_id, number)
    first = number_asked(request, "from") or 0
    if first > stand.last:
        raise Http404
    plies = range(first, min(first + BOARDS_AT_ONCE, stand.last + 1))
    shown = [_board(stand, ply, ply == first) for ply in plies]
    answer = JsonResponse({"from": first, "last": stand.last, "boards": shown})
    if request.GET.get("v"):
        patch_cache_control(answer, private=True, max_age=86400, immutable=True)
    return answer


def _board(stand: BoardState, ply: int, is_first: bool) -> dict[str, Any]:
    """One position as the script shows it."""
    frame = stand.record.frame(ply, stand.variation)
    sides = [stand.side(seat, ply) for seat in (WHITE, BLACK)]
    return position_for_script(frame, drawn=is_first, flipped=stand.flipped) | {
        "text": frame.text,
        "has": [side.has for side in sides],
        "clocks": [side.clock for side in sides],
    }


@require_safe
def picture(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The position at `?ply=` as an image that stands alone; `?variation=` and `?flip=1` as on the page."""
    svg, name = _picture_or_404(request, game_id, number)
    return file_response(svg, "image/svg+xml", f"{name}.svg")


@require_safe
def png(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The position at `?ply=` as pixels, with what else `picture` takes."""
    if not can_make_png():
        raise Http404
    svg, name = _picture_or_404(request, game_id, number)
    return file_response(make_png(svg, partial(take_heavy, request)), "image/png", f"{name}.png")


@require_safe
def code(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The address of the position at `?ply=` as a QR code."""
    stand = _stand_or_404(request, game_id, number)
    address = f"{reverse('game', args=[game_id])}{stand.here_query}"
    return HttpResponse(qr_picture(request.build_absolute_uri(address)), content_type="image/svg+xml")


def _picture_or_404(request: HttpRequest, game_id: int, number: int) -> tuple[str, str]:
    """The position that is asked for, with letters and patterns as the reader likes them, and the file's name."""
    page, stand = page_or_404(game_id, request.user), _stand_or_404(request, game_id, number)
    size: Size = PICTURE_WIDTH
    svg = style_svg(stand.frame.svg(translate_message, size, flipped=stand.flipped), look_of(request))
    return svg, record_file_name(page, stand.record, ending=f"-turn-{stand.ply}")


def _stand_or_404(request: HttpRequest, game_id: int, number: int) -> BoardState:
    record = record_view(page_or_404(game_id, request.user), number)
    if record is None:
        raise Http404
    return board_state(request, record)
