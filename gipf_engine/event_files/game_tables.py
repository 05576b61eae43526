"""Games in lines: pairings round by round (chess-results, Swiss-Manager), and tables with a column of rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.cross_table import at_line
from gipf_engine.event_files.event import EventFileError, FileEvent, FilePlayer, Heading, by_rating
from gipf_engine.event_files.formats import TableFormat, register_table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.meanings import NAME, RATING, Sheet
from gipf_engine.player_lists.rows import Reading
from gipf_engine.player_lists.values import read_rating

_TITLE = re.compile(
    r"\s*(?:(?:round|runde|ronde|ronda|turno|tour|rd)\.? *(\d{1,2})\b"
    r"|(\d{1,2})\. *(?:round|runde|ronde|ronda|turno|rd)\b)",
    re.IGNORECASE,
)
_WHITE = frozenset(map(plain, ("white", "weiß", "weiss", "blancs", "blancas", "wit", "bianco", "player 1", "player1")))
_WHITE |= frozenset(map(plain, ("player1 name", "home", "aff", "affirmative", "team 1")))
_BLACK = frozenset(map(plain, ("black", "schwarz", "noirs", "negras", "zwart", "nero", "player 2", "player2")))
_BLACK |= frozenset(map(plain, ("player2 name", "away", "neg", "negative", "team 2")))
_RESULTS = frozenset(
    map(plain, ("result", "results", "ergebnis", "résultat", "resultado", "uitslag", "risultato", "res"))
)
_RESULTS |= frozenset(map(plain, ("res.", "score", "scores", "scores csv", "score csv")))
_ROUNDS = frozenset(map(plain, ("round", "runde", "ronde", "ronda", "turno", "rd", "rd.", "tour", "round number")))
_WINNERS = frozenset(map(plain, ("winner", "winner name", "sieger", "gewinner", "vainqueur")))
_SCORE = re.compile(
    r"(\d{1,3}|½|\+|-|\d,5|\d\.5|1/2) *[-–:] *(\d{1,3}|½|\+|-|\d,5|\d\.5|1/2)( *[fk]o?)?", re.IGNORECASE
)
_HALF = {"½": 0.5, "1/2": 0.5}
_NO_PLAYER = frozenset(
    map(plain, ("bye", "spielfrei", "not paired", "nicht ausgelost", "exempt", "vrij", "libre", "descansa"))
)
_NOT_PAIRED = frozenset(map(plain, ("not paired", "nicht ausgelost")))
_BYE_OF = {
    "1": kinds.PAIRING_BYE,
    "+": kinds.PAIRING_BYE,
    "½": kinds.HALF_BYE,
    "1/2": kinds.HALF_BYE,
    "0.5": kinds.HALF_BYE,
}
_TWO_NAMES = 2


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where things are in a line of heads. `used` are the places that are read."""

    white: int
    black: int
    result: int
    round: int = -1
    winner: int = -1
    ratings: tuple[int, int] = (-1, -1)

    @property
    def used(self) -> frozenset[int]:
        return frozenset({self.white, self.black, self.result, self.round, self.winner, *self.ratings})


@dataclass(frozen=True, slots=True)
class _Line:
    """A game of a table: its line, round and cells."""

    number: int
    round: int
    white: str
    black: str
    result: str
    winner: str
    ratings: tuple[int | None, int | None]


@register_table
class RoundLists(TableFormat):
    """Pairings of all rounds, one list below the other or one a sheet, each with the round above it."""

    key = "round-lists"
    name = _("pairings of all rounds (chess-results, Swiss-Manager)")

    def recognizes(self, sheets: Sequence[Sheet]) -> bool:
        """Two columns of names with a result between them."""
        return any(_columns_of_pairings(line) is not None for sheet in sheets for line in sheet.table)

    def read(self, sheets: Sequence[Sheet], reading: Reading) -> FileEvent:
        """The event; numbers are given by rating."""
        unused: dict[str, None] = {}
        return _event_of(list(_lines_of_lists(sheets, unused)), list(unused), reading)


@register_table
class GameTables(TableFormat):
    """A table with a column of rounds, two of players and one of results or winners, as Challonge and others export."""

    key = "game-table"
    name = _("table of games (round, players, result)")

    def recognizes(self, sheets: Sequence[Sheet]) -> bool:
        """These heads in one line."""
        return any(_columns_of_games(line) is not None for sheet in sheets for line in sheet.table[:40])

    def read(self, sheets: Sequence[Sheet], reading: Reading) -> FileEvent:
        """The event; numbers are given by rating, or in the order in which players appear."""
        unused: dict[str, None] = {}
        return _event_of(list(_lines_of_table(sheets, unused)), list(unused), reading)


def _columns_of_pairings(heads: Sequence[str]) -> _Columns | None:
    """Names on both sides of a result."""
    result = next((place for place, head in enumerate(heads) if plain(head) in _RESULTS), -1)
    left = [place for place, head in enumerate(heads[: max(result, 0)]) if _is(head, NAME) or plain(head) in _WHITE]
    right = [place for place, head in enumerate(heads) if place > result and (_is(head, NAME) or plain(head) in _BLACK)]
    if not left or not right or any(plain(head) in _ROUNDS for head in heads):
        return None
    ratings = [place for place, head in enumerate(heads) if _is(head, RATING)]
    sides = (
        next((place for place in ratings if place < result), -1),
        next((place for place in ratings if place > result), -1),
    )
    return _Columns(left[0], right[0], result, ratings=sides)


def _columns_of_games(heads: Sequence[str]) -> _Columns | None:
    """A round, both players, and a result or a winner."""
    found = {kind: _place_of_head(heads, words) for kind, words in (("w", _WHITE), ("b", _BLACK), ("r", _ROUNDS))}
    result, winner = _place_of_head(heads, _RESULTS), _place_of_head(heads, _WINNERS)
    if min(found.values()) < 0 or max(result, winner) < 0:
        return None
    return _Columns(found["w"], found["b"], result, found["r"], winner)


def _is(head: str, meaning: str) -> bool:
    tier = tier_of(head)
    return tier is not None and tier[0] == meaning


def _place_of_head(heads: Sequence[str], words: frozenset[str]) -> int:
    return next((place for place, head in enumerate(heads) if plain(head) in words), -1)


def _lines_of_lists(sheets: Sequence[Sheet], unused: dict[str, None]) -> Iterator[_Line]:
    for sheet in sheets:
        round_, columns = _round_in([sheet.name]), None
        for number, line in enumerate(sheet.table, 1):
            heads = _columns_of_pairings(line)
            if heads is not None:
                columns = heads
                _note_unused(line, columns, unused)
            elif (title := _round_in(line)) and sum(map(bool, line)) <= _TWO_NAMES:
                round_, columns = title, None
            elif columns is not None and any(line):
                yield _line_of(number, line, columns, round_)


def _lines_of_table(sheets: Sequence[Sheet], unused: dict[str, None]) -> Iterator[_Line]:
    for sheet in sheets:
        columns: _Columns | None = None
        for number, line in enumerate(sheet.table, 1):
            if columns is None:
                columns = _columns_of_games(line)
                if columns is not None:
                    _note_unused(line, columns, unused)
            elif any(line):
                round_ = _cell(line, columns.round)
                digits = "".join(letter for letter in round_ if letter.isdecimal())
                yield _line_of(number, line, columns, int(digits) if digits and len(digits) <= 2 else 0)


def _note_unused(heads: Sequence[str], columns: _Columns, unused: dict[str, None]) -> None:
    unused.update(dict.fromkeys(head for place, head in enumerate(heads) if head and place not in columns.used))


def _round_in(cells: Sequence[str]) -> int:
    found = next((match for cell in cells if (match := _TITLE.match(cell))), None)
    return int(found[1] or found[2]) if found else 0


def _cell(line: Sequence[str], place: int) -> str:
    return line[place].strip() if 0 <= place < len(line) else ""


def _line_of(number: int, line: Sequence[str], columns: _Columns, round_: int) -> _Line:
    white, black, result = (_cell(line, place) for place in (columns.white, columns.black, columns.result))
    ratings = (_rating(_cell(line, columns.ratings[0])), _rating(_cell(line, columns.ratings[1])))
    return _Line(number, round_, white, black, result, _cell(line, columns.winner), ratings)


def _rating(text: str) -> int | None:
    try:
        return read_rating(text)
    except ValueError:
        return None


def _event_of(lines: Sequence[_Line], unused: Sequence[str], reading: Reading) -> FileEvent:
    lines = [line for line in lines if line.white and (line.black or line.result)]
    rounds = sorted({line.round for line in lines})
    if rounds and rounds != list(range(1, len(rounds) + 1)):
        template = _("The file has rounds %(rounds)s: it needs all from 1 on.")
        raise EventFileError(Message(template, {"rounds": [str(each) if each else "?" for each in rounds]}))
    event = FileEvent(Heading(kind="", is_foreign=False))
    numbers = _add_players(event, lines, reading)
    for line in lines:
        _add_line(event, line, numbers)
    event.fill(kinds.ZERO_BYE)
    if unused:
        event.leave_out(Message(_("the columns %(names)s"), {"names": list(unused)}))
    return event.checked()


def _add_players(event: FileEvent, lines: Sequence[_Line], reading: Reading) -> dict[str, int]:
    """Everybody by name; two of one name are one player, and playing twice in a round is told."""
    ratings: dict[str, int | None] = {}
    first: dict[str, int] = {}
    for line in lines:
        for name, rating in zip((line.white, line.black), line.ratings, strict=True):
            if name and plain(name) not in _NO_PLAYER:
                ratings[name] = ratings.get(name) or rating
                first.setdefault(name, line.number)
    for name in ratings:
        cleaned = reading.clean_name(name)
        if isinstance(cleaned, Message):
            event.problems.append(
                at_line(first[name], Message(_("this name cannot be used: %(why)s"), {"why": cleaned}))
            )
    numbers = by_rating(ratings.items())
    for name, number in numbers.items():
        event.add_player(FilePlayer(number=number, name=name, rating=ratings[name]))
    return numbers


def _add_line(event: FileEvent, line: _Line, numbers: dict[str, int]) -> None:
    if not line.black or plain(line.black) in _NO_PLAYER:
        letter = _BYE_OF.get(re.split(r"[-–: ]", line.result)[0].strip(), kinds.ZERO_BYE)
        if plain(line.black) in _NOT_PAIRED and letter == kinds.PAIRING_BYE:
            letter = kinds.FULL_BYE
        event.add_bye(line.round, numbers[line.white], letter)
        return
    letters = _letters(line)
    if letters is None:
        what = Message(_("“%(text)s” is not a result"), {"text": (line.result or line.winner)[:20]})
        event.problems.append(at_line(line.number, what))
        return
    event.add_game(line.round, numbers[line.white], numbers[line.black], letters)


def _letters(line: _Line) -> tuple[str, str] | None:
    """The result of a game; None where the cells say nothing that is known."""
    if line.winner:
        return {line.white: kinds.WIN, line.black: kinds.LOSS}.get(line.winner) or (
            kinds.DRAW if plain(line.winner) in map(plain, ("draw", "tie", "remis")) else None
        )
    if not line.result or line.result in ("*", "-", ":", "?"):
        return kinds.OPEN
    found = _SCORE.fullmatch(line.result)
    if found is None:
        return None
    first, second = found[1], found[2]
    if {first, second} & {"+", "-"}:
        return {("+", "-"): kinds.FORFEIT_WIN, ("-", "+"): kinds.FORFEIT_LOSS, ("-", "-"): kinds.BOTH_FORFEIT}.get(
            (first, second)
        )
    return _by_score(_points(first), _points(second), is_forfeit=bool(found[3]))


def _points(text: str) -> float:
    return _HALF.get(text, 0) or float(text.replace(",", ".").replace("½", "0.5").replace("1/2", "0.5"))


def _by_score(first: float, second: float, *, is_forfeit: bool) -> tuple[str, str]:
    if first == second:
        if first == 0:
            return kinds.BOTH_FORFEIT if is_forfeit else kinds.BOTH_LOST
        return kinds.DRAW
    if is_forfeit:
        return kinds.FORFEIT_WIN if first > second else kinds.FORFEIT_LOSS
    return kinds.WIN if first > second else kinds.LOSS
