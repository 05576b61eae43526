"""Results as cross tables and players' cards print them: one sign for one side of a game."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.results import Outcome
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow
from tournaments.models import Pairing

MARKS = {Outcome.WIN: "1", Outcome.DRAW: "½", Outcome.LOSS: "0"}
FORFEITS = {Outcome.WIN: "+", Outcome.LOSS: "-"}
OPEN, VOID_GAME = "·", "∅"
BYE_MARKS = {
    Pairing.Kind.PAIRING_BYE: "U",
    Pairing.Kind.FULL_BYE: "F",
    Pairing.Kind.HALF_BYE: "H",
    Pairing.Kind.ZERO_BYE: "Z",
    Pairing.Kind.REST: "",
    Pairing.Kind.SOLO: "",
}
"""The field's letters for byes, as TRF has them; a rest is nothing."""


@dataclass(frozen=True)
class Mark:
    """One side of one game: its sign, and the game that it leads to. `colour` is "w" or "b", "" for a bye and
    where nobody knows.

    `opponent` is the opponent's pairing number. `annulled`: the game stands in the table, not in the sum.
    `solo`: deals that were played alone; the sign says how many of them were won. `rated` is the result that ratings
    count instead of the one in force, "" where they count that.
    """

    text: str
    game: int | None = None
    colour: str = ""
    opponent: int | None = None
    round: int = 0
    annulled: bool = False
    solo: bool = False
    rated: str = ""


def of_pairing(rows: EventData, pairing: PairingRow) -> list[tuple[int, int | None, Mark]]:
    """(entry, opponent's entry, mark) for each side of each game of a pairing."""
    if pairing.attempts and pairing.alone is not None:
        annulled = rows.by_id[pairing.alone].annulled
        return [(pairing.alone, None, Mark(_deals_won(pairing), round=pairing.round, annulled=annulled, solo=True))]
    if pairing.alone is not None:
        return [(pairing.alone, None, Mark(BYE_MARKS[Pairing.Kind(pairing.kind)], round=pairing.round))]
    assert pairing.white is not None and pairing.black is not None
    annulled = rows.by_id[pairing.white].annulled or rows.by_id[pairing.black].annulled
    found: list[tuple[int, int | None, Mark]] = []
    for game in pairing.games:
        seats = (pairing.white, pairing.black) if game.leg == 1 else (pairing.black, pairing.white)
        for colour, entry, other in (("w", seats[0], seats[1]), ("b", seats[1], seats[0])):
            number = rows.by_id[other].number
            shown = colour if pairing.has_colours else ""
            rated = game.rated_result if game.rated_result != game.code else ""
            mark = Mark(_sign(game, colour), game.id, shown, number, pairing.round, annulled, rated=rated)
            found.append((entry, other, mark))
    return found


def _deals_won(pairing: PairingRow) -> str:
    """How many of its deals an entry won: "1/2"."""
    if not all(attempt.published for attempt in pairing.attempts):
        return OPEN
    won = sum(attempt.counts is not None and attempt.counts["won"] for attempt in pairing.attempts)
    return f"{won}/{len(pairing.attempts)}"


def _sign(game: GameRow, colour: str) -> str:
    outcome = game.result.outcome("white" if colour == "w" else "black")
    if outcome is None:
        return OPEN if game.result.is_open else VOID_GAME
    return MARKS[outcome] if game.result.played else FORFEITS[outcome]


@dataclass(frozen=True, slots=True)
class CardLine:
    """A round of a player: the opponent (None for a bye) and the sign of the result."""

    mark: Mark
    opponent: EntryRow | None


def history(rows: EventData, entry_id: int) -> tuple[CardLine, ...]:
    """What one entry had, round by round."""
    marks = [
        mark
        for pairing in rows.of_entry(entry_id)
        for entry, _other, mark in of_pairing(rows, pairing)
        if entry == entry_id
    ]
    return tuple(CardLine(mark, rows.by_number.get(mark.opponent) if mark.opponent else None) for mark in marks)
