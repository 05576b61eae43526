"""Writing a cross table and its document as a TRF file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import CrossTable, Entrant, Meeting, took_part
from gipf_engine.tournament.trf.abnormal_points import adjustments_of, has_adjustments, write_299
from gipf_engine.tournament.trf.byes_and_forbidden import write_acceleration, write_byes, write_forbidden
from gipf_engine.tournament.trf.document import Dialect, Document, Note, TrfError
from gipf_engine.tournament.trf.fixed_width import MOST_NUMBER
from gipf_engine.tournament.trf.header import write_header
from gipf_engine.tournament.trf.players import BLANK_ROUND, write_player
from gipf_engine.tournament.trf.points import write_162, write_bb, write_xxs
from gipf_engine.tournament.trf.round_cells import write_entry
from gipf_engine.tournament.trf.teams import write_teams


def write(table: CrossTable, document: Document | None = None, dialect: Dialect = Dialect.TRF26) -> bytes:
    """The file, UTF-8. Reading it and writing it again gives the same bytes.

    Absence is written as a zero-point bye, and so is the coming round of the one who has withdrawn.
    Raises `TrfError` for what the format has no place for.
    """
    document = document or Document()
    ordered = replace(table, entrants=tuple(sorted(table.entrants, key=lambda entrant: entrant.number)))
    _refuse_what_has_no_place(ordered)
    if dialect is Dialect.TRF16 and has_adjustments(ordered):
        raise TrfError([Note(0, "", Message(_("TRF16 has no place for abnormal points: export TRF26.")))])
    standing = replace(ordered, rounds_played=_rounds_that_stand(ordered))
    lines = [
        *_head(standing, document, dialect),
        *_entrants(standing, document, dialect),
        *(_without_line_ends(line) for line in document.kept),
        *(write_teams(standing, document.teams) if dialect is Dialect.TRF26 else []),
        *(write_byes(standing, standing.rounds_played + 1) if dialect is Dialect.TRF26 else []),
        *write_acceleration(standing, dialect),
        *_forbidden(standing, dialect),
        *write_299(adjustments_of(standing)),
    ]
    return "".join(line + document.newline for line in lines).encode()


def _head(table: CrossTable, document: Document, dialect: Dialect) -> list[str]:
    """Everything before the entrants, by code; then comments."""
    records = write_header(table, document, dialect)
    rounds, colour, scoring = table.rounds_planned, table.first_colour, table.scoring
    if dialect is Dialect.TRF26:
        records["142"] = [f"142 {rounds}"] if rounds else []
        records["152"] = [f"152 {colour.value.upper()}"] if colour else []
        records["162"] = write_162(scoring)
    else:
        records["XXR"] = [f"XXR {rounds}"] if rounds else []
        records["XXC"] = [f"XXC {colour.name.lower()}1"] if colour else []
        records["BBW"] = write_bb(scoring)
    records["XXS"] = write_xxs(scoring, everything=dialect is Dialect.TRF16)
    head = [line for code in sorted(records) for line in records[code]]
    return head + [f"### {_without_line_ends(comment)}".rstrip() for comment in document.comments]


def _entrants(table: CrossTable, document: Document, dialect: Dialect) -> list[str]:
    """The 001 lines."""
    places = _ranks(table, document)
    outcomes = _outcomes(table)
    lines = []
    for entrant in table.entrants:
        cells = [_round_text(table, entrant, at, outcomes, dialect) for at in range(1, _width(table, dialect) + 1)]
        points = sum(table.cell_points(cell) for cell in entrant.cells[: table.rounds_played])
        coming = entrant.cell(table.rounds_played + 1)
        points += table.cell_points(coming) if coming is not None else 0
        lines.append(write_player(entrant, points, places[entrant.number], cells))
    return lines


def _width(table: CrossTable, dialect: Dialect) -> int:
    """Columns to write: the rounds that stand and the next one; with TRF16 all announced byes too."""
    if dialect is Dialect.TRF26:
        return table.rounds_played + 1
    return max(table.rounds_played + 1, *(len(entrant.cells) for entrant in table.entrants))


def _round_text(
    table: CrossTable, entrant: Entrant, at: int, outcomes: dict[tuple[int, int], SideResult | None], dialect: Dialect
) -> str:
    cell = entrant.cell(at)
    if at > table.rounds_played and cell is None:
        leaves = entrant.withdrawn and at == table.rounds_played + 1 and not table.predetermined
        remains = table.rounds_planned is None or at <= table.rounds_planned
        return write_entry(None, None) if leaves and remains else BLANK_ROUND
    opposite = outcomes.get((cell.opponent, at)) if isinstance(cell, Meeting) else None
    return write_entry(cell, opposite)


def _outcomes(table: CrossTable) -> dict[tuple[int, int], SideResult | None]:
    """What each entrant's one game of each round was, by (number, round)."""
    return {
        (entrant.number, at): cell.games[0].outcome
        for entrant in table.entrants
        for at, cell in enumerate(entrant.cells, 1)
        if isinstance(cell, Meeting)
    }


def _ranks(table: CrossTable, document: Document) -> dict[int, int]:
    """The rank of everyone by the document's tie-breaks; not needed where all carry one."""
    if all(entrant.extras.get("rank") for entrant in table.entrants):
        return {entrant.number: 0 for entrant in table.entrants}
    from gipf_engine.tournament.standings import rank  # readers of files need not wait for the tie-breaks

    try:
        return {row.number: row.rank for row in rank(table, document.ranking)}
    except ValueError as unknown:
        message = Message(_("The ranks cannot be calculated: %(reason)s."), {"reason": str(unknown)})
        raise TrfError([Note(0, "", message)]) from unknown


def _rounds_that_stand(table: CrossTable) -> int:
    """Rounds up to the last in which a person was paired or had the pairing's bye: what a reader sees as played."""
    stand = [
        at
        for entrant in table.entrants
        for at, cell in enumerate(entrant.cells[: table.rounds_played], 1)
        if took_part(cell)
    ]
    return max(stand, default=0)


def _forbidden(table: CrossTable, dialect: Dialect) -> list[str]:
    try:
        return write_forbidden(table, dialect)
    except ValueError as limited:
        message = Message(_("TRF16 cannot limit forbidden pairings to some rounds: export TRF26."))
        raise TrfError([Note(0, "", message)]) from limited


_LIMITS: tuple[tuple[Callable[[CrossTable], bool], str], ...] = (
    (lambda table: table.games_per_round != 1, _("TRF has no place for rounds of two games: export JSON.")),
    (lambda table: _has_void_games(table), _("TRF has no place for void games: export JSON.")),
    (
        lambda table: any(entrant.number > MOST_NUMBER for entrant in table.entrants),
        _("TRF has no place for pairing numbers above 9999: export JSON."),
    ),
    (
        lambda table: any((entrant.rating or 0) > MOST_NUMBER for entrant in table.entrants),
        _("TRF has no place for ratings above 9999: export JSON."),
    ),
    (lambda table: not table.entrants, _("The event has no entrants: there is nothing to export.")),
)


def _has_void_games(table: CrossTable) -> bool:
    return any(isinstance(cell, Meeting) and cell.is_void for entrant in table.entrants for cell in entrant.cells)


def _refuse_what_has_no_place(table: CrossTable) -> None:
    problems = [Note(0, "", Message(template)) for applies, template in _LIMITS if applies(table)]
    if problems:
        raise TrfError(problems)


def _without_line_ends(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ").rstrip()
