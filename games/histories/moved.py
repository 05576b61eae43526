"""Past games of a club as they leave the server, and are read again: one history, its events, their games.

Players are called by keys, as the caller's file calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef

from games.models import Game, History, PastEvent, Record
from players.core.queries.records import canonical_id


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedHistory:
    """What was imported as one file. `withdrawn`: no list counts its games, and no reader sees them."""

    rules: str
    rated: bool
    withdrawn: bool
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPastEvent:
    """An event of a history; its games follow it."""

    number: int
    name: str
    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPastGame:
    """A game: its line in the file of then, and what it is now. `white` and `black` are keys of people."""

    line: int
    round: str
    white: str
    black: str
    played_on: date | None
    rated: bool
    result: str
    rated_result: str
    records: tuple[str, ...] = ()


_OWN = ("played_on", "rated", "result", "rated_result")
MOVED_STATES = (History.State.IN, History.State.BACK)
"""Of others not all is here, or they were refused."""


def moved_history(history: History) -> MovedHistory:
    """The head of it."""
    return MovedHistory(
        rules=history.rules,
        rated=history.rated,
        withdrawn=history.state == History.State.BACK,
        digest=history.digest,
    )


def moved_games(
    history: History, key_of: Callable[[int], str], records_of: Callable[[int], list[str]]
) -> Iterator[MovedPastEvent | MovedPastGame]:
    """Its events in their order, each followed by its games, in memory one event at a time.

    `key_of` says how a canonical person is called, `records_of` what records a game (id) has.
    """
    has_record = Exists(Record.objects.filter(game=OuterRef("pk")))
    for event in PastEvent.objects.filter(history=history).order_by("number"):
        yield MovedPastEvent(number=event.number, name=event.name, starts_on=event.starts_on, ends_on=event.ends_on)
        rows = Game.objects.filter(past__event=event).order_by("past__line").annotate(records_here=has_record)
        people = (canonical_id("white"), canonical_id("black"))
        names = ("past__line", "past__round", *_OWN, "pk", "records_here")
        for *of_game, white, black in rows.values_list(*names, *people):
            line, round_, played_on, rated, result, rated_result, pk, has_records = of_game
            yield MovedPastGame(
                line=line,
                round=round_,
                white=key_of(white),
                black=key_of(black),
                played_on=played_on,
                rated=rated,
                result=result,
                rated_result=rated_result,
                records=tuple(records_of(pk)) if has_records else (),
            )
