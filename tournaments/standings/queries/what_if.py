"""The standings as they would be if open games ended as a reader supposes. Computed for that reader, stored nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow
from tournaments.core.medleys import results_of
from tournaments.models import Event
from tournaments.standings.queries.standings import StandingRow, Standings, compute

MOST_SUPPOSED = 40
"""Results that one table may be asked for."""
FIELD = "result"
Supposed = Mapping[int, str]
"""A result code by game."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game without a result: where it is played, by whom, and what a reader supposes ("": nothing)."""

    id: int
    round: int
    board: int
    leg: int
    white: EntryRow
    black: EntryRow
    supposed: str = ""


@dataclass(frozen=True, slots=True)
class SupposedRow:
    """A row of the supposed table. `now` is the rank of the same player as things stand, None for who has none."""

    row: StandingRow
    now: int | None

    @property
    def gain(self) -> int:
        """By how many ranks the player would rise; negative for who would fall."""
        return self.now - self.row.rank if self.now is not None and self.row.rank is not None else 0


def parse_supposed(texts: Sequence[str]) -> dict[int, str]:
    """What `GAME:RESULT` texts suppose; empty ones suppose nothing. EventRefused where one says something else."""
    found: dict[int, str] = {}
    for text in filter(None, texts):
        game, _colon, code = text.partition(":")
        if not (game.isascii() and game.isdigit() and len(game) < 10) or code not in RESULTS:
            raise EventRefused(Message(_("Write an assumed result as GAME:RESULT, such as 12:1-0.")), field=FIELD)
        found[int(game)] = code
    if len(found) > MOST_SUPPOSED:
        message = Message(_("Choose at most %(most)d results at once."), {"most": MOST_SUPPOSED})
        raise EventRefused(message, field=FIELD)
    return found


def open_games(rows: EventData, supposed: Supposed | None = None) -> list[OpenGame]:
    """The games without a result, in the order of rounds and boards."""
    chosen = supposed or {}
    return [
        OpenGame(game.id, pairing.round, pairing.board, game.leg, *_seats(rows, pairing, game), chosen.get(game.id, ""))
        for round_ in rows.rounds
        for pairing in round_.pairings
        for game in pairing.games
        if game.result.is_open
    ]


def _seats(rows: EventData, pairing: PairingRow, game: GameRow) -> tuple[EntryRow, EntryRow]:
    """White and Black of the game."""
    assert pairing.white is not None and pairing.black is not None  # the one who is alone has no game
    white, black = rows.by_id[pairing.white], rows.by_id[pairing.black]
    return (black, white) if game.is_swapped else (white, black)


def offered_results(event: Event) -> tuple[str, ...]:
    """The results that may be supposed: those of two who play."""
    return results_of(event).reported


def suppose(rows: EventData, supposed: Supposed) -> EventData:
    """The event as it would be. EventRefused for a game that is none of its open ones, and for an impossible result."""
    waiting, offered = {game.id for game in open_games(rows)}, offered_results(rows.event)
    if not supposed.keys() <= waiting:
        message = _("One of these games now has a result, or belongs to another event: choose again.")
        raise EventRefused(Message(message), field=FIELD)
    if not set(supposed.values()) <= set(offered):
        raise EventRefused(Message(_("This result is not possible in this event.")), field=FIELD)
    rounds = tuple(
        replace(round_, pairings=tuple(_with_results(pairing, supposed) for pairing in round_.pairings))
        for round_ in rows.rounds
    )
    return replace(rows, rounds=rounds)


def _with_results(pairing: PairingRow, supposed: Supposed) -> PairingRow:
    if not any(game.id in supposed for game in pairing.games):
        return pairing
    games = (game._replace(code=supposed.get(game.id, game.code)) for game in pairing.games)
    return pairing._replace(games=tuple(games))


def supposed_standings(rows: EventData, supposed: Supposed) -> Standings:
    """Who would stand where. It is never final: nothing of it has happened."""
    return compute(suppose(rows, supposed))


def compare(table: Standings, now: Standings) -> list[SupposedRow]:
    """The rows of a supposed table, each beside the rank that its player has now."""
    ranks = {row.entry.id: row.rank for row in now.rows}
    return [SupposedRow(row, ranks.get(row.entry.id)) for row in table.rows]
