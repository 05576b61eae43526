"""The fair play policy."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.fair_play import OPEN_TURNS


@require_safe
def fair_play(request: HttpRequest) -> HttpResponse:
    """What players may use, what the server keeps from them while they play, and what happens otherwise."""
    return render(request, "play/core/fair_play.html", {"turns": OPEN_TURNS})
