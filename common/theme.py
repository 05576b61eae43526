"""Light, dark or as the device says: kept in a cookie, put into the page by the server, so that nothing flashes."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

COOKIE = "theme"
DEFAULT = "auto"

NAMES = [("auto", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))]
CHOICES = tuple(code for code, _name in NAMES)


def of(request: HttpRequest) -> str:
    """The reader's choice; anything unknown is as if nothing was chosen."""
    chosen = request.COOKIES.get(COOKIE, DEFAULT)
    return chosen if chosen in CHOICES else DEFAULT
