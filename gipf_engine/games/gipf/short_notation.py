"""The short notation of GIPF proposed by Julio974: the dot says the push, `*` its other direction, `X` takes a row off.

`e2` enters an empty spot, as officially. `e1` pushes from the dot e1; from a dot with two directions, `c1` goes along
the column, or from a dot beside the board (a2 to a4, i2 to i4) to the spot of the same number; `c1*` goes the other
way. `G` before it is a GIPF-piece. Which game it is of stands in tags, or is that of the game it is handed in for.
Source: julio974.medium.com, "A new notation for GIPF" (2020).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from gipf_engine.games.gipf.board import DOTS, WAYS
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.formats.base import RecordFormat
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.record import GameRecord, read_records

_TURN = re.compile(r"(G?)([a-i][1-9])(\*?)([Xx]?)", re.ASCII)
_TAGS = re.compile(r"\A(?:\s*\[[^\n]*\][ \t]*\r?(?:\n|\Z))*+", re.ASCII)
_OTHER_GAME = re.compile(r'\[Game "(?!gipf")', re.ASCII)
_MOST_WORDS = 400
"""By so many the format is recognised."""
_NUMBER = re.compile(r"\d{1,4}\.+")


def _ways() -> dict[str, tuple[str, str]]:
    """By dot: the spot that the plain form goes to, and that of the star; the same where there is one way."""
    found = {}
    for dot in DOTS:
        spots = [way.spots[0] for way in WAYS if way.dot == dot]
        plain = next((spot for spot in spots if spot[0] == dot[0]), None)
        plain = plain or next((spot for spot in spots if spot[1] == dot[1]), spots[0])
        found[dot] = (plain, next((spot for spot in spots if spot != plain), plain))
    return found


_TO = _ways()


@register
class ShortGipf(RecordFormat):
    """Turns that are a dot alone, with `*` and `X`."""

    key = "short-gipf"
    name = _("short notation for GIPF")
    help = _("GIPF with pushes written as e1 or c1*.")

    def detects(self, text: str) -> bool:
        """Whether every turn is a point or a dot with a star, and one at least is what our notation does not know.

        Rings of YINSH are placed by points as well: where tags name another game, it is that.
        """
        tags = _TAGS.match(text)
        if tags and _OTHER_GAME.search(tags[0]):
            return False
        words = _TAGS.sub("", text, count=1).split(maxsplit=_MOST_WORDS)[:_MOST_WORDS]
        turns = [rest for word in words if (rest := _NUMBER.sub("", word, count=1)) and rest != "*"]
        found = [_TURN.fullmatch(turn) for turn in turns if turn[0] in "Gabcdefghi"]
        own = [turn for turn in found if turn is None or not (turn[2] in _TO or turn[4])]
        return bool(found) and None not in found and len(own) < len(found)

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """The records, each turn in GF1 form; whether it is legal is for the rules to say."""
        return [
            replace(record, tokens=tuple(map(_own, record.tokens)), tags={**known, **record.tags})
            for record in read_records(text)
        ]


def _own(token: str) -> str:
    found = _TURN.fullmatch(token)
    if found is None:
        return token
    gipf, point, star, row = found.groups()
    entry = f"{point}-{_TO[point][bool(star)]}" if point in _TO else point
    return f"{gipf}{entry}{';x' if row else ''}"
