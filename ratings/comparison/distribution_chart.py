"""How ratings are spread as one SVG element of bars. Pure: values in, markup out. Colours as in
`ratings.core.chart`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from xml.sax.saxutils import escape

from ratings.comparison.queries import Bin

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 22, 30
MOST_LABELS, MOST_LINES = 7, 4
_STEPS = (1, 2, 5)


def draw_distribution(bins: Sequence[Bin], label: str, value: int | None = None) -> str:
    """A bar for each of `bins`, which lie side by side; `value` is marked. Anyone who cannot see it is told `label`.

    Raises ValueError without bins.
    """
    if not bins:
        raise ValueError("a distribution needs players")
    most, step = max(each.players for each in bins), bins[0].upper + 1 - bins[0].lower
    width = (WIDTH - LEFT - RIGHT) / len(bins)

    def y(players: int) -> float:
        return round(HEIGHT - BOTTOM - players / most * (HEIGHT - TOP - BOTTOM), 1)

    def x(rating: float) -> float:
        return round(LEFT + (rating - bins[0].lower) / step * width, 1)

    title = escape(label, {'"': "&quot;"})
    body = "".join((*_grid(most, y), *_bars(bins, value, x, y), *_labels(bins, x), *_mark(value, x)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" direction="ltr"'
        f' font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{title}">{body}</svg>'
    )


def _grid(most: int, y: Callable[[int], float]) -> Iterator[str]:
    step = next(size * 10**power for power in range(9) for size in _STEPS if most <= MOST_LINES * size * 10**power)
    for players in range(0, most + 1, step):
        at = y(players)
        kind = "c-grid" if players else "c-axis"
        yield f'<path class="{kind}" d="M{LEFT} {at}H{WIDTH - RIGHT}" stroke="#d9d5cc" fill="none"/>'
        yield f'<text class="c-text" x="{LEFT - 8}" y="{at + 4}" text-anchor="end" fill="#615d56">{players}</text>'


def _bars(
    bins: Sequence[Bin], value: int | None, x: Callable[[float], float], y: Callable[[int], float]
) -> Iterator[str]:
    for each in bins:
        if not each.players:
            continue
        left, right, top = x(each.lower) + 1, x(each.upper + 1) - 1, y(each.players)
        own = value is not None and each.lower <= value <= each.upper
        kind = "c-bar c-own" if own else "c-bar"
        outline = f"M{left:.1f} {HEIGHT - BOTTOM}V{top}H{right:.1f}V{HEIGHT - BOTTOM}Z"
        yield (
            f'<path class="{kind}" d="{outline}" fill="#0b6b63">'
            f"<title>{each.lower}–{each.upper}: {each.players}</title></path>"
        )


def _labels(bins: Sequence[Bin], x: Callable[[float], float]) -> Iterator[str]:
    every = -(-len(bins) // MOST_LABELS)
    for each in bins[::every]:
        at = x(each.lower)
        yield f'<text class="c-text" x="{at}" y="{HEIGHT - 8}" text-anchor="middle" fill="#615d56">{each.lower}</text>'


def _mark(value: int | None, x: Callable[[float], float]) -> Iterator[str]:
    if value is None:
        return
    at = x(value + 0.5)
    yield f'<path class="c-mark" d="M{at} {TOP - 4}V{HEIGHT - BOTTOM}" stroke="#1d1c1a" stroke-width="2" fill="none"/>'
    yield f'<text class="c-letter" x="{at}" y="{TOP - 8}" text-anchor="middle" fill="#1d1c1a">{value}</text>'
