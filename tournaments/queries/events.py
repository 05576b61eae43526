"""Rows about whole events: their games, their points in words, lists for clubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from games.models import Record
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import Scoring
from players.names import normalize_name, search_words
from tournaments.domain.formats import option, options_of
from tournaments.domain.loader import EntryRow, EventData, GameRow, PairingRow
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of the event: its seats in this game, its result, and whether there is a record of it."""

    round: int
    board: int
    game: GameRow
    white: EntryRow
    black: EntryRow
    has_record: bool


def game_rows(rows: EventData, number: int | None = None) -> list[tuple[int, list[GameLine]]]:
    """The games of a round (None: of all) by round, the newest round first. One query."""
    rounds = [round_ for round_ in reversed(rows.rounds) if number in (None, round_.number)]
    ids = [game.id for round_ in rounds for pairing in round_.pairings for game in pairing.games]
    recorded = set(Record.objects.filter(game__in=ids).values_list("game", flat=True))
    return [
        (round_.number, [line for pairing in round_.pairings for line in _lines(rows, pairing, recorded)])
        for round_ in rounds
    ]


def find_games(rows: EventData, asked: Mapping[str, Any]) -> list[GameLine]:
    """The games of an event that are as `asked` says (as the API has it), in its `ordering`. One query.

    `q`: one of the players has all its words in the name, as searches for people compare them.
    """
    rounds = game_rows(rows, asked.get("round"))
    if asked["ordering"] == "round":
        rounds.reverse()
    words = search_words(asked.get("q", ""))
    return [line for _number, lines in rounds for line in lines if _is_asked(line, asked, words)]


def _is_asked(line: GameLine, asked: Mapping[str, Any], words: Sequence[str]) -> bool:
    seats, day = (line.white, line.black), line.game.played_on
    if "player" in asked and not any(asked["player"] in seat.people for seat in seats):
        return False
    if asked.get("result", line.game.code) != line.game.code:
        return False
    if ("from" in asked or "to" in asked) and not (
        day is not None and asked.get("from", day) <= day <= asked.get("to", day)
    ):
        return False
    return any(all(word in normalize_name(seat.name) for word in words) for seat in seats)


def _lines(rows: EventData, pairing: PairingRow, recorded: set[int]) -> list[GameLine]:
    if pairing.white is None or pairing.black is None:
        return []
    seats = (rows.by_id[pairing.white], rows.by_id[pairing.black])
    return [
        GameLine(pairing.round, pairing.board, game, *(seats if game.leg == 1 else seats[::-1]), game.id in recorded)
        for game in pairing.games
    ]


POINT_NAMES: dict[str, str] = {
    "win": _("win"),
    "draw": _("draw"),
    "loss": _("loss"),
    "forfeit_win": _("win by forfeit"),
    "forfeit_loss": _("loss by forfeit"),
    "pairing_bye": _("bye: no opponent available"),
    "full_bye": _("full-point bye"),
    "half_bye": _("half-point bye"),
    "zero_bye": _("announced absence"),
}


def points_text(event: Event) -> list[tuple[Message, int]]:
    """What everything is worth in the event, in tenths."""
    scoring = event.points
    return [(Message(POINT_NAMES[each.name]), getattr(scoring, each.name)) for each in fields(Scoring)]


def format_options_text(event: Event) -> list[tuple[Message, int]]:
    """What was chosen within the event's format: numbers, and whatever was ticked (True)."""
    found = [(each, option(event, each.key)) for each in options_of(event.format)]
    return [
        (Message(each.name), bool(value) if isinstance(each.default, bool) else value)
        for each, value in found
        if value or not isinstance(each.default, bool)
    ]
