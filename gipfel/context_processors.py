"""What every template knows."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common import theme
from common.live.bus import STREAM
from games.core.board_look import look_of
from players.grants.queries import awaits_answer
from players.models import Account
from players.notifications.queries import Bell, bell_of
from players.permissions import permissions_anywhere
from players.roles import Permission

THEMES = [("auto", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))]


def site(request: HttpRequest) -> dict[str, Any]:
    """The theme, and what the header offers. Its functions ask the database only where they are used."""
    chosen = theme.of(request)
    permissions = cache(
        partial(permissions_anywhere, getattr(request, "user", None))
    )  # asked once, whatever is offered by it
    return {
        "BASE_URL": settings.BASE_URL,
        "theme": chosen,
        "board_look": look_of(request),
        "section": request.path.split("/", 2)[1],
        "themes": THEMES,
        "sees_jobs": lambda: Permission.SEE_JOBS in permissions(),
        "moderates": lambda: Permission.MODERATE in permissions(),
        "sees_server": lambda: Permission.SEE_SERVER in permissions(),
        "awaits_answer": partial(_awaits_answer, request),
        "bell": partial(_bell, request),
        "live_stream": request.META.get(STREAM, ""),
    }


def _awaits_answer(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return isinstance(user, Account) and awaits_answer(user)


def _bell(request: HttpRequest) -> Bell | None:
    user = getattr(request, "user", None)
    return bell_of(user) if isinstance(user, Account) else None
