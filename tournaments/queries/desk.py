"""The arbiter's desk: what is next, what blocks it, and the boards that are still open."""

from __future__ import annotations

from dataclasses import dataclass

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments import blockers
from tournaments.models import Event
from tournaments.queries.rounds import RoundPage, round_page
from tournaments.rows import EventRows

State = Event.State


@dataclass(frozen=True, slots=True)
class Step:
    """A step that the event can take. `action` is the verb's name in addresses.

    `blockers` stop it; `warnings` ask for a tick ("all the same") before it is taken.
    """

    action: str
    label: Phrase
    blockers: tuple[Phrase, ...] = ()
    warnings: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """What the desk shows. `first_open` is the id of the first game without a result, where the cursor goes."""

    steps: tuple[Step, ...]
    round: RoundPage | None
    first_open: int | None
    older_open: tuple[Phrase, ...]
    can_take_back: bool
    coming: int | None


def desk(rows: EventRows, number: int | None = None) -> Desk:
    """The desk with the boards of round `number` (None: the last one)."""
    shown = round_page(rows, number or len(rows.rounds)) if rows.rounds else None
    if shown is not None and shown.planned:
        shown = None
    games = [game for board in (shown.boards if shown else ()) for game in board.games]
    elsewhere = [pairing for pairing in blockers.open_boards(rows) if shown is None or pairing.round != shown.number]
    last = rows.rounds[-1] if rows.rounds else None
    running = rows.event.state == State.RUNNING
    return Desk(
        steps=tuple(_steps(rows)),
        round=shown,
        first_open=next((game.row.id for game in games if game.is_open), None),
        older_open=tuple(blockers.no_result(rows, pairing) for pairing in elsewhere),
        can_take_back=running and last is not None and not blockers.of_taking_back(rows, last),
        coming=rows.coming,
    )


def _steps(rows: EventRows) -> list[Step]:
    """What comes next, the likeliest first."""
    state = rows.event.state
    if state == State.DRAFT:
        return [Step("announce", Phrase(_("Announce"))), _start(rows)]
    if state == State.OPEN:
        return [_start(rows)]
    if state == State.RUNNING:
        return _running(rows)
    return []


def _start(rows: EventRows) -> Step:
    return Step("start", Phrase(_("Start the event")), blockers.of_start(rows))


def _running(rows: EventRows) -> list[Step]:
    close = Step("close", Phrase(_("Close the event")), blockers.of_closing(rows), blockers.warnings_of_closing(rows))
    if rows.coming is None:
        return [close]
    label = Phrase(_("Start round %(round)d"), {"round": rows.coming})
    return [Step("round", label, blockers.of_round(rows), blockers.warnings_of_round(rows)), close]
