"""Are the rounds and ranks of a TRF file those of the rules? Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, Meeting
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.replay import before_round, boards_of
from gipf_engine.tournament.round_robin_check import wrong_meetings
from gipf_engine.tournament.trf import TrfFile
from gipf_engine.tournament.trf.tournament_types import read_type
from gipf_engine.tournament.trf_pairing import DUTCH, Task, boards_of_round, task
from gipf_engine.tournament.trf_ranking import rank_by


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found: rounds replayed, and every wrong board and place in words.

    `ranking` are the tie-breaks by which places were checked: none, and no check, where nothing says them.
    `ranked` is False where the file has no places. `format` is what the rounds were compared with, and how
    that is known.
    """

    format: Message
    rounds: int
    differences: tuple[Message, ...]
    ranking: tuple[str, ...]
    ranked: bool


def check_file(
    file: TrfFile, edition: str | None = None, codes: list[str] | None = None, otherwise: str | None = None
) -> CheckReport:
    """Every round paired again and, where the file or `codes` say how, the field ranked again.

    Where pairings were made beforehand, otherwise than by the tables or no one says how, everybody need only meet
    everybody as often, of the group or of the other team. Raises `TrfError`, and ValueError for codes
    that are not known or allowed.
    """
    if file.table.predetermined and not (file.document.kind and read_type(file.document).system):
        found = wrong_meetings(file.table, file.document.kind)
    else:
        found = _wrong_rounds(task(file, edition, otherwise))
    ranking = codes or list(file.document.ranking)
    if ranking:
        found.extend(wrong_places(file.table, ranking))
    ranked = any(entrant.extras.get("rank") for entrant in file.table.entrants)
    return CheckReport(format_taken(file, otherwise), file.table.rounds_played, tuple(found), tuple(ranking), ranked)


def format_taken(file: TrfFile, otherwise: str | None = None) -> Message:
    """The format that a file is checked as, and by which of its records; `otherwise` as for `task`."""
    kind = read_type(file.document)
    if file.document.kind or kind.system:
        coded = file.document.kind and file.document.kind != file.document.type_text
        record = f"192 {file.document.kind}" if coded else f"092 {file.document.type_text}"
        if kind.system:
            return Message(
                _("%(format)s (%(record)s)"), {"format": Message(system(kind.system).name), "record": record}
            )
        return Message(_("fixed pairings (%(record)s)"), {"record": record})
    if otherwise is not None:
        return Message(_("%(format)s (as asked: not in the file)"), {"format": Message(system(otherwise).name)})
    return Message(_("%(format)s (assumed: not in the file)"), {"format": Message(system(DUTCH).name)})


def _wrong_rounds(ready: Task) -> list[Message]:
    drawn = colour_of_the_lot(ready.table) if ready.system.pairs_freely else ready.table.first_colour
    found: list[Message] = []
    for number in range(1, ready.table.rounds_played + 1):
        found.extend(wrong_boards(ready, before_round(ready.table, number, drawn), number))
    return found


def wrong_boards(ready: Task, before: CrossTable, number: int, steps: StepCounter | None = None) -> list[Message]:
    """Every board of a round that the rules give and the file does not have. `before` is what was known before it.

    Where nothing says how many rounds there are, the last one of the file may be the event's last, too, with its
    topscorers. Raises TooManySteps where pairing it takes more than the limit of `steps`.
    """
    found = _compare_boards(ready, before, number, steps)
    if found and before.rounds_planned is None and number == ready.table.rounds_played:
        as_last = _compare_boards(ready, replace(before, rounds_planned=number), number, steps)
        return found if as_last else []
    return found


def _compare_boards(ready: Task, before: CrossTable, number: int, steps: StepCounter | None) -> list[Message]:
    there = boards_of(ready.table, number) | _free_seats(ready, number)
    if ready.system.pairs_freely and not there and _is_no_player_free(before, number):
        return []
    try:
        made = ready.system.pair(before, steps)
    except PairingError as error:
        params = {"round": number, "reason": error.message}
        return [Message(_("round %(round)d: the rules give no pairing. %(reason)s"), params)]
    by_lot = {(pair.white, pair.black) for pair in made.pairs if pair.by_lot}
    unknown = by_lot | _boards_without_colours(ready.table, number)
    expected = [_as_played(pair, there) if pair in unknown else pair for pair in boards_of_round(made)]
    boards = _boards_by_number(there)
    return [
        Message(
            _("round %(round)d, board %(board)d: the rules give %(expected)s, the file has %(found)s"),
            {"round": number, "board": board, "expected": _board_text(pair), "found": _find_instead(pair, boards)},
        )
        for board, pair in enumerate(expected, 1)
        if pair not in there
    ]


def _is_no_player_free(before: CrossTable, number: int) -> bool:
    """Whether everybody has a bye in a round already, so that there was no one to pair."""
    return all(isinstance(entrant.cell(number), Bye) for entrant in before.entrants)


def _boards_without_colours(table: CrossTable, number: int) -> set[tuple[int, int]]:
    """The boards of a round of which nothing says who began, both ways: a game is void, or the file has no colour."""
    cells = ((entrant.number, entrant.cell(number)) for entrant in table.entrants)
    meetings = ((each, cell) for each, cell in cells if isinstance(cell, Meeting))
    return {(each, cell.opponent) for each, cell in meetings if _lacks_colours(cell, table)}


def _lacks_colours(cell: Meeting, table: CrossTable) -> bool:
    return len(cell.games) < table.games_per_round or cell.games[0].colour is None


def _as_played(pair: tuple[int, int], there: set[tuple[int, int]]) -> tuple[int, int]:
    """A pair as the file has it, whichever began; a table without colours has the lower number first."""
    return next((each for each in (pair, pair[::-1]) if each in there), (min(pair), max(pair)))


def _free_seats(ready: Task, number: int) -> set[tuple[int, int]]:
    """Those of a knock-out who met no one. TRF allows one pairing-allocated bye a round: theirs are full-point ones."""
    if ready.system.pairs_freely or ready.table.predetermined:
        return set()
    cells = ((entrant.number, entrant.cell(number)) for entrant in ready.table.entrants)
    return {(each, 0) for each, cell in cells if isinstance(cell, Bye) and cell.kind is ByeKind.FULL}


def _boards_by_number(there: Iterable[tuple[int, int]]) -> dict[int, list[tuple[int, int]]]:
    """The boards of a round at which each number sits."""
    found: dict[int, list[tuple[int, int]]] = {}
    for board in there:
        for number in board:
            found.setdefault(number, []).append(board)
    return found


def _find_instead(pair: tuple[int, int], boards: Mapping[int, list[tuple[int, int]]]) -> list[str]:
    """What the file has for the two of a board; "-" where it pairs neither."""
    found = {board for number in pair if number for board in boards.get(number, ())}
    return [_board_text(each) for each in sorted(found)] or ["-"]


def _board_text(pair: tuple[int, int]) -> str:
    return f"{pair[0]} {pair[1]}"


def wrong_places(table: CrossTable, codes: list[str]) -> list[Message]:
    """Everyone whose rank in the file is not one that the ranking allows; the tied may stand in any order."""
    rows = rank_by(table, codes)
    sharing: dict[int, int] = {}
    for row in rows:
        sharing[row.rank] = sharing.get(row.rank, 0) + 1
    found = []
    for row in rows:
        written = table.entrant(row.number).extras.get("rank", "")
        last = row.rank + sharing[row.rank] - 1
        if written and not row.rank <= int(written) <= last:
            params = {"number": row.number, "rank": row.rank, "said": written}
            found.append(Message(_("number %(number)d: the rules give rank %(rank)d, the file has %(said)s"), params))
    return found
