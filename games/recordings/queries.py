"""A recording that is under way, as pages show it, and what became of one that is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.journal.models import JournalEntry
from games.core.queries.page import RecordStep, people_by_account
from games.core.replay import Start, movers
from games.core.running import RunningGame, scope_of
from games.recordings.acts import FinishRecording
from gipf_engine.rules.record import number_turns


@dataclass(frozen=True, slots=True)
class FinishedRecording:
    """A recording that was handed in as the record `number` of its game, by whom ("": by an account of no person)."""

    number: int
    who: str


def numbered_turns(running: RunningGame) -> list[tuple[int, list[RecordStep]]]:
    """The turns of a recording under their move numbers."""
    return numbered_line(running.start, running.tokens)


def numbered_line(start: Start, tokens: Sequence[str]) -> list[tuple[int, list[RecordStep]]]:
    """Turns from a beginning on, under their move numbers."""
    seats = movers(start, tokens)
    numbered: list[tuple[int, list[RecordStep]]] = []
    for ply, (token, number, seat) in enumerate(zip(tokens, number_turns(seats), seats, strict=True), start=1):
        if number is not None:
            numbered.append((number, []))
        numbered[-1][1].append(RecordStep(ply, token, seat, ()))
    return numbered


def finished_since(game_id: int, version: int) -> FinishedRecording | None:
    """The recording that was handed in last after `version` of the game's scope; None where none was. Two queries."""
    acts = JournalEntry.objects.filter(scope__key=scope_of(game_id), action=FinishRecording.name, version__gt=version)
    entry = acts.order_by("-version").first()
    if entry is None:
        return None
    people = people_by_account({entry.actor})
    return FinishedRecording(entry.data["record"], people.get(entry.actor, (None, ""))[1])
