"""Writing a record turn by turn, by clicks or by typing. Each turn is stored as it is made."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from common.journal.services import Stale
from common.translation import translate_message
from common.web import BAD_INPUT, NO_NUMBER, REFUSED, RefusalsShown, posted_number, read_number
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE, context, speaker_page
from games.core.queries.page import GamePage
from games.core.running import RunningGame, running_game
from games.core.services.errors import TurnRefused
from games.models import Game
from games.recordings.board_input import (
    TAKES_TURNS,
    Addresses,
    BoardInput,
    name_player,
    read_path,
    state_for_script,
    steps_for_script,
    turn_for_script,
)
from games.recordings.forms import FinishForm
from games.recordings.queries import FinishedRecording, finished_since, numbered_turns
from games.recordings.services.record_turns import (
    LONGEST_TEXT,
    Recorded,
    finish_recording,
    go_on_from,
    record_turns,
    take_back,
)
from games.records.pages import thank
from gipf_engine.messages import Message


@require_http_methods(["GET", "HEAD", "POST"])
def recorder(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board on which turns are entered, and the turns so far. The game's players and arbiters may."""
    page, account = speaker_page(request, game_id)
    if request.method != "POST":
        return _show_recording(request, page, running_game(page.game))
    try:
        done = record_turns(game_id, account, request.POST.get("turns", ""), expect=posted_number(request, "version"))
    except TurnRefused as refused:
        return _refuse_turns(request, page, refused.message, request.POST.get("turns", ""))
    except Stale:
        return _meanwhile(request, page, request.POST.get("turns", ""))
    return _recorded(request, page, done)


@require_POST
def go_on(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let the legal turns of a refused record stand in the recording; `rest` waits in the field of the board."""
    page, account = speaker_page(request, game_id)
    turns, rest = (request.POST.get(name, "")[:LONGEST_TEXT] for name in ("turns", "rest"))
    try:
        running = go_on_from(game_id, account, turns.split(), expect=posted_number(request, "version"))
    except TurnRefused as refused:
        return _refuse_turns(request, page, refused.message, f"{turns} {rest}")
    except Stale:
        return _meanwhile(request, page, f"{turns} {rest}")
    return _show_recording(request, page, running, turns=rest)


@require_POST
def back(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take back the turns behind the first `keep`."""
    page, account = speaker_page(request, game_id)
    try:
        running = take_back(
            game_id, account, expect=posted_number(request, "version"), keep=posted_number(request, "keep")
        )
    except TurnRefused as refused:
        return _refuse_turns(request, page, refused.message)
    except Stale:
        return _meanwhile(request, page)
    return _recorded(request, page, Recorded(running))


@require_POST
def finish(request: HttpRequest, game_id: int) -> HttpResponse:
    """Hand in what was recorded as the record of the game."""
    page, account = speaker_page(request, game_id)
    running = running_game(page.game)
    form = FinishForm(request.POST, game=page.game, is_over=running.is_over)
    if form.is_valid():
        values = dict(form.input)
        try:
            with RefusalsShown(form, "ending"):
                record = finish_recording(game_id, account, expect=values.pop("version"), **values)
                return thank(request, record)
        except Stale:
            return _meanwhile(request, page)
    return _show_recording(request, page, running, form=form, status=BAD_INPUT)


@require_GET
def state(request: HttpRequest, game_id: int) -> HttpResponse:
    """The recording for the script, where it is no longer as at `?since=`."""
    page, _account = speaker_page(request, game_id)
    running = running_game(page.game)
    since = read_number(request.GET.get("since", ""))
    if since == running.version:
        return HttpResponse(status=UNCHANGED)
    finished = finished_since(game_id, since) if since != NO_NUMBER else None
    return JsonResponse(_state(request, page, running, **_ended(request, page, finished)))


@require_GET
def steps(request: HttpRequest, game_id: int) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be."""
    page, _account = speaker_page(request, game_id)
    reached = running_game(page.game).reached
    return JsonResponse(name_player(reached, steps_for_script(reached, read_path(request.GET.get("path", "")))))


def _recorded(request: HttpRequest, page: GamePage, done: Recorded) -> HttpResponse:
    """What came of turns that were sent: stored, perhaps with some behind them that were refused."""
    if done.refusal is not None:
        why, left = translate_message(done.refusal), " ".join(done.left)
        if SCRIPT in request.headers:
            return JsonResponse(_state(request, page, done.running, refused=why, left=left), status=UNREADABLE)
        return _show_recording(request, page, done.running, refused=why, turns=left, status=BAD_INPUT)
    if SCRIPT in request.headers:
        is_turn = done.turns == 1 and request.headers[SCRIPT] == TAKES_TURNS
        return JsonResponse(_state(request, page, done.running, is_turn))
    return redirect(f"{reverse('game-recorder', args=[page.game.pk])}#board")


def _refuse_turns(request: HttpRequest, page: GamePage, message: Message, turns: str = "") -> HttpResponse:
    running, why = running_game(page.game), translate_message(message)
    if SCRIPT in request.headers:
        return JsonResponse(_state(request, page, running, refused=why, left=turns), status=UNREADABLE)
    return _show_recording(request, page, running, refused=why, turns=turns, status=BAD_INPUT)


def _meanwhile(request: HttpRequest, page: GamePage, turns: str = "") -> HttpResponse:
    """409: another was quicker. Nothing was stored, what is true now is shown, and what was typed is kept."""
    running, finished = running_game(page.game), finished_since(page.game.pk, posted_number(request, "version"))
    if finished is not None:
        why = _("This recording has since been handed in. Your changes were not saved.")
    else:
        why = _("This recording was changed elsewhere. Your turn was not saved: check the board.")
    if SCRIPT in request.headers:
        more = _ended(request, page, finished) | {"refused": why, "left": turns}
        return JsonResponse(_state(request, page, running, **more), status=REFUSED)
    return _show_recording(request, page, running, refused=why, turns=turns, finished=finished, status=REFUSED)


def _state(
    request: HttpRequest, page: GamePage, running: RunningGame, is_turn: bool = False, /, **more: Any
) -> dict[str, Any]:
    """The recording for the script. `is_turn`: the page shows all but the last turn."""
    side = render_to_string("games/recordings/parts/recorder_side.html", _side(request, page, running), request=request)
    tell = turn_for_script if is_turn else state_for_script
    state = name_player(running.reached, tell(running.reached, running.version))
    return state | {"parts": {"recorder-side": side}} | more


def _ended(request: HttpRequest, page: GamePage, finished: FinishedRecording | None) -> dict[str, str]:
    """What the script shows of a recording that was handed in: by whom, and the way to its record."""
    if finished is None:
        return {}
    known = {"game": page.game, "finished": finished}
    return {"ended": render_to_string("games/core/parts/recording_finished.html", known, request=request)}


def _side(request: HttpRequest, page: GamePage, running: RunningGame, form: FinishForm | None = None) -> dict[str, Any]:
    finish_form = form or FinishForm(
        game=page.game, is_over=running.is_over, initial={"version": running.version, "ending": "*"}
    )
    known = {"page": page, "game": page.game, "running": running, "turns": numbered_turns(running)}
    return known | {"form": finish_form, "keep": len(running.tokens) - 1}


def _show_recording(
    request: HttpRequest,
    page: GamePage,
    running: RunningGame,
    *,
    form: FinishForm | None = None,
    refused: str = "",
    turns: str = "",
    finished: FinishedRecording | None = None,
    status: int = 200,
) -> HttpResponse:
    board = BoardInput(
        running.reached,
        running.version,
        _addresses(page.game),
        read_path(request.GET.get("path", "")),
        turns,
        named=True,
    )
    known = context(request, page) | _side(request, page, running, form)
    known |= {"board": board, "refused": refused or board.refusal, "finished": finished}
    return render(request, "games/recordings/recorder.html", known, status=status)


def _addresses(game: Game) -> Addresses:
    names = ("game-recorder", "game-recorder", "game-recorder-state", "game-recorder-steps")
    return Addresses(*(reverse(name, args=[game.pk]) for name in names))
