"""The pages of the analysis board: which game, and a position with its line and what the computer says of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.translation import translate_message
from common.web import BAD_INPUT, REFUSED, TOO_MANY, posted_number
from games.analysis.services import ask_looks
from games.analysis_board.judging import Judgement
from games.analysis_board.laying import show_layout
from games.analysis_board.line import AnalysedLine, need_open_line, read_line
from games.analysis_board.studying import save_line
from games.core.analysis_address import MOST_TURNS, analysis_address
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE
from games.core.services.errors import GameRefused
from games.fair_play import FairPlayRefused
from games.manuals.manual_pages import cover_diagram
from games.recordings.board_input import (
    BoardInput,
    name_player,
    read_path,
    state_for_script,
    steps_for_script,
    turn_for_script,
)
from games.studies.access import NoPlayer, StudyRefused
from games.studies.loading import account_at, closed_shown, page_asked, study_or_404
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.errors import BadSetup, RuleError
from players.core.rate_limit import TooMany

LONGEST_TURN = 200
KEPT = 64
"""Covers that are kept in memory: games times languages."""
View = Callable[[HttpRequest, AnalysedLine], HttpResponse]


def of_line(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page of a line, which says why where the position cannot be, or its reader is playing one of the line."""

    @wraps(view)
    def show(request: HttpRequest, rules: str) -> HttpResponse:
        try:
            line = read_line(request, rules)
        except BadSetup as refused:
            return show_layout(request, rules, refused=translate_message(refused.message))
        try:
            need_open_line(request.user, line)
            return view(request, line)
        except FairPlayRefused as refused:
            known = {"why": translate_message(refused.message), "by_fair_play": True}
            return render(request, "games/analysis_board/closed.html", known, status=REFUSED)

    return show


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """Which game to analyse."""
    language = get_language() or ""
    cards = [
        {"key": key, "name": rules.name, "help": rules.help, "svg": _cover(key, language)}
        for key, rules in all_rules().items()
        if rules.seats == TWO_SEATS
    ]
    return render(request, "games/analysis_board/boards.html", {"cards": cards})


@require_http_methods(["GET", "HEAD", "POST"])
@of_line
def board(request: HttpRequest, line: AnalysedLine) -> HttpResponse:
    """The board; a turn is sent to the same address."""
    if request.method != "POST":
        drawn = line.start.setup and not line.start.text and not request.GET.get("setup")
        return redirect(line.url) if drawn else _show_board(request, line)
    text = request.POST.get("turns", "").replace("\0", "")[:LONGEST_TURN].strip()
    if posted_number(request, "version") != line.ply:
        return _refuse_turn(request, line, _("The position has changed. Check the board."), text)
    if line.is_full:
        return _refuse_turn(request, line, _("A line has at most %(most)d turns here.") % {"most": MOST_TURNS}, text)
    try:
        after = line.played(text)
    except RuleError as refusal:
        return _refuse_turn(request, line, translate_message(refusal.message), text)
    need_open_line(request.user, after)
    if SCRIPT not in request.headers:
        return redirect(f"{after.url}#board")
    told = turn_for_script(after.reached, after.ply, locked=_lock(after), flipped=after.flipped)
    return JsonResponse(_beside(request, after, told))


@require_safe
@of_line
def state(request: HttpRequest, line: AnalysedLine) -> HttpResponse:
    """The place for the script."""
    if "since" in request.GET:
        return HttpResponse(status=UNCHANGED)
    return JsonResponse(_tell_place(request, line))


@require_safe
@of_line
def steps(request: HttpRequest, line: AnalysedLine) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be."""
    if locked := _lock(line):
        return JsonResponse({"refused": locked})
    told = steps_for_script(line.reached, read_path(request.GET.get("path", "")), flipped=line.flipped)
    return JsonResponse(name_player(line.reached, told))


@require_http_methods(["GET", "HEAD", "POST"])
@of_line
def look(request: HttpRequest, line: AnalysedLine) -> HttpResponse:
    """What is known of the position, for the script. A POST asks for a look at it, with `deeper` for a longer one."""
    if request.method != "POST":
        return JsonResponse(_judged(request, line))
    why, status = "", HTTPStatus.OK
    try:
        ask_looks(request, line.judged, deeper="deeper" in request.POST)
    except TooMany:
        why, status = _("You have asked for many positions. Wait a few minutes."), HTTPStatus(TOO_MANY)
    except GameRefused as refused:
        why, status = translate_message(refused.message), HTTPStatus(BAD_INPUT)
    if SCRIPT in request.headers:
        return JsonResponse(_judged(request, line, why))
    return redirect(line.url) if not why else _show_board(request, line, unasked=why, status=status)


@require_POST
@of_line
def study(request: HttpRequest, line: AnalysedLine) -> HttpResponse:
    """Save the line as a study."""
    try:
        made = save_line(account_at(request), line)
    except NoPlayer as refused:
        known = {"why": translate_message(refused.message), "line": line}
        return render(request, "games/analysis_board/closed.html", known, status=HTTPStatus.FORBIDDEN)
    except StudyRefused as refused:
        known = {"why": translate_message(refused.message), "line": line}
        return render(request, "games/analysis_board/closed.html", known, status=REFUSED)
    return redirect(f"{reverse('study', args=[made.slug])}?turn={line.ply}&edit=1")


@require_safe
@closed_shown
def of_study(request: HttpRequest, study_slug: str) -> HttpResponse:
    """On to the board with the line of a study, at the place that `?chapter=` and `?turn=` ask for."""
    page = page_asked(request, study_or_404(request, study_slug))
    tokens = [turn.token for turn in page.whole_line[0]]
    return redirect(analysis_address(page.start, tokens, len(page.line), flip=int(page.flipped)))


def _lock(line: AnalysedLine) -> str:
    """Why nothing can be touched; "" where it can."""
    return _("The game is over.") if line.position.outcome is not None else ""


def _tell_place(request: HttpRequest, line: AnalysedLine) -> dict[str, Any]:
    """The place for the script, drawn anew."""
    return _beside(request, line, state_for_script(line.reached, line.ply, locked=_lock(line), flipped=line.flipped))


def _beside(request: HttpRequest, line: AnalysedLine, told: dict[str, Any]) -> dict[str, Any]:
    """What the script is told of the board, and what stands beside it."""
    addresses = line.addresses
    known = {"line": line, "judgement": Judgement(line)}
    parts = {
        f"analysis-{name}": render_to_string(f"games/analysis_board/parts/{name}.html", known, request=request)
        for name in ("now", "turns", "steps", "ways")
    }
    return name_player(line.reached, told) | {
        "addresses": {"post": addresses.post, "state": addresses.state, "steps": addresses.steps},
        "here": line.url,
        "look": line.look_url,
        "parts": parts,
    }


def _judged(request: HttpRequest, line: AnalysedLine, why: str = "") -> dict[str, Any]:
    """What is known of the position for the script, and whether more is on its way."""
    judgement = Judgement(line)
    known = {"line": line, "judgement": judgement, "unasked": why}
    html = render_to_string("games/analysis_board/parts/now.html", known, request=request)
    return {"html": html, "waits": judgement.is_waiting and not why}


def _refuse_turn(request: HttpRequest, line: AnalysedLine, why: str, text: str) -> HttpResponse:
    if SCRIPT in request.headers:
        return JsonResponse(_tell_place(request, line) | {"refused": why, "left": ""}, status=UNREADABLE)
    return _show_board(request, line, refused=why, turns=text, status=BAD_INPUT)


def _show_board(
    request: HttpRequest,
    line: AnalysedLine,
    *,
    refused: str = "",
    unasked: str = "",
    turns: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = BoardInput(
        line.reached,
        line.ply,
        line.addresses,
        read_path(request.GET.get("path", "")),
        turns,
        locked=_lock(line),
        flipped=line.flipped,
        named=True,
    )
    known = {
        "line": line,
        "board": shown,
        "judgement": Judgement(line),
        "refused": refused or shown.refusal,
        "unasked": unasked,
        "playing": True,
    }
    return render(request, "games/analysis_board/board.html", known, status=status)


@lru_cache(maxsize=KEPT)
def _cover(key: str, _language: str) -> SafeString:
    """A small board of the rules, in the language that is active."""
    drawn = cover_diagram(rules_for(key), translate_message, name=key) or ""
    return mark_safe(drawn)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone
