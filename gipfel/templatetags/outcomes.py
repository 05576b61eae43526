"""Who won, as lists of games mark it. Builtins of the template engine."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from gipf_engine.results import RESULTS, SideResult

register = template.Library()

SIDES = ("white", "black")
LETTERS = {
    SideResult.WIN: ("won", pgettext_lazy("sign of a game", "W"), pgettext_lazy("a game", "won")),
    SideResult.DRAW: ("drawn", pgettext_lazy("sign of a game", "D"), pgettext_lazy("a game", "drawn")),
    SideResult.LOSS: ("lost", pgettext_lazy("sign of a game", "L"), pgettext_lazy("a game", "lost")),
}
"""By outcome: the class of the chip, its sign, and what is read out."""


@register.filter
def winner(code: str) -> str:
    """The side that won by a result, "white" or "black"; "" where none did."""
    return next((side for side in SIDES if RESULTS[code].outcome(side) is SideResult.WIN), "")


@register.simple_tag
def outcome(code: str, side: str) -> SafeString | str:
    """Won, drawn or lost for `side`, as a small cell; nothing while there is no result."""
    found = RESULTS[code].outcome(side)
    if found is None:
        return ""
    kind, sign, word = LETTERS[found]
    seen = format_html('<b aria-hidden="true">{}</b><span class="visually-hidden">{}</span>', sign, word)
    return format_html('<span class="chip outcome {}" title="{}">{}</span>', kind, word, seen)
