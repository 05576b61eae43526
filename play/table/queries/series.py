"""A series as its games have gone so far."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.results import RESULTS, SideResult
from play.models import OnlineGame

_TENTHS = {SideResult.WIN: 10, SideResult.DRAW: 5}


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Game `number` of `length`; the points of its White and Black in all games of the series, in tenths."""

    number: int
    length: int
    white: int
    black: int
    has_ended: bool

    def of(self, seat: int) -> int:
        """The points of the player who has this seat in this game."""
        return (self.white, self.black)[seat]


def series_score(online: OnlineGame) -> SeriesScore | None:
    """The series of a game; None where it is a single one. Who has White in it has White in every second game."""
    series = online.series
    if series is None:
        return None
    points = [0, 0]
    played = OnlineGame.objects.filter(series=series).order_by("series_number")
    for number, code in played.values_list("series_number", "game__result"):
        swapped = (number - online.series_number) % 2
        result = RESULTS[code]
        for seat, outcome in enumerate((result.outcome("white"), result.outcome("black"))):
            if outcome is not None:
                points[seat ^ swapped] += _TENTHS.get(outcome, 0)
    return SeriesScore(online.series_number, series.length, points[0], points[1], series.ended_at is not None)
