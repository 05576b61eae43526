"""One round of one entrant in TRF's letters, and both sides of a game checked against each other.

FIDE's table: 1 = 0 played and rated; W D L the same but not rated; + and - forfeits; H F U Z byes,
blank as Z. Two results exist only together: 0/0 and =/0 (a half for one side, none for the other);
they are not rated. "?" and a blank beside an opponent stand for a game that has no result yet.
"""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, GameSide, Meeting
from gipf_engine.tournament.trf.fixed_width import is_number, parse_number

NO_OPPONENT = "0000"
BYE_LETTERS = {
    ByeKind.PAIRING: "U",
    ByeKind.FULL: "F",
    ByeKind.HALF: "H",
    ByeKind.ZERO: "Z",
    ByeKind.REST: "Z",
}
BYE_KINDS = {"U": ByeKind.PAIRING, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}
OLD_BYES = {"+": ByeKind.FULL, "1": ByeKind.FULL, "=": ByeKind.HALF, "0": ByeKind.ZERO, "-": ByeKind.ZERO}
"""How TRF06 wrote byes: a result against no one."""

_RATED = {"1": SideResult.WIN, "=": SideResult.DRAW, "0": SideResult.LOSS}
_UNRATED = {"W": SideResult.WIN, "D": SideResult.DRAW, "L": SideResult.LOSS}
_FORFEIT = {"+": SideResult.WIN, "-": SideResult.LOSS}
UNKNOWN = "?"

_REGULAR = ({"1", "0"}, {"="}, {"W", "L"}, {"D"})
_NEVER_RATED = ({"0"}, {"=", "0"}, {"L"}, {"D", "L"})
_FORFEITS = ({"+", "-"}, {"-"})
_OPEN = ({UNKNOWN},)
_ANSWERS = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+", UNKNOWN: UNKNOWN}


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What stands in one round's columns: opponent (0 for no one), colour ("w", "b", "") and letter."""

    opponent: int
    colour: str
    result: str

    @property
    def is_blank(self) -> bool:
        """Nothing stands there."""
        return not (self.opponent or self.colour or self.result)


def read_cell(text: str) -> RoundCell:
    """The eight characters of a round. ValueError where they are not an entry."""
    text = text.ljust(8)
    opponent, colour, result = text[:4].strip(), text[5].strip().lower(), text[7].strip().upper()
    if text[4] != " " or text[6] != " " or colour not in {"", "-", "w", "b"}:
        raise ValueError(text)
    if opponent and not is_number(opponent):
        raise ValueError(text)
    if result and result not in BYE_KINDS and result not in _ANSWERS:
        raise ValueError(text)
    return RoundCell(parse_number(opponent or "0"), colour.strip("-"), result)


def answering_cell(result: str) -> str:
    """The other side of a game where one side alone is known: 0 for 1, and so on."""
    return _ANSWERS[result]


def is_game(ours: str, theirs: str) -> bool:
    """Whether the two letters can stand for one game."""
    return {ours, theirs} in (*_REGULAR, *_NEVER_RATED, *_FORFEITS, *_OPEN)


def side(colour: str, ours: str, theirs: str) -> GameSide:
    """One side of a game whose two letters go together."""
    seat = Colour(colour) if colour else None
    if ours == UNKNOWN:
        return GameSide(seat, None, played=False, rated=False)
    if ours in _FORFEIT:
        return GameSide(seat, _FORFEIT[ours], played=False, rated=False)
    rated = ours in _RATED and {ours, theirs} in _REGULAR
    return GameSide(seat, {**_RATED, **_UNRATED}[ours], played=True, rated=rated)


def write_entry(cell: Cell, opposite: SideResult | None) -> str:
    """A cell as its eight characters; `opposite` is the other side's outcome. None is absence: Z.

    ValueError for a meeting of more than one game.
    """
    if not isinstance(cell, Meeting):
        return f"{NO_OPPONENT} - {BYE_LETTERS[cell.kind] if isinstance(cell, Bye) else 'Z'}"
    if len(cell.games) != 1:
        raise ValueError(cell)
    own = cell.games[0]
    return f"{cell.opponent:>4} {own.colour or '-'} {_letter(own, opposite)}"


def _letter(own: GameSide, opposite: SideResult | None) -> str:
    if own.outcome is None:
        return UNKNOWN
    if not own.played:
        return "+" if own.outcome is SideResult.WIN else "-"
    odd = {own.outcome, opposite} in ({SideResult.LOSS}, {SideResult.DRAW, SideResult.LOSS})
    letters = _RATED if own.rated or odd else _UNRATED
    return next(letter for letter, outcome in letters.items() if outcome is own.outcome)
