"""How boards look to a reader: theme, letters, patterns. Kept in cookies, put into the page by the server."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

AUTO, ON, OFF = "auto", "on", "off"
CHOICES = {
    "board": (AUTO, "paper", "wood", "slate", "night"),
    "letters": (OFF, ON),
    "patterns": (AUTO, ON, OFF),
}
"""What may be chosen, by the name of the cookie; the first where nothing was chosen. `AUTO`: as the device says."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """A reader's choices."""

    board: str
    letters: str
    patterns: str


def look_of(request: HttpRequest) -> BoardLook:
    """The reader's choices; anything unknown is as if nothing was chosen."""
    asked = {name: request.COOKIES.get(name, "") for name in CHOICES}
    return BoardLook(**{name: asked[name] if asked[name] in known else known[0] for name, known in CHOICES.items()})
