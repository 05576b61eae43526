"""In which form an answer is written: as Accept asks, or as `?format=` does where an address has several forms."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class FormatWhereThereAreSeveral(DefaultContentNegotiation):
    """Where there is one form alone, `format` in a query string is no choice of it: lists of events filter by it."""

    settings: Any

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        known = list(renderers)
        self.settings = SimpleNamespace(URL_FORMAT_OVERRIDE="format" if len(known) > 1 else None)
        renderer, media_type = super().select_renderer(request, known, format_suffix)
        return renderer, media_type
