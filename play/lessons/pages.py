"""The pages of lessons: all courses, one course, and a lesson with its board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.translation import translate_message
from common.web import BAD_INPUT
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE
from games.core.replay import Reached
from games.manuals.manual_pages import cover_diagram
from games.recordings.board_input import (
    Addresses,
    BoardInput,
    read_path,
    state_for_script,
    steps_for_script,
    turn_for_script,
)
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.lessons import Lesson, course_of
from play.lessons.progress import done_by, note_done
from play.lessons.queries import CourseRow, LessonRow, course_row, course_rows
from players.core import limits

TO_DO, DONE = 0, 1
"""The version of a board before and after the task is done."""
LONGEST_TURN = 80
KEPT = 64
"""Covers that are kept in memory: games times languages."""


@dataclass(frozen=True, slots=True)
class Place:
    """A lesson in its course."""

    course: CourseRow
    row: LessonRow

    @property
    def lesson(self) -> Lesson:
        """The lesson itself."""
        return self.row.lesson

    @property
    def next(self) -> LessonRow | None:
        """The lesson that follows."""
        return self.course.after(self.row)

    @property
    def start(self) -> Reached:
        """The position of the task."""
        return Reached(self.lesson.begin(), None)

    def address(self, name: str = "lesson") -> str:
        """An address of the lesson."""
        return reverse(name, args=[self.course.course.game, self.lesson.key])


@require_safe
def courses(request: HttpRequest) -> HttpResponse:
    """Every course, and how far the reader is."""
    cards = [
        {
            "row": row,
            "svg": _cover(row.course.rules, get_language() or ""),
            "help": type(rules_for(row.course.rules)).help,
        }
        for row in course_rows(done_by(request))
    ]
    return render(request, "play/lessons/courses.html", {"cards": cards})


@require_safe
def course(request: HttpRequest, game: str) -> HttpResponse:
    """The lessons of a game, with those that the reader has done."""
    row = _course_or_404(request, game)
    return render(request, "play/lessons/course.html", {"row": row, "course": row.course})


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """A lesson; a turn is sent to the same address. Without a script it is shown as done at `?played=`."""
    place = _place_or_404(request, game, key)
    if request.method != "POST":
        return _show_lesson(request, place)
    limits.LESSON_TRIES.take_from(request)
    token = request.POST.get("turns", "")[:LONGEST_TURN].strip()
    why = _refuse_turn(place, token)
    if why is not None:
        return _answer_wrong(request, place, translate_message(why), token)
    note_done(request, game, key)
    return _answer_done(request, _place_or_404(request, game, key), token)


@require_safe
def state(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """The board for the script, which no one else changes."""
    place = _place_or_404(request, game, key)
    if "since" in request.GET:
        return HttpResponse(status=UNCHANGED)
    return JsonResponse(state_for_script(place.start, TO_DO))


@require_safe
def steps(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be."""
    place = _place_or_404(request, game, key)
    return JsonResponse(steps_for_script(place.start, read_path(request.GET.get("path", ""))))


def _refuse_turn(place: Place, token: str) -> Message | None:
    """Why a turn does not do: the reason of the rules, or the hint; None where it does."""
    try:
        return Message(place.lesson.hint) if place.lesson.judge(token) is None else None
    except RuleError as refusal:
        return refusal.message


def _answer_wrong(request: HttpRequest, place: Place, why: str, token: str) -> HttpResponse:
    if SCRIPT in request.headers:
        return JsonResponse(state_for_script(place.start, TO_DO) | {"refused": why, "left": ""}, status=UNREADABLE)
    return _show_lesson(request, place, refused=why, turns=token, status=BAD_INPUT)


def _answer_done(request: HttpRequest, place: Place, token: str) -> HttpResponse:
    if SCRIPT not in request.headers:
        return redirect(f"{place.address()}?{urlencode({'played': token})}#board")
    after = place.start.play(token)
    side = render_to_string("play/lessons/parts/side.html", _tell_lesson(place, is_done=True), request=request)
    told = turn_for_script(after, DONE, locked=_praise())
    return JsonResponse(told | {"over": True, "parts": {"lesson-side": side}})


def _show_lesson(
    request: HttpRequest, place: Place, *, refused: str = "", turns: str = "", status: int = 200
) -> HttpResponse:
    played = request.GET.get("played", "")[:LONGEST_TURN]
    is_done = bool(played) and _refuse_turn(place, played) is None
    board = BoardInput(
        place.start.play(played) if is_done else place.start,
        DONE if is_done else TO_DO,
        Addresses(place.address(), place.address(), place.address("lesson-state"), place.address("lesson-steps")),
        () if is_done else read_path(request.GET.get("path", "")),
        turns,
        locked=_praise() if is_done else "",
    )
    known = _tell_lesson(place, is_done=is_done) | {
        "board": board,
        "refused": refused or board.refusal,
        "playing": True,
    }
    return render(request, "play/lessons/lesson.html", known, status=status)


def _tell_lesson(place: Place, *, is_done: bool) -> dict[str, Any]:
    """What stands beside the board. `is_done`: the task was done just now."""
    return {"place": place, "row": place.course, "course": place.course.course, "is_done": is_done}


@lru_cache(maxsize=KEPT)
def _cover(rules: str, _language: str) -> SafeString:
    """A small board of the game, in the language that is active."""
    drawn = cover_diagram(rules_for(rules), translate_message) or ""
    return mark_safe(drawn)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone


def _praise() -> str:
    return _("Well done!")


def _course_or_404(request: HttpRequest, game: str) -> CourseRow:
    found = course_of(game)
    if found is None:
        raise Http404
    return course_row(found, done_by(request))


def _place_or_404(request: HttpRequest, game: str, key: str) -> Place:
    found = _course_or_404(request, game)
    row = found.row(key)
    if row is None:
        raise Http404
    return Place(found, row)
