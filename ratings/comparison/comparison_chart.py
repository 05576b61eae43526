"""The ratings of up to five players through time as one SVG element. Pure: values in, markup out.

Each line has strokes, marks and a letter of its own, so that no one needs to tell colours apart. Colours come from
`static/css/ratings.css`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from xml.sax.saxutils import escape

from ratings.core.chart import HEIGHT, WIDTH, Frame, draw_grid, make_frame, place_days

STROKES = ("", "8 4", "2 4", "12 4 2 4", "5 2")
"""The dashes of each line in turn; "" is a whole one."""
MOST_MARKS = 40
"""A line of more events has a mark at some of them: else they run into each other."""
_APART = 18
"""Letters at the ends of lines stand at least so far from each other."""
_HIGHEST = 12
"""Where the line of text of the highest letter is: all of it is seen."""
_HALF, _BESIDE, _MARGIN = 5, 8, 16
"""Half of a letter's height; how far from a mark it begins; what the chart is wider for it."""


@dataclass(frozen=True, slots=True)
class PlayerCurve:
    """One player: a letter, and the rating after each event, the oldest first."""

    letter: str
    name: str
    points: Sequence[tuple[date, int]]


def _circle(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="3.5"/>'


def _square(x: float, y: float) -> str:
    return f'<path d="M{x - 3.5} {y - 3.5}h7v7h-7Z"/>'


def _triangle(x: float, y: float) -> str:
    return f'<path d="M{x} {y - 4.5}l4.5 8h-9Z"/>'


def _diamond(x: float, y: float) -> str:
    return f'<path d="M{x} {y - 5}l5 5l-5 5l-5 -5Z"/>'


def _cross(x: float, y: float) -> str:
    return f'<path d="M{x - 4} {y - 4}l8 8M{x + 4} {y - 4}l-8 8" fill="none"/>'


MARKS: tuple[Callable[[float, float], str], ...] = (_circle, _square, _triangle, _diamond, _cross)


def draw_comparison(lines: Sequence[PlayerCurve], label: str) -> str:
    """The chart of at least one line. A reader who cannot see it has `label` and the table. ValueError without."""
    if not lines or not all(line.points for line in lines):
        raise ValueError("a comparison needs players who have played")
    days = [place_days([on for on, _value in line.points]) for line in lines]
    frame = make_frame([day for each in days for day in each], [value for line in lines for _on, value in line.points])
    end = frame.x(max(when[-1] for when in days))
    body = "".join(
        part
        for place, (line, when) in enumerate(zip(lines, days, strict=True))
        for part in _draw_player(frame, place, line, when, end)
    )
    title = escape(label, {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH + _MARGIN} {HEIGHT}"'
        f' direction="ltr" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{title}">'
        f"{''.join(draw_grid(frame))}{body}{''.join(_letters(frame, lines, end))}</svg>"
    )


def draw_key(place: int) -> str:
    """The line and mark of the player at this place (from 0), for a legend."""
    drawn = _stroke(place, "M1 7H39") + MARKS[place](20, 7)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart-key c-player-{place + 1}" viewBox="0 0 40 14"'
        f' width="40" height="14" aria-hidden="true" focusable="false">{drawn}</svg>'
    )


def _draw_player(frame: Frame, place: int, line: PlayerCurve, days: Sequence[float], end: float) -> Iterator[str]:
    """Stroke and marks of a player; after the last mark a thin line up to `end`, as the rating is still the same."""
    places = [(frame.x(day), frame.y(value)) for day, (_on, value) in zip(days, line.points, strict=True)]
    yield f'<g class="c-player-{place + 1}">'
    if places[-1][0] < end:
        yield f'<path class="c-rest" d="M{places[-1][0]} {places[-1][1]}H{end}" fill="none"/>'
    if len(places) > 1:
        yield _stroke(place, "M" + "L".join(f"{x} {y}" for x, y in places))
    every = -(-len(places) // MOST_MARKS)
    for number, ((x, y), (on, value)) in enumerate(zip(places, line.points, strict=True)):
        if (len(places) - 1 - number) % every == 0:
            title = escape(f"{line.letter} {line.name} · {on:%Y-%m-%d} · {value}")
            yield f"<g>{MARKS[place](x, y)}<title>{title}</title></g>"
    yield "</g>"


def _stroke(place: int, path: str) -> str:
    dashes = f' stroke-dasharray="{STROKES[place]}"' if STROKES[place] else ""
    return f'<path class="c-way" d="{path}" fill="none"{dashes}/>'


def _letters(frame: Frame, lines: Sequence[PlayerCurve], end: float) -> Iterator[str]:
    """The letter of each line beyond all marks and lines; where lines end together, one above the other."""
    ends = sorted((frame.y(line.points[-1][1]) + _HALF, place) for place, line in enumerate(lines))
    heights, last = list[float](), math.inf
    for y, _place in reversed(ends):
        last = min(y, last - _APART)
        heights.insert(0, last)
    least: float = _HIGHEST
    for height, (_y, place) in zip(heights, ends, strict=True):
        at_y = max(height, least)  # none beyond the edge of the chart: the others make room below
        least = at_y + _APART
        kind, at = f"c-letter c-player-{place + 1}", f'x="{end + _BESIDE}" y="{round(at_y, 1)}"'
        yield f'<text class="{kind}" {at}>{lines[place].letter}</text>'
