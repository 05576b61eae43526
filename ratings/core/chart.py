"""A player's rating through time as one SVG element. Pure: values in, markup out.

A line through the ratings after each event, a band of one standard deviation about it, a tick for every
event on the axis. Colours come from `static/css/ratings.css`; attributes stand in where that is not loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from xml.sax.saxutils import escape

from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 12, 36
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES, MOST_DATES = 5, 6
MOST_DAYS = 4
LEAST_HEIGHT = 80
"""Points that the chart spans at least: a change of 3 shall not look like a cliff."""


@dataclass(frozen=True, slots=True)
class Point:
    """The rating after one event: its day, the value, one standard deviation, what the event is called."""

    on: date
    value: int
    spread: int
    label: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """Where days and ratings lie in the picture."""

    first: float
    last: float
    low: int
    high: int

    def x(self, day: float) -> float:
        return round(LEFT + (day - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        return round(TOP + (self.high - value) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM), 1)


def draw(points: Sequence[Point], *, start: int, translate: Translate = str) -> str:
    """The chart of at least one event, oldest first. `start` is the rating before the first.

    Raises ValueError without points. Anyone who cannot see it is told first, last, highest and lowest.
    """
    if not points:
        raise ValueError("a chart needs at least one event")
    days = place_days([point.on for point in points])
    values = [point.value for point in points]
    edges = [values[-1] - points[-1].spread, values[-1] + points[-1].spread]
    frame = make_frame(days, [start, *values, *edges])
    title = escape(str(translate(_summary(points, start))), {'"': "&quot;"})
    body = "".join((*draw_grid(frame), *_band(frame, days, points), *_draw_line(frame, days, values, start)))
    dots = "".join(_dots(frame, days, points))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" direction="ltr"'
        f' font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{title}">{body}{dots}</svg>'
    )


def _summary(points: Sequence[Point], start: int) -> Message:
    values = [point.value for point in points]
    return Message(
        _("Ratings after %(events)d events: from %(start)d to %(last)d, highest %(highest)d, lowest %(lowest)d."),
        {
            "events": len(points),
            "start": start,
            "last": values[-1],
            "highest": max(values),
            "lowest": min(values),
        },
    )


def place_days(dates: Sequence[date]) -> list[float]:
    """A place on the axis for each event: its day, and parts of a day where several share one."""
    together, before = Counter(dates), Counter[date]()
    days: list[float] = []
    for on in dates:
        days.append(on.toordinal() + before[on] / together[on])
        before[on] += 1
    return days


def make_frame(days: Sequence[float], values: Sequence[int]) -> Frame:
    """Room at the left for the rating before the first event; above and below for what is drawn and a little air."""
    span = max(max(days) - min(days), 7)
    middle = (min(values) + max(values)) / 2
    half = max(max(values) - min(values), LEAST_HEIGHT) * 0.55
    return Frame(min(days) - span * 0.06, max(days) + span * 0.02, int(middle - half), int(middle + half) + 1)


def draw_grid(frame: Frame) -> Iterator[str]:
    """Lines at round ratings, and dates under the axis."""
    for value in _round_values(frame):
        y = frame.y(value)
        yield f'<path class="c-grid" d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#d9d5cc" fill="none"/>'
        yield f'<text class="c-text" x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#615d56">{value}</text>'
    for day, text in _round_dates(frame):
        x = frame.x(day)
        yield f'<path class="c-axis" d="M{x} {HEIGHT - BOTTOM}v5" stroke="#8b867c" fill="none"/>'
        yield f'<text class="c-text" x="{x}" y="{HEIGHT - 8}" text-anchor="middle" fill="#615d56">{text}</text>'
    yield f'<path class="c-axis" d="M{LEFT} {HEIGHT - BOTTOM}H{WIDTH - RIGHT}" stroke="#8b867c" fill="none"/>'


def _round_values(frame: Frame) -> range:
    height = frame.high - frame.low
    step = next((step for step in STEPS if height / step <= MOST_LINES), STEPS[-1])
    return range(max(0, -(-frame.low // step) * step), frame.high + 1, step)


def _round_dates(frame: Frame) -> list[tuple[int, str]]:
    """First days of months or years where they are few enough, else a few plain days."""
    first, last = date.fromordinal(int(frame.first) + 1), date.fromordinal(int(frame.last))
    for months in (1, 2, 3, 6, 12, 24, 60, 120):
        firsts = list(_firsts(first, last, months))
        if len(firsts) <= MOST_DATES:
            break
    if len(firsts) >= 2:
        shape = "%Y" if months >= 12 else "%Y-%m"
        return [(day.toordinal(), day.strftime(shape)) for day in firsts]
    step = max((last - first) // (MOST_DAYS - 1), timedelta(days=1))
    days = [day for number in range(MOST_DAYS) if (day := first + step * number) <= last]
    return [(day.toordinal(), day.strftime("%Y-%m-%d")) for day in days]


def _firsts(first: date, last: date, months: int) -> Iterator[date]:
    """The first days of every so many months, counted from January."""
    month = first.year * 12 + first.month - 1
    while (day := date(month // 12, month % 12 + 1, 1)) <= last:
        if month % months == 0 and day >= first:
            yield day
        month += 1


def _band(frame: Frame, days: Sequence[float], points: Sequence[Point]) -> Iterator[str]:
    """One standard deviation up and down, cut off at the edges of the picture."""

    def y(value: int) -> float:
        return min(max(frame.y(value), TOP), HEIGHT - BOTTOM)

    upper = [f"{frame.x(day)} {y(point.value + point.spread)}" for day, point in zip(days, points, strict=True)]
    lower = [f"{frame.x(day)} {y(point.value - point.spread)}" for day, point in zip(days, points, strict=True)]
    if len(points) > 1:
        yield f'<path class="c-band" d="M{"L".join(upper + lower[::-1])}Z" fill="#0b6b63" fill-opacity="0.12"/>'


def _draw_line(frame: Frame, days: Sequence[float], values: Sequence[int], start: int) -> Iterator[str]:
    places = [f"{LEFT} {frame.y(start)}"]
    places += [f"{frame.x(day)} {frame.y(value)}" for day, value in zip(days, values, strict=True)]
    yield f'<path class="c-line" d="M{"L".join(places)}" stroke="#0b6b63" stroke-width="2" fill="none"/>'


def _dots(frame: Frame, days: Sequence[float], points: Sequence[Point]) -> Iterator[str]:
    """A dot for every event, hollow while the rating is provisional, and its tick on the axis."""
    for day, point in zip(days, points, strict=True):
        x, y = frame.x(day), frame.y(point.value)
        kind, fill = ("c-guess", "#fbfaf7") if point.provisional else ("c-dot", "#0b6b63")
        title = escape(f"{point.on:%Y-%m-%d} · {point.value} · {point.label}")
        yield f'<path class="c-tick" d="M{x} {HEIGHT - BOTTOM}v-6" stroke="#0b6b63" fill="none"/>'
        place = f'cx="{x}" cy="{y}" r="4" fill="{fill}" stroke="#0b6b63"'
        yield f'<circle class="{kind}" {place}><title>{title}</title></circle>'
