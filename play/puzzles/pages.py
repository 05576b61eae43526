"""The pages of puzzles: all rule sets with the puzzle of the day, and a puzzle with its board."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.translation import translate_message
from common.web import BAD_INPUT, REFUSED, posted_number
from games.core.analysis_address import analysis_address
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE
from games.core.replay import Reached, Start
from games.fair_play import FairPlayRefused, Question, Source, need_fair_play
from games.recordings.board_input import Addresses, BoardInput, read_path, state_for_script, steps_for_script
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.puzzle_themes import THEMES, find_theme
from gipf_engine.rules.puzzles import Puzzle
from play.puzzles.progress import Progress, choose_theme, chosen_theme, last_tried, progress_of
from play.puzzles.queries import (
    find_puzzle,
    next_puzzle,
    puzzle_of_day,
    puzzle_sets,
    solver_of,
    themes_with_puzzles,
    today,
)
from players.core import limits
from players.models import Account

LONGEST_TURN = 80
View = Callable[[HttpRequest, Puzzle], HttpResponse]


def of_puzzle(view: View) -> Callable[[HttpRequest, int], HttpResponse]:
    """A page of a puzzle, which says why where its reader is playing one of its positions."""

    @wraps(view)
    def show(request: HttpRequest, puzzle_key: int) -> HttpResponse:
        asked = _puzzle_or_404(puzzle_key)
        try:
            need_fair_play(request.user, Question(Source.SOLVER, asked.rules, several=asked.positions))
        except FairPlayRefused as refused:
            why = translate_message(refused.message)
            return render(request, "play/puzzles/closed.html", {"puzzle": asked, "why": why}, status=REFUSED)
        return view(request, asked)

    return show


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Which puzzles there are, all or those of `?theme=`; the one of the day, and what the reader has reached."""
    theme = find_theme(request.GET.get("theme", ""))
    known: dict[str, Any] = {
        "sets": puzzle_sets(theme.key if theme else ""),
        "shown": theme,
        "all_themes": themes_with_puzzles(),
        "of_day": puzzle_of_day(today()),
        "solver": solver_of(request.user) if isinstance(request.user, Account) else None,
    }
    return render(request, "play/puzzles/puzzles.html", known)


@require_safe
def of_day(request: HttpRequest) -> HttpResponse:
    """On to the puzzle of today."""
    puzzle = puzzle_of_day(today())
    if puzzle is None:
        raise Http404
    return redirect("puzzle", puzzle.key)


@require_safe
def draw(request: HttpRequest, rules: str) -> HttpResponse:
    """On to a puzzle of these rules that the reader has not tried: of `?theme=`, else of the one chosen before."""
    asked = request.GET.get("theme")
    theme = chosen_theme(request) if asked is None else choose_theme(request, asked)
    account = request.user if isinstance(request.user, Account) else None
    besides = last_tried(request)
    puzzle = next_puzzle(rules, account, besides, theme) or next_puzzle(rules, account, besides)
    if puzzle is None:
        raise Http404
    return redirect("puzzle", puzzle.key)


@require_http_methods(["GET", "HEAD", "POST"])
@of_puzzle
def puzzle(request: HttpRequest, asked: Puzzle) -> HttpResponse:
    """A puzzle as far as the reader is; a turn is sent to the same address, or `again` to start once more."""
    progress = progress_of(request, asked)
    if request.method != "POST":
        return _show_puzzle(request, asked, progress)
    if "again" in request.POST:  # what was rated stays
        Progress(asked.key, missed=True).keep(request)
        return redirect("puzzle", asked.key)
    limits.LESSON_TRIES.take_from(request)
    token = request.POST.get("turns", "")[:LONGEST_TURN].strip()
    if posted_number(request, "version") != progress.ply or progress.is_solved(asked):
        return _answer_wrong(request, asked, progress, _("The position has changed. Check the board."), "")
    try:
        is_right = asked.judge(progress.ply, token) is not None
    except RuleError as refusal:
        return _answer_wrong(request, asked, progress, translate_message(refusal.message), token)
    if not is_right:
        missed = progress.missing(request, asked).keep(request)
        return _answer_wrong(request, asked, missed, _say_why(asked, progress.ply, token), token)
    return _answer_right(request, asked, progress.solving(request, asked, token).keep(request))


@require_safe
@of_puzzle
def state(request: HttpRequest, asked: Puzzle) -> HttpResponse:
    """The board for the script, which no one else changes."""
    if "since" in request.GET:
        return HttpResponse(status=UNCHANGED)
    return JsonResponse(_state(request, asked, progress_of(request, asked)))


@require_safe
@of_puzzle
def steps(request: HttpRequest, asked: Puzzle) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be."""
    reached = _reached(asked, progress_of(request, asked))
    return JsonResponse(steps_for_script(reached, read_path(request.GET.get("path", ""))))


def _puzzle_or_404(key: int) -> Puzzle:
    found = find_puzzle(key)
    if found is None:
        raise Http404
    return found


def _reached(asked: Puzzle, progress: Progress) -> Reached:
    """The position, with the turn that led there."""
    if not progress.ply:
        return Reached(asked.position_at(0), None)
    before = Reached(asked.position_at(progress.ply - 1), None)
    return before.play(progress.last if progress.is_solved(asked) else asked.line[progress.ply - 1])


def _say_why(asked: Puzzle, ply: int, token: str) -> str:
    answer = asked.refutation(ply, token)
    if not answer:
        return _("That does not win.")
    return _("That does not win: the answer is %(turn)s.") % {"turn": f"\u2066{answer}\u2069"}


def _answer_wrong(request: HttpRequest, asked: Puzzle, progress: Progress, why: str, token: str) -> HttpResponse:
    if SCRIPT in request.headers:
        return JsonResponse(_state(request, asked, progress) | {"refused": why, "left": ""}, status=UNREADABLE)
    return _show_puzzle(request, asked, progress, refused=why, turns=token, status=BAD_INPUT)


def _answer_right(request: HttpRequest, asked: Puzzle, progress: Progress) -> HttpResponse:
    if SCRIPT not in request.headers:
        return redirect(f"{reverse('puzzle', args=[asked.key])}#board")
    return JsonResponse(_state(request, asked, progress))


def _state(request: HttpRequest, asked: Puzzle, progress: Progress) -> dict[str, Any]:
    side = render_to_string("play/puzzles/parts/side.html", _tell_puzzle(asked, progress), request=request)
    told = state_for_script(
        _reached(asked, progress), progress.ply, locked=_praise(asked, progress), flipped=_is_flipped(asked)
    )
    return told | {"over": progress.is_solved(asked), "parts": {"puzzle-side": side}}


def _show_puzzle(
    request: HttpRequest, asked: Puzzle, progress: Progress, *, refused: str = "", turns: str = "", status: int = 200
) -> HttpResponse:
    page, state, steps = (reverse(name, args=[asked.key]) for name in ("puzzle", "puzzle-state", "puzzle-steps"))
    board = BoardInput(
        _reached(asked, progress),
        progress.ply,
        Addresses(page, page, state, steps),
        read_path(request.GET.get("path", "")),
        turns,
        locked=_praise(asked, progress),
        flipped=_is_flipped(asked),
    )
    known = _tell_puzzle(asked, progress) | {"board": board, "refused": refused or board.refusal, "playing": True}
    return render(request, "play/puzzles/puzzle.html", known, status=status)


def _tell_puzzle(asked: Puzzle, progress: Progress) -> dict[str, Any]:
    rules = rules_for(asked.rules)
    solved = progress.is_solved(asked)
    outcome = _reached(asked, progress).position.outcome if solved else None
    return {
        "puzzle": asked,
        "progress": progress,
        "solved": solved,
        "rules": rules,
        "reason": rules.end_reasons[outcome.reason] if outcome else "",
        "is_white": not _is_flipped(asked),
        "left": asked.own_turns - progress.ply // 2,
        "analysis_url": analysis_address(Start(asked.rules, text=asked.position_at(0).text()), asked.line, 0),
        "line_themes": [theme for theme in THEMES if theme.key in asked.themes] if solved else [],
    }


def _is_flipped(asked: Puzzle) -> bool:
    return asked.position_at(0).turn == 1


def _praise(asked: Puzzle, progress: Progress) -> str:
    return _("Solved!") if progress.is_solved(asked) else ""
