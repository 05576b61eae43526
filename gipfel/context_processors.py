"""What every template knows."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from common import theme
from common.live.bus import STREAM
from games.core.board_look import look_of
from players.models import Account
from players.notifications.queries import Bell, bell_of
from players.permissions import permissions_anywhere
from players.roles import Permission

MAIN_PAGES = {
    "learn": ("analysis", "practice", "project", "puzzles", "rules", "studies"),
    "events": ("circuits", "festivals", "leagues", "stages"),
    "clubs": ("titles",),
}
"""By main page: the first parts of other addresses on whose pages the header marks it as the current one."""
_MAIN_PAGE_OF = {part: main for main, parts in MAIN_PAGES.items() for part in parts}


def site(request: HttpRequest) -> dict[str, Any]:
    """The theme, and what the header offers. Its functions ask the database only where they are used."""
    chosen = theme.of(request)
    part = request.path.split("/", 2)[1]
    permissions = cache(
        partial(permissions_anywhere, getattr(request, "user", None))
    )  # asked once, whatever is offered by it
    return {
        "BASE_URL": settings.BASE_URL,
        "theme": chosen,
        "board_look": look_of(request),
        "section": _MAIN_PAGE_OF.get(part, part),
        "themes": theme.NAMES,
        "sees_jobs": lambda: Permission.SEE_JOBS in permissions(),
        "moderates": lambda: Permission.MODERATE in permissions(),
        "sees_server": lambda: Permission.SEE_SERVER in permissions(),
        "bell": cache(partial(_bell, request)),
        "live_stream": request.META.get(STREAM, ""),
    }


def _bell(request: HttpRequest) -> Bell | None:
    user = getattr(request, "user", None)
    return bell_of(user) if isinstance(user, Account) else None
