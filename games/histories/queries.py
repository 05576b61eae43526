"""Reading histories: what a club imported, and the games of a past event."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F

from games.core.queries.lists import GameRow, rows_of
from games.models import Game, History, PastEvent, PastGame
from players.models import Club

_HEAVY = ("content", "people", "found")
"""What only a history that waits holds, and only its own page needs."""


def histories_of(club: Club) -> list[History]:
    """What a club imported, the newest first."""
    return list(History.objects.filter(club=club).defer(*_HEAVY).order_by("-pk")[:200])


def history_or_none(history_id: int, club: Club | None = None) -> History | None:
    """One history, of this club where one is named."""
    rows = History.objects.select_related("club").defer(*_HEAVY)
    return (rows.filter(club=club) if club is not None else rows).filter(pk=history_id).first()


def events_of(history: History) -> list[PastEvent]:
    """Its events in the order of the file, each with `played`, the number of its games."""
    return list(PastEvent.objects.filter(history=history).annotate(played=Count("past_games")).order_by("number"))


@dataclass(frozen=True, slots=True)
class PastRow:
    """A game of a past event with its round."""

    round: str
    game: GameRow


def past_event(event_id: int) -> PastEvent | None:
    """An event that everybody may see."""
    rows = PastEvent.objects.select_related("history__club")
    return rows.filter(pk=event_id, history__state=History.State.IN).first()


def games_of_past(event: PastEvent) -> list[PastRow]:
    """Its games in the order of the file. Two queries."""
    rounds = dict(PastGame.objects.filter(event=event).order_by("line").values_list("game", "round"))
    games = Game.objects.filter(past__event=event).order_by(F("past__line"))
    return [PastRow(rounds[row.id], row) for row in rows_of(games)]
