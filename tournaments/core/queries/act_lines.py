"""Acts of an event's journal that its files tell, as lines of comment: what changed, when, and by which account.

What other columns and comments of a file tell (rounds paired by hand, corrected results, leaving standard rules) is not
said here again. A file that is taken in keeps the lines as comments, so that they are in every file of the copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from common.journal.models import JournalEntry
from gipf_engine.results import RESULTS
from tournaments.core.loader import EventData

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
