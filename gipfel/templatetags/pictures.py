"""Small pictures of pages: icons, games, initials, flags, lines of ratings. Builtins of the template engine."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from zlib import crc32

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from gipf_engine.rules.introduced_games import IntroducedGame, introduced_games
from players.core.countries import countries

register = template.Library()

SYMBOL = re.compile(r'<symbol id="([\w-]+)">(.*?)</symbol>', re.DOTALL)
DISC_COLOURS = 8
JOINER_STOP = "\u200c"
"""Between two initials of a script whose letters join."""
SPARK_WIDTH, SPARK_HEIGHT = 64, 20
GAME = "game-"
"""Begins the names of the pictures of games."""


@cache
def drawings() -> dict[str, str]:
    """What stands in `templates/parts/icons.svg` and in the `icon.svg` of a game's folder, by its names."""
    folder = settings.BASE_DIR / "gipf_engine" / "games"
    files = [settings.BASE_DIR / "templates" / "parts" / "icons.svg", *sorted(folder.glob("*/icon.svg"))]
    return dict(SYMBOL.findall("".join(file.read_text(encoding="utf-8") for file in files)))


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """An outline of 24 px in the colour of the text; KeyError for a name that the file does not have."""
    drawing = drawings()[name]
    return mark_safe(f'<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">{drawing}</svg>')  # noqa: S308


@register.simple_tag
@cache
def game_icon(rules: str, size: int = 24) -> SafeString:
    """The picture of the game whose rules have this key, `size` pixels wide."""
    drawing = drawings().get(GAME + game_of(rules)) or drawings()[f"{GAME}other"]
    head = f'<svg class="game-icon" viewBox="0 0 48 48" width="{size}" height="{size}" aria-hidden="true">'
    return mark_safe(f"{head}{drawing}</svg>")  # noqa: S308


@register.simple_tag
def every_game() -> list[IntroducedGame]:
    """All games, to link to the page that introduces them."""
    return introduced_games()


@register.filter
def game_of(rules: str) -> str:
    """The game that these rules are of: "gipf" of "gipf-tournament"."""
    return rules.partition("-")[0]


@register.simple_tag
def face(name: str) -> SafeString:
    """A person's initials in a disc, whose colour follows from the name.

    They are drawn and no text: what is read aloud, searched or copied is the name beside them.
    """
    colour = crc32(name.encode()) % DISC_COLOURS
    drawn = '<span class="face face-{}" data-initials="{}" aria-hidden="true"></span>'
    return format_html(drawn, colour, initials(name))


def initials(name: str) -> str:
    """The first letters of the first and the last word; of a name in Han characters or kana the first one alone."""
    words = [word for word in name.split() if word[0].isalnum()]
    if not words:
        return "?"
    first, last = words[0][0], words[-1][0]
    if len(words) == 1 or unicodedata.east_asian_width(first) == "W":
        return first.upper()
    joined = JOINER_STOP if unicodedata.bidirectional(first) == "AL" else ""
    return f"{first}{joined}{last}".upper()


@cache
def _flags() -> frozenset[str]:
    return frozenset(file.stem for file in (settings.BASE_DIR / "static" / "flags").glob("*.svg"))


@register.simple_tag
def flag(country: str) -> SafeString | str:
    """The flag of a country (ISO 3166-1, two letters) with its name; the letters where there is no drawing of it."""
    if country.lower() not in _flags():
        return format_html('<span class="small quiet">{}</span>', country) if country else ""
    name = dict(countries()).get(country, country)
    address = static(f"flags/{country.lower()}.svg")
    return format_html(
        '<img class="flag" src="{}" alt="{}" title="{}" width="20" height="15" loading="lazy">', address, name, name
    )


@register.simple_tag
def spark(values: Sequence[int]) -> SafeString | str:
    """A line through these values, the oldest first; nothing for fewer than two. It says no more than they do."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    step, unit = (SPARK_WIDTH - 4) / (len(values) - 1), (SPARK_HEIGHT - 6) / max(high - low, 1)
    points = [f"{2 + at * step:.1f},{SPARK_HEIGHT - 3 - (value - low) * unit:.1f}" for at, value in enumerate(values)]
    x, y = points[-1].split(",")
    return format_html(
        '<svg class="spark" viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="2"/></svg>',
        *(SPARK_WIDTH, SPARK_HEIGHT, SPARK_WIDTH, SPARK_HEIGHT, " ".join(points), x, y),
    )
