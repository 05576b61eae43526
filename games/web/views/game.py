"""The page of a game, and the boards that its stepping is made of."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common.translation import translate_message
from engine.rules.possible_results import OVER_THE_BOARD
from games.queries import GamePage, RecordView, certificates_of, record_view
from games.replay import Frame
from games.web.views.common import context, page_or_404

BOARDS_AT_ONCE = 100
"""Positions in one answer: nearly every game in full, and never an endless one."""


@dataclass(frozen=True)
class BoardState:
    """Where in a record the page stands, and where its four links lead."""

    record: RecordView
    ply: int

    @property
    def last(self) -> int:
        return self.record.line.plies

    @property
    def back(self) -> int | None:
        return self.ply - 1 if self.ply else None

    @property
    def on(self) -> int | None:
        return self.ply + 1 if self.ply < self.last else None

    @property
    def frame(self) -> Frame:
        return self.record.frame(self.ply)

    @property
    def svg(self) -> SafeString:
        return render_game(self.frame)


def render_game(frame: Frame) -> SafeString:
    """The board of a frame for a template: markup of our own making, without anything a visitor wrote."""
    return mark_safe(frame.svg(translate_message))  # noqa: S308  drawn by engine.diagrams from rules' values alone


@require_safe
def show(request: HttpRequest, game_id: int) -> HttpResponse:
    """A game: the board at `?ply=`, the moves, the result and how it came about. `?record=` picks a record."""
    page = page_or_404(game_id)
    record = record_view(page, number_asked(request, "record"))
    if record is None and page.records:
        raise Http404
    known = context(request, page) | {"stand": _board_state(request, record)} | _certificate_context(page, record)
    if record is None:
        known["svg"] = _start_board(page)
    else:
        known["boards_url"] = f"{_boards_url(page, record)}?v={record.line.digest[:12]}-{get_language()}"
    return render(request, "games/game.html", known)


def _certificate_context(page: GamePage, record: RecordView | None) -> dict[str, object]:
    """The certificate of the record that is shown, or of the score sheet where there is none."""
    number = None if record is None else record.line.number
    certificate = next((each for each in reversed(certificates_of(page.game.pk)) if each.record == number), None)
    return {"certificate": certificate, "awaited": record is not None and record.line.outcome in OVER_THE_BOARD}


def number_asked(request: HttpRequest, name: str) -> int | None:
    """A whole number from the address; None without one. What is no number is no page."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Http404
    return int(text)


def _board_state(request: HttpRequest, record: RecordView | None) -> BoardState | None:
    if record is None:
        return None
    ply = number_asked(request, "ply")
    if ply is not None and ply > record.line.plies:
        raise Http404
    return BoardState(record, record.line.plies if ply is None else ply)


def _start_board(page: GamePage) -> SafeString:
    return render_game(Frame(page.start.position().view(), None))


def _boards_url(page: GamePage, record: RecordView) -> str:
    return reverse("game-boards", args=[page.game.pk, record.line.number])


@require_safe
def boards(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Drawn positions of a record from `?from=` on, for stepping without reloading. A record never changes."""
    record = record_view(page_or_404(game_id), number)
    first = number_asked(request, "from") or 0
    if record is None or first > record.line.plies:
        raise Http404
    shown = record.frames()[first : first + BOARDS_AT_ONCE]
    answer = JsonResponse(
        {
            "from": first,
            "boards": [
                {"svg": frame.svg(translate_message), "words": [translate_message(words) for words in frame.words()]}
                for frame in shown
            ],
        }
    )
    if request.GET.get("v"):
        patch_cache_control(answer, private=True, max_age=86400, immutable=True)
    return answer
