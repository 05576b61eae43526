"""Lines, brackets and symbols as tables of events show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from common.journal.models import JournalEntry
from gipf_engine.results import RESULTS, SideResult
from gipf_engine.tournament.crosstable import CrossTable, Meeting
from gipf_engine.tournament.pairing.knock_out import (
    KnockOut,
    Match,
    PlayedMatch,
    Seat,
    standing_tree,
    tie_break_points,
    walk,
)
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow
from tournaments.core.mapping import cross_table
from tournaments.models import Event, Pairing

# --- acts of an event's journal that its files tell, as lines of comment ----------------------------------
# What changed, when, and by which account.
#
# What other columns and comments of a file tell (rounds paired by hand, corrected results, leaving standard rules)
# is not said here again. A file that is taken in keeps the lines as comments, so that they are in every file of the
# copy.


TIE_BREAKS, RATED_RESULT = "tie_breaks", "rated_result"


def act_lines(rows: EventData) -> Iterator[str]:
    """The lines, oldest first: tie-breaks changed once a round was paired, and results that count for ratings alone."""
    entries = JournalEntry.objects.filter(scope__key=rows.event.scope, data__has_key="changed").order_by("version")
    for entry in entries.only("version", "at", "actor", "data"):
        changed = entry.data["changed"]
        paired = sum(round_.started_at <= entry.at for round_ in rows.rounds)
        texts = [
            *(_tie_breaks(changed[TIE_BREAKS], paired) if TIE_BREAKS in changed else ()),
            *(_rated_result(rows, entry.data, changed[RATED_RESULT]) if RATED_RESULT in changed else ()),
        ]
        by = f"; account {entry.actor}" if entry.actor else ""
        for text in texts:
            yield f"{text}; {entry.at.isoformat(timespec='seconds')}{by}"


def _tie_breaks(values: list[Any], paired: int) -> Iterator[str]:
    if paired:
        old, new = (" ".join(each) or "none" for each in values)
        yield f"Tie-breaks @ Round {paired}: {old} became {new}"


def _rated_result(rows: EventData, data: dict[str, Any], values: list[Any]) -> Iterator[str]:
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            if any(game.id == data.get("game") for game in pairing.games):
                seats = "-".join(str(rows.by_id[entry].number) for entry in pairing.entries)
                old, new = (RESULTS[each].code for each in values)
                yield f"Rated result @ Round {round_.number}: {seats} counts as {new} for ratings, before as {old}"


# --- the tree of a knock-out ready to print ---------------------------------------------------------------
# Every round with its matches, those to come with those who are in them.


MOST_MATCHES = 32
"""Of a larger field, the rounds from that on with so many matches are drawn."""


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One of the two of a match: None while no one is known, `points` (tenths) once the match is decided.

    `tie_break` are those of its tie-break games, None where there were none.
    """

    entry: EntryRow | None
    points: int | None = None
    goes_on: bool = False
    tie_break: int | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match. `free` when one of its seats stays empty: the other goes on without a game."""

    seats: tuple[BracketSeat, BracketSeat]
    free: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the tree, its matches from the top down; `paired` once it has a page of its own."""

    number: int
    matches: tuple[BracketMatch, ...]
    paired: bool


def has_bracket(event: Event) -> bool:
    """Whether the event's matches make a tree: a knock-out, once it has begun."""
    return event.format == KnockOut.key and event.state in (Event.State.RUNNING, Event.State.CLOSED)


def bracket_of(rows: EventData) -> tuple[BracketRound, ...]:
    """The rounds of a started knock-out, the final last; nothing for other formats."""
    if rows.event.format != KnockOut.key or not rows.by_number:
        return ()
    return tuple(each for each in _bracket_rounds(rows) if len(each.matches) <= MOST_MATCHES)


def _bracket_rounds(rows: EventData) -> Iterator[BracketRound]:
    table = cross_table(rows)
    for number, played in enumerate(walk(table), 1):
        yield BracketRound(number, tuple(_bracket_match(rows, table, number, each) for each in played), paired=True)
    number, coming = table.rounds_played, list(standing_tree(table).matches)
    while coming:
        number += 1
        yield BracketRound(number, tuple(_coming_rounds(rows, match, number) for match in coming), paired=False)
        coming = [(None, None)] * (len(coming) // 2)


def _bracket_match(rows: EventData, table: CrossTable, number: int, played: PlayedMatch) -> BracketMatch:
    def seat(who: Seat) -> BracketSeat:
        if who is None:
            return BracketSeat(None)
        cell = table.entrant(who).cell(number)
        if not isinstance(cell, Meeting) or played.undecided:
            return BracketSeat(rows.by_number[who], None, who == played.winner)
        faster = tie_break_points(table, cell) if cell.tie_breaks else None
        return BracketSeat(rows.by_number[who], table.cell_points(cell), who == played.winner, faster)

    first, second = played.match
    return BracketMatch((seat(first), seat(second)), free=None in played.match)


def _coming_rounds(rows: EventData, match: Match, number: int) -> BracketMatch:
    first, second = (BracketSeat(rows.by_number[who]) if who is not None else BracketSeat(None) for who in match)
    return BracketMatch((first, second), free=number == 1 and None in match)


# --- results as cross tables and players' cards print them: one sign for one side of a game ---------------


MARKS = {SideResult.WIN: "1", SideResult.DRAW: "½", SideResult.LOSS: "0"}
FORFEITS = {SideResult.WIN: "+", SideResult.LOSS: "-"}
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


class Mark(NamedTuple):  # made by the thousand: sooner than a dataclass
    """One side of one game: its sign, and the game that it leads to. `colour` is "w" or "b", "" for a bye and
    where no one knows.

    `opponent` is the opponent's pairing number. `annulled`: the game stands in the table, not in the sum.
    `solo`: deals that were played alone; the sign says how many of them were won. `rated` is the result that ratings
    count instead of the one in force, "" where they count that. `tie_break`: it decides a drawn match, and scores
    nothing.
    """

    text: str
    game: int | None = None
    colour: str = ""
    opponent: int | None = None
    round: int = 0
    annulled: bool = False
    solo: bool = False
    rated: str = ""
    tie_break: bool = False


Side = tuple[int, int | None, Mark]
"""An entry, its opponent's, None where it had none, and how a game ended for it."""


def of_pairing(rows: EventData, pairing: PairingRow) -> list[Side]:
    """Each side of each game of a pairing."""
    if pairing.alone is not None:
        return [_mark_alone(rows, pairing, pairing.alone)]
    return [_mark_side(rows, pairing, game, colour) for game in pairing.games for colour in ("w", "b")]


def _sides_of_entry(rows: EventData, pairing: PairingRow, entry: int) -> list[Side]:
    """The sides of `entry`, one of the two of this pairing or who is alone in it."""
    if pairing.alone is not None:
        return [_mark_alone(rows, pairing, entry)]
    own, other = ("w", "b") if entry == pairing.white else ("b", "w")
    return [_mark_side(rows, pairing, game, other if game.is_swapped else own) for game in pairing.games]


def _mark_alone(rows: EventData, pairing: PairingRow, entry: int) -> Side:
    if not pairing.attempts:
        return entry, None, Mark(BYE_MARKS[Pairing.Kind(pairing.kind)], round=pairing.round)
    annulled = rows.by_id[entry].annulled
    return entry, None, Mark(_deals_won(pairing), round=pairing.round, annulled=annulled, solo=True)


def _mark_side(rows: EventData, pairing: PairingRow, game: GameRow, colour: str) -> Side:
    """That of who had this colour in `game`."""
    assert pairing.white is not None and pairing.black is not None
    entry, other = pairing.white, pairing.black
    if (colour == "b") != game.is_swapped:
        entry, other = other, entry
    opponent = rows.by_id[other]
    mark = Mark(
        text=_sign(game, colour),
        game=game.id,
        colour=colour if pairing.has_colours else "",
        opponent=opponent.number,
        round=pairing.round,
        annulled=opponent.annulled or rows.by_id[entry].annulled,
        rated=game.rated_result if game.rated_result != game.code else "",
        tie_break=game.leg > rows.event.games_per_round,
    )
    return entry, other, mark


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
    sides = [side for pairing in rows.of_entry(entry_id) for side in _sides_of_entry(rows, pairing, entry_id)]
    opponents = rows.by_number
    return tuple([CardLine(mark, opponents.get(mark.opponent or 0)) for _entry, _other, mark in sides])
