"""What every template knows."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from gipfel import theme
from players.models import Account
from players.permissions import may, may_anywhere
from players.role_offers import awaits_answer
from players.roles import Act

THEMES = [("auto", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))]


def page(request: HttpRequest) -> dict[str, Any]:
    """The theme, and what the header offers. Its functions ask the database only where they are used."""
    chosen = theme.of(request)
    return {
        "BASE_URL": settings.BASE_URL,
        "theme": chosen,
        "theme_media": theme.MEDIA[chosen],
        "themes": THEMES,
        "sees_jobs": partial(_sees_jobs, request),
        "sees_server": partial(_sees_server, request),
        "awaits_answer": partial(_awaits_answer, request),
    }


def _awaits_answer(request: HttpRequest) -> bool:
    user = getattr(request, "user", None)
    return isinstance(user, Account) and awaits_answer(user)


def _sees_jobs(request: HttpRequest) -> bool:
    return may_anywhere(getattr(request, "user", None), Act.SEE_JOBS)


def _sees_server(request: HttpRequest) -> bool:
    return may(getattr(request, "user", None), Act.SEE_SERVER, "server")
