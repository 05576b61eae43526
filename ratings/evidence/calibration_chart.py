"""What was expected beside what was scored, as one SVG element. Pure: values in, markup out.

A dot for each tenth of what was expected, the larger the more games; a perfect forecast has them on the diagonal.
Colours come from `static/css/ratings.css`; attributes stand in where that is not loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from gipf_engine.ratings.evidence import Bin

SIZE, LEFT, BOTTOM, EDGE = 260, 40, 30, 12
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
LEAST_RADIUS, MOST_RADIUS = 3.0, 11.0


def draw_calibration(bins: Sequence[Bin], label: str) -> str:
    """The picture of at least one bin; `label` is for anyone who cannot see it. Raises ValueError without bins."""
    if not bins:
        raise ValueError("a calibration needs games")
    title = escape(label, {'"': "&quot;"})
    body = "".join((*_grid(), *_dots(bins)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart calibration" viewBox="0 0 {SIZE} {SIZE}" direction="ltr"'
        f' font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{title}">{body}</svg>'
    )


def _x(value: float) -> float:
    return round(LEFT + value * (SIZE - LEFT - EDGE), 1)


def _y(value: float) -> float:
    return round(SIZE - BOTTOM - value * (SIZE - BOTTOM - EDGE), 1)


def _grid() -> Iterator[str]:
    for tick in TICKS:
        x, y = _x(tick), _y(tick)
        yield f'<path class="c-grid" d="M{_x(0)} {y}H{_x(1)}M{x} {_y(0)}V{_y(1)}" stroke="#d9d5cc" fill="none"/>'
        yield f'<text class="c-text" x="{LEFT - 6}" y="{y + 4}" text-anchor="end" fill="#615d56">{tick:g}</text>'
        yield f'<text class="c-text" x="{x}" y="{SIZE - 10}" text-anchor="middle" fill="#615d56">{tick:g}</text>'
    yield f'<path class="c-axis" d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#8b867c" fill="none"/>'


def _dots(bins: Sequence[Bin]) -> Iterator[str]:
    most = max(each.games for each in bins)
    for each in bins:
        radius = round(LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * (each.games / most) ** 0.5, 1)
        title = f"{each.expected:.2f} → {each.score:.2f} ({each.games})"
        place = f'cx="{_x(each.expected)}" cy="{_y(each.score)}" r="{radius}" fill="#0b6b63" fill-opacity="0.6"'
        yield f'<circle class="c-dot" {place}><title>{title}</title></circle>'
