"""Cross tables as other programs print them, with results in cells such as "5w1", "12b½" and "-1"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.event_files.event import Cell, EventFileError, FileEvent, FilePlayer, Heading
from gipf_engine.event_files.formats import TableFormat, register_table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.head_lines import LOOKED_AT, find_heads
from gipf_engine.player_lists.meanings import PLACE, Column, ListedPlayer, PlayerList, Sheet, Table
from gipf_engine.player_lists.reader import read_players
from gipf_engine.player_lists.rows import Reading

_WORD = "(?:rd|rnd|round|runde|ronde|ronda|rde|turno|r)"
_ROUND = re.compile(rf"(?:{_WORD}[. ]*)?(\d{{1,2}})\.? ?{_WORD}?\.?", re.IGNORECASE)
_CELL = re.compile(r"(?:(\d{1,4})\s*([wbs])\s*([1½0=+\-*]|0[.,]5)?|[-–]\s*([1½0+]|0[.,]5)|[-–*]?)", re.IGNORECASE)
_CODES = {"1": "1", "½": "=", "=": "=", "0.5": "=", "0,5": "=", "0": "0", "+": "+", "-": "-"}
_BYES = {"1": "U", "+": "U", "½": "H", "0.5": "H", "0,5": "H", "0": "Z"}
_LINES_SHOWN = 5


@register_table
class CrossTables(TableFormat):
    """Cross tables of Swiss-Manager and chess-results, which others print alike."""

    key = "cross-table"
    name = _("cross table (chess-results, Swiss-Manager)")

    def recognizes(self, sheets: Sequence[Sheet]) -> bool:
        """Columns of names and of rounds 1, 2, 3 … with results."""
        return any(round_columns(sheet.table) for sheet in sheets)

    def read(self, sheets: Sequence[Sheet], reading: Reading) -> FileEvent:
        """The event of the first sheet that has rounds, each player in the line of the table."""
        chosen = next((sheet for sheet in sheets if round_columns(sheet.table)), sheets[0])
        event = _event_of(chosen.table, read_players(_without_rounds(chosen.table), reading))
        others = [sheet.name for sheet in sheets if sheet is not chosen and sheet.name]
        if others:
            event.leave_out(Message(_("the sheets %(names)s"), {"names": others}))
        return event


def round_columns(table: Table) -> list[int]:
    """The columns of rounds 1, 2, 3 …, side by side; none where this is no cross table."""
    first = find_heads(table[:LOOKED_AT])
    if first < 0:
        return []
    found: list[int] = []
    for place, head in enumerate(table[first]):
        number = _ROUND.fullmatch(head)
        if number is not None and int(number[1]) == len(found) + 1 and (not found or place == found[-1] + 1):
            found.append(place)
    return found if any(_is_game(line, found) for line in table[first + 1 :]) else []


def _without_rounds(table: Table) -> Table:
    """The table with nothing in the columns of rounds: none of them is taken for a rating, though “R1” could be one."""
    places = set(round_columns(table))
    return [["" if place in places else cell for place, cell in enumerate(line)] for line in table]


def _is_game(line: Sequence[str], places: Sequence[int]) -> bool:
    cells = [_CELL.fullmatch(line[place]) for place in places if place < len(line)]
    return any(cell is not None and cell[1] is not None for cell in cells)


def _event_of(table: Table, found: PlayerList) -> FileEvent:
    places = round_columns(table)
    if not places:
        raise EventFileError(Message(_("no column of a round was found")))
    number_at = next((column.place for column in found.columns if column.meaning == PLACE), None)
    event = FileEvent(Heading())
    event.problems += [at_line(each.line, each.message) for each in found.problems]
    for order, player in enumerate(found.players, 1):
        cells = table[player.line - 1]
        number = cells[number_at].strip(" .") if number_at is not None and number_at < len(cells) else ""
        player_ = player_of(player, int(number) if number.isdecimal() and len(number) < 5 else order)
        if player_.number in event.players:
            event.problems.append(at_line(player.line, Message(_("this number is there twice"))))
            continue
        event.add_player(player_)
        for round_, place in enumerate(places, 1):
            _add_round(event, player_, round_, cells[place] if place < len(cells) else "")
    _tell_lost_columns(event, found, places)
    return event.checked()


def player_of(player: ListedPlayer, number: int) -> FilePlayer:
    """A player of a list as one of an event."""
    return FilePlayer(
        number=number,
        name=player.name,
        rating=player.rating,
        country=player.country,
        federation=player.federation,
        title=player.title,
        fide=player.fide,
        birth=player.birth,
        club=player.club,
        line=player.line,
    )


def _add_round(event: FileEvent, player: FilePlayer, round_: int, cell: str) -> None:
    found = _CELL.fullmatch(cell.strip())
    if found is None:
        what = Message(_("“%(text)s” is not a result of a cross table"), {"text": cell[:20]})
        event.problems.append(at_line(player.line, what))
    elif found[1]:
        colour = "w" if found[2].lower() == "w" else "b"
        event.cells[player.number, round_] = Cell(int(found[1]), colour, _CODES.get(found[3] or "", "?"))
    else:
        event.add_bye(round_, player.number, _BYES[found[4]] if found[4] else "Z")


def _tell_lost_columns(event: FileEvent, found: PlayerList, rounds: Sequence[int]) -> None:
    event.leave_out(*lost_of_list(found, [column for column in found.unused if column.place not in rounds]))


def lost_of_list(found: PlayerList, columns: Sequence[Column]) -> list[Message | str]:
    """What of a table was not used: columns by their heads, lines by their text."""
    lost: list[Message | str] = []
    heads = [column.head or column.examples[0] for column in columns]
    if heads:
        lost.append(Message(_("the columns %(names)s"), {"names": heads}))
    lines = [line.text for line in found.left_out if line.text]
    if lines:
        more = [*lines[:_LINES_SHOWN], *(["…"] if len(lines) > _LINES_SHOWN else [])]
        lost.append(Message(_("the lines %(names)s"), {"names": [f"“{line}”" for line in more]}))
    return lost


def at_line(line: int, what: Message) -> Message:
    """A problem with its line, if it has one."""
    return Message(_("line %(number)d: %(what)s"), {"number": line, "what": what}) if line else what
