"""Who is at the board, and how long the line there takes: kept in the cache alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from common.cached_values import read_as
from play.core.playing import now_ms

AWAY_MS = 30_000
"""A person of whom nothing was heard for so long is away; his page says every ten seconds that he is there."""
LEFT_MS = 120_000
"""Who was away for so long has left. Browsers let a page in the background speak once a minute."""
LONGEST_LINE_MS = 400
"""What a line may take, both ways; more of it is the player's. A player can slow a line down on purpose."""
OUTLIER_MS = 150
"""A page that says so much more than the server measured, and more than twice as much, is shown to moderators."""
MOST_OUTLIERS = 50
_KEPT_SECONDS = 7 * 86_400
_OUTLIERS = "line-outliers"


def note_presence(game_id: int, seat: int, now: int) -> None:
    """A person is at the board at this instant."""
    cache.set(_key(game_id, seat), now, _KEPT_SECONDS)


def last_seen(game_id: int, seat: int) -> int | None:
    """The instant at which a person was last at the board; None where nothing is known."""
    seen = cache.get(_key(game_id, seat))
    return seen if isinstance(seen, int) else None


def away_for(game_id: int, seat: int, now: int) -> int | None:
    """For how many milliseconds a person has been away; None for who is there, or of whom nothing is known."""
    seen = last_seen(game_id, seat)
    return None if seen is None or now - seen < AWAY_MS else now - seen


def both_left_at(game_id: int, now: int) -> int | None:
    """The instant at which the second of two players left; None unless both have."""
    seen = [last_seen(game_id, seat) for seat in (0, 1)]
    known = [moment for moment in seen if moment is not None and now - moment >= LEFT_MS]
    return max(known) if len(known) == len(seen) else None


@dataclass(frozen=True)
class LineOutlier:
    """A page that said much more of its line than the server measured, in milliseconds, at an instant."""

    game: int
    seat: int
    said: int
    measured: int
    at: int


def note_line(game_id: int, seat: int, reported: int, measured: int | None) -> None:
    """A player's page has measured how long a request takes there and back, and the server a ping: the less counts.

    Without a measure of the server nothing is believed: no line of its own, no word of the page alone, gives time.
    """
    believed = 0 if measured is None else min(reported, measured)
    cache.set(_line_key(game_id, seat), max(0, min(believed, LONGEST_LINE_MS)), _KEPT_SECONDS)
    if measured is not None and reported > max(measured + OUTLIER_MS, 2 * measured):
        others = [each for each in line_outliers() if (each.game, each.seat) != (game_id, seat)]
        noted = LineOutlier(game_id, seat, reported, measured, now_ms())
        cache.set(_OUTLIERS, [noted, *others][:MOST_OUTLIERS], _KEPT_SECONDS)


def line_outliers() -> list[LineOutlier]:
    """The latest pages that said much more than was measured, the newest first; a week, or what the cache keeps."""
    return read_as(list[LineOutlier], cache.get(_OUTLIERS)) or []


def line_of(game_id: int, seat: int) -> int:
    """How many milliseconds of each turn a player's line takes; 0 where nothing is known."""
    measured = cache.get(_line_key(game_id, seat))
    return measured if isinstance(measured, int) else 0


def _line_key(game_id: int, seat: int) -> str:
    return f"line-to-board:{game_id}:{seat}"


def _key(game_id: int, seat: int) -> str:
    return f"at-board:{game_id}:{seat}"
