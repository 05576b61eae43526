"""What became of a file of records: how far it is, and each record with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from common.message_json import from_json
from games.models import FiledRecord, RecordFile
from gipf_engine.messages import Message

State = FiledRecord.State
REPORTED = ("refused", "known", "kept")


@dataclass(frozen=True, slots=True)
class FiledRow:
    """A record of a file. `record` is its number in its game; `reason` is None where it was not refused."""

    number: int
    part: str
    line: int
    state: str
    game: int | None
    record: int | None
    reason: Message | None
    ply: int | None
    token: str
    position: str


@dataclass(frozen=True)
class FileReport:
    """How far a file is. `total` is None until it is taken apart; `refusal` says why nothing of it could be read."""

    file: RecordFile
    counts: dict[str, int]
    refusal: Message | None

    @property
    def total(self) -> int | None:
        return self.file.total

    @property
    def waiting(self) -> int:
        return self.counts.get(State.WAITING, 0)

    @property
    def done(self) -> int:
        return sum(self.counts.values()) - self.waiting

    @property
    def is_over(self) -> bool:
        """Whether every record is reported."""
        return self.total is not None and self.waiting == 0


def file_report(file_id: int) -> FileReport:
    """How far a file is. Two queries; raises `RecordFile.DoesNotExist`."""
    file = (
        RecordFile.objects.select_related("parent_scope").defer("content").get(pk=file_id, parent_scope__hidden=False)
    )
    by_state = file.records.order_by().values_list("state").annotate(number=Count("pk"))
    return FileReport(file, dict(by_state), from_json(file.refusal))


def filed_rows(file: RecordFile, state: str = "") -> Sequence[FiledRow]:
    """The records of a file in their order, those in one state where it is named. One query."""
    rows = file.records.filter(state=state) if state else file.records.all()
    values = rows.order_by("number").values(
        *("number", "part", "line", "state", "game", "record__number", "reason", "ply", "token", "position")
    )
    return [
        FiledRow(**row | {"reason": from_json(row["reason"])}, record=number)
        for row in values
        for number in (row.pop("record__number"),)
    ]
