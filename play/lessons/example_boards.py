"""The example boards of the rules pages, to be played on: turns of both players, as the rules judge them.

How far a reader has played on one board is kept in the session; another board starts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.translation import translate_message
from common.web import BAD_INPUT, posted_number
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE
from games.core.replay import Reached
from games.recordings.board_input import (
    Addresses,
    BoardInput,
    name_player,
    read_path,
    state_for_script,
    steps_for_script,
    turn_for_script,
)
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS, Illustration
from gipf_engine.rules.errors import RuleError
from players.core import limits

KEY = "example-board"
"""Under this key a session holds the board, and the turns that were made on it."""
LONGEST_TURN = 80
MOST_TURNS = 60


@dataclass(frozen=True)
class Example:
    """A board of the rules, and the turns that its reader has made on it."""

    rules: str
    picture: Illustration
    turns: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What a session knows it by."""
        return f"{self.rules} {self.picture.key}"

    @cached_property
    def reached(self) -> Reached:
        """Where the turns have led."""
        reached = Reached(rules_for(self.rules).position(self.picture.position), None)
        for token in self.turns:
            reached = reached.play(token)
        return reached

    @property
    def locked(self) -> str:
        """Why nothing can be touched; "" where it can."""
        if self.reached.position.outcome is not None:
            return _("The game is over.")
        return _("Start again to play on.") if len(self.turns) >= MOST_TURNS else ""

    def address(self, name: str = "rules-board") -> str:
        """An address of the board."""
        return reverse(name, args=[self.rules, self.picture.key])

    def keep(self, request: HttpRequest) -> None:
        """Store the turns in the reader's session."""
        request.session[KEY] = {"board": self.name, "turns": list(self.turns)}


View = Callable[[HttpRequest, Example], HttpResponse]


def of_example(view: View) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """A page of a board of the rules, with the turns that its reader has made; 404 for one that is not there."""

    @wraps(view)
    def show(request: HttpRequest, key: str, picture: str) -> HttpResponse:
        known = all_rules().get(key)
        if known is None or known.seats != TWO_SEATS:
            raise Http404
        pictures = (each for chapter in rules_for(key).chapters() for each in chapter.pictures)
        found = next((each for each in pictures if each.key == picture), None)
        if found is None:
            raise Http404
        fresh = Example(key, found)
        kept: dict[str, Any] = request.session.get(KEY, {})
        return view(request, Example(key, found, tuple(kept["turns"])) if kept.get("board") == fresh.name else fresh)

    return show


@require_http_methods(["GET", "HEAD", "POST"])
@of_example
def board(request: HttpRequest, example: Example) -> HttpResponse:
    """The board; a turn is sent to the same address, or `again` to start anew."""
    if request.method != "POST":
        return _show_board(request, example)
    if "again" in request.POST:
        Example(example.rules, example.picture).keep(request)
        return redirect(f"{example.address()}#board")
    limits.LESSON_TRIES.take_from(request)
    token = request.POST.get("turns", "")[:LONGEST_TURN].strip()
    if example.locked or posted_number(request, "version") != len(example.turns):
        return _refuse_turn(request, example, example.locked or _("The position has changed. Check the board."), token)
    reached = example.reached
    try:
        token = reached.position.notation(reached.position.parse(token))
    except RuleError as refusal:
        return _refuse_turn(request, example, translate_message(refusal.message), token)
    after = Example(example.rules, example.picture, (*example.turns, token))
    after.keep(request)
    if SCRIPT not in request.headers:
        return redirect(f"{example.address()}#board")
    told = turn_for_script(reached.play(token), len(after.turns), locked=after.locked)
    return JsonResponse(name_player(after.reached, told) | {"over": after.reached.position.outcome is not None})


@require_safe
@of_example
def state(request: HttpRequest, example: Example) -> HttpResponse:
    """The board for the script, which no one else changes."""
    if "since" in request.GET:
        return HttpResponse(status=UNCHANGED)
    return JsonResponse(_example_state(example))


@require_safe
@of_example
def steps(request: HttpRequest, example: Example) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be."""
    if example.locked:
        return JsonResponse({"refused": example.locked})
    return JsonResponse(steps_for_script(example.reached, read_path(request.GET.get("path", ""))))


def _example_state(example: Example) -> dict[str, Any]:
    reached = example.reached
    return name_player(reached, state_for_script(reached, len(example.turns), locked=example.locked))


def _refuse_turn(request: HttpRequest, example: Example, why: str, token: str) -> HttpResponse:
    if SCRIPT in request.headers:
        return JsonResponse(_example_state(example) | {"refused": why, "left": ""}, status=UNREADABLE)
    return _show_board(request, example, refused=why, turns=token, status=BAD_INPUT)


def _show_board(
    request: HttpRequest, example: Example, *, refused: str = "", turns: str = "", status: int = 200
) -> HttpResponse:
    page, state, steps = (example.address(name) for name in ("rules-board", "rules-board-state", "rules-board-steps"))
    shown = BoardInput(
        example.reached,
        len(example.turns),
        Addresses(page, page, state, steps),
        read_path(request.GET.get("path", "")),
        turns,
        locked=example.locked,
        named=True,
    )
    known = {
        "example": example,
        "rules": all_rules()[example.rules],
        "board": shown,
        "refused": refused or shown.refusal,
        "playing": True,
    }
    return render(request, "play/lessons/example_board.html", known, status=status)
