"""The board on which a game is played, for the two who play it. Everybody else follows it on the page of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal import queries as journal
from common.journal.services import Stale
from common.live.bus import state_text
from common.live.line import read_line
from common.translation import translate_message
from common.web import BAD_INPUT, REFUSED, keep_cookie, missing_is_404, posted_number
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE
from games.core.running import RunningGame, scope_of
from games.models import Game
from games.recordings.board_input import (
    TAKES_TURNS,
    Addresses,
    After,
    BoardInput,
    read_path,
    state_for_script,
    steps_for_script,
)
from gipf_engine.messages import Refused
from play.challenges.services.next_games import leave_series
from play.chat.queries import chat_of
from play.clocks.services.flags import notice_flag
from play.core.arrivals import waited_ms
from play.core.player import Player, seat_of_player
from play.core.playing import GameInPlay, load_game, now_ms
from play.core.services.acting import own_seat
from play.core.services.presence import note_line, note_presence
from play.core.web_visitors import guest_of, player_at
from play.games.services.event_games import note_arrival
from play.games.services.games import abort, play_turn, resign
from play.models import OfferKind
from play.table.live_turns import board_after
from play.table.queries.table_of_two import TableOfTwo
from play.table.services.leavers import claim_draw, claim_win
from play.table.services.notes import note_of
from play.table.services.offers import accept_offer, decline_offer, make_offer
from players.core.client_address import client_of
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

SHORT_JSON = {"ensure_ascii": False, "separators": (",", ":")}
"""A turn is told in as few bytes as can be."""
CONFIRMS = "confirm-turns"
"""A cookie: "yes" where the reader looks at each turn before it is sent."""
STEPS: dict[str, Callable[[int, Player], GameInPlay]] = {
    "resign": resign,
    "abort": abort,
    "claim-win": claim_win,
    "claim-draw": claim_draw,
    "leave-series": leave_series,
    **{f"offer-{kind.value}": partial(make_offer, kind=kind) for kind in OfferKind},
    **{f"decline-{kind.value}": partial(decline_offer, kind=kind) for kind in OfferKind},
}
"""What players do beside turns, by the last word of the address."""
AGREES = {f"agree-{kind.value}": kind for kind in OfferKind}
"""Offers that are agreed to in the position that was seen, by the last word of the address."""


@dataclass(frozen=True, slots=True)
class TypedLine:
    """Conditional turns as they were typed, and why they were refused."""

    text: str
    refused: str


@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board; a turn is sent to the same address. Who does not play is led to the page of the game."""
    if request.method != "POST":
        table = _find_table(request, game_id)
        return redirect("game", game_id) if table is None else show_table(request, table)
    text = request.POST.get("turns", "")
    try:
        with missing_is_404():
            player, seen = _player(request, game_id), posted_number(request, "version")
            played = play_turn(game_id, player, text, expect=seen, waited=waited_ms(request.META))
    except Refused as refused:
        return refusal_response(request, game_id, translate_message(refused.message), text, UNREADABLE)
    except Stale:
        return refusal_response(request, game_id, _another_position(), text, REFUSED)
    seat, turn = own_seat(played, player), played.turn
    takes_turns = request.headers.get(SCRIPT) == TAKES_TURNS  # such a page says by itself that a person is there
    if takes_turns and turn is not None and turn.is_all and seen == turn.version - 1:
        return JsonResponse(board_after(turn, seat), json_dumps_params=SHORT_JSON)
    return _answer_played(request, _at_board(played, seat))


@require_POST
def step(request: HttpRequest, game_id: int, action: str) -> HttpResponse:
    """Resign, abort, claim, offer something or answer an offer."""
    if action not in STEPS and action not in AGREES:
        raise Http404
    table, player = seated(request, game_id)
    try:
        if action in AGREES:
            done = accept_offer(game_id, player, AGREES[action], expect=posted_number(request, "version"))
        else:
            done = STEPS[action](game_id, player)
    except Refused as refused:
        return refusal_response(request, game_id, translate_message(refused.message), "", UNREADABLE)
    except Stale:
        return refusal_response(request, game_id, _another_position(), "", REFUSED)
    return _answer_played(request, TableOfTwo(done, table.seat))


@require_safe
def state(request: HttpRequest, game_id: int) -> HttpResponse:
    """The game for the script, where it is no longer as at `?since=`."""
    table = _own_table(request, game_id)
    if request.GET.get("since") == str(table.game.version):
        return HttpResponse(status=UNCHANGED)
    return JsonResponse(_state(request, table))


@require_safe
def steps(request: HttpRequest, game_id: int) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be; with `?premove=` of a turn ahead."""
    table = _own_table(request, game_id)
    if request.GET.get("premove"):
        return _steps_ahead(request, table)
    running, path = table.game.running, read_path(request.GET.get("path", ""))
    return JsonResponse(
        steps_for_script(running.reached, path, after=_preview_turn(request, running), flipped=table.is_flipped)
    )


def _steps_ahead(request: HttpRequest, table: TableOfTwo) -> HttpResponse:
    """What follows the touches of a turn ahead, chosen while it is the opponent's turn. Http404 where none can be."""
    ahead = table.ahead
    if ahead is None:
        raise Http404
    path = read_path(request.GET.get("path", ""))
    return JsonResponse(steps_for_script(ahead, path, flipped=table.is_flipped))


@require_POST
def confirm(request: HttpRequest, game_id: int) -> HttpResponse:
    """Look at each turn before it is sent, or send it at once: kept in a cookie, for all games."""
    seated(request, game_id)
    response = redirect("play-game", game_id)
    chosen = "yes" if request.POST.get("confirm") == "yes" else "no"
    keep_cookie(response, CONFIRMS, chosen)
    return response


@require_POST
def here(request: HttpRequest, game_id: int) -> HttpResponse:
    """A player's page says that a person is there, and what its `line` takes, with what the server `measured` of it.

    It is told whether the opponent is there.
    """
    table, _player = seated(request, game_id)
    if "line" in request.POST:
        measured = read_line(request.POST.get("measured", ""), client_of(request))
        note_line(game_id, table.seat, posted_number(request, "line"), measured)
    return JsonResponse({"opponent": table.opponent_state})


@require_safe
def seen(request: HttpRequest, game_id: int) -> HttpResponse:
    """The version of the game, and nothing else: what the boards of its players follow. One query.

    `?seat=` is that of the board. Who follows it is pushed the turns of the other (`play.table.live_turns`).
    """
    key = scope_of(game_id)
    version = journal.version(key)
    if not version:
        raise Http404
    return JsonResponse({"seen": state_text({key: version})})


def _find_table(request: HttpRequest, game_id: int) -> TableOfTwo | None:
    """The game as the reader's seat sees it; None for who does not play it."""
    with missing_is_404():
        found = notice_flag(load_game(game_id))
    seat = seat_of_player(found.game, player_at(request, found.game))
    return None if seat is None else _at_board(found, seat)


def _at_board(game: GameInPlay, seat: int) -> TableOfTwo:
    """The game as a player sees it, who is there."""
    note_presence(game.game.pk, seat, now_ms())
    note_arrival(game, seat)
    return TableOfTwo(game, seat)


def _own_table(request: HttpRequest, game_id: int) -> TableOfTwo:
    """The game for who plays it; for others there is no such page."""
    table = _find_table(request, game_id)
    if table is None:
        raise Http404
    return table


def _player(request: HttpRequest, game_id: int) -> Player:
    """Who makes a turn: the one who sits there as a guest, else the account, whose seat the service looks for."""
    if isinstance(request.user, Account) and guest_of(request) is None:
        return request.user
    game = Game.objects.filter(pk=game_id, online=True).first()
    player = player_at(request, game) if game is not None else None
    if player is None:
        raise NotAllowed(Permission.DECIDE_RESULT, scope_of(game_id))
    return player


def seated(request: HttpRequest, game_id: int) -> tuple[TableOfTwo, Player]:
    """The game as the reader's seat sees it, and who sits there. Raises `NotAllowed` for who does not play it."""
    table = _find_table(request, game_id)
    if table is None:
        raise NotAllowed(Permission.DECIDE_RESULT, scope_of(game_id))
    player = player_at(request, table.game.game)
    assert player is not None
    return table, player


def _preview_turn(request: HttpRequest, running: RunningGame) -> After | None:
    """What shows a turn to a reader who confirms each."""
    if request.COOKIES.get(CONFIRMS) != "yes":
        return None
    return lambda turn: replace(running, tokens=(*running.tokens, turn)).reached


def _another_position() -> str:
    return _("The position has changed: look at the board again.")


def _answer_played(request: HttpRequest, table: TableOfTwo) -> HttpResponse:
    if SCRIPT in request.headers:
        return JsonResponse(_state(request, table))
    return redirect(f"{reverse('play-game', args=[table.game.game.pk])}#board")


def refusal_response(request: HttpRequest, game_id: int, why: str, turns: str, status: int) -> HttpResponse:
    """A refusal, with the game as it is now and what was typed."""
    table, _player = seated(request, game_id)
    if SCRIPT in request.headers:
        return JsonResponse(_state(request, table) | {"refused": why, "left": turns}, status=status)
    return show_table(request, table, refused=why, turns=turns, status=BAD_INPUT if status == UNREADABLE else status)


def _state(request: HttpRequest, table: TableOfTwo) -> dict[str, Any]:
    parts = {
        name: render_to_string(f"play/table/parts/{template}.html", {"table": table, **more}, request=request)
        for name, template, more in (
            ("opponent", "player_now", {"side": table.opponent}),
            ("you", "player_now", {"side": table.you}),
            ("play-side", "game_side", {}),
            *([("own-lines", "own_lines", {"lines": table.own_lines})] if table.is_correspondence else ()),
        )
    }
    shown = state_for_script(
        table.game.running.reached, table.game.version, locked=table.locked, flipped=table.is_flipped
    )
    return shown | {"parts": parts, "title": table.title, "over": table.game.is_over}


def show_table(
    request: HttpRequest,
    table: TableOfTwo,
    *,
    refused: str = "",
    turns: str = "",
    status: int = 200,
    line: TypedLine | None = None,
) -> HttpResponse:
    """The page of the game for one of its two, with what was typed and refused."""
    path = read_path(request.GET.get("path", ""))
    running = table.game.running
    board = BoardInput(
        running.reached,
        table.game.version,
        _addresses(table),
        path,
        turns,
        table.locked,
        table.is_flipped,
        _preview_turn(request, running),
    )
    why = refused or ("" if table.locked else board.refusal)
    reader = request.user
    chat, may_report = None, isinstance(reader, Account) and table.opponent.person.is_guest
    may_report = may_report and not table.is_against_program
    if isinstance(reader, Account) and not table.game.game.guests:
        chat = chat_of(table.game, reader, table.opponent.person)
    seen_url = f"{reverse('play-seen', args=[table.game.game.pk])}?seat={table.seat}"
    known = {
        "chat": chat,
        "may_report": may_report,
        "seen_url": seen_url,
        "note": note_of(table.game.game, table.you.person),
        "lines": table.own_lines,
        "typed_line": line,
    }
    return render(
        request, "play/table/game.html", {"table": table, "board": board, "refused": why} | known, status=status
    )


def _addresses(table: TableOfTwo) -> Addresses:
    names = ("play-game", "play-game", "play-state", "play-steps")
    return Addresses(*(reverse(name, args=[table.game.game.pk]) for name in names))
