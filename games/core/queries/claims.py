"""What was said of a game's result, as rows ready to print."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery

from common.compiled_query import CompiledQuery
from games.core.labels import role_name, source_name
from games.models import Claim
from gipf_engine.claims import Standing, StatedResult, standing
from gipf_engine.messages import Message
from players.core.queries.records import canonical_id, canonical_name
from players.models import Account


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim with who made it ("" where the account is no person's), when, and whether it is in force."""

    number: int
    role: str
    who_id: int | None
    who: str
    at: datetime
    source: str
    result: str
    reason: str
    record: int | None
    late: bool
    voided: bool
    in_force: bool

    @property
    def role_name(self) -> Message:
        """In what part it was said."""
        return role_name(self.role)

    @property
    def source_name(self) -> Message:
        """Where it came in."""
        return source_name(self.source)


class _Claim(NamedTuple):
    """A claim as it is read, with the canonical person of the account and the number of the record it came with."""

    number: int
    role: str
    who_id: int | None
    who: str | None
    at: datetime
    source: str
    result: str
    reason: str | None
    record: int | None
    late: bool
    voided: bool


def claims_of(game_id: int) -> tuple[Standing, tuple[ClaimRow, ...]]:
    """What the claims of a game come to, and the claims. One query."""
    rows = [_Claim(*row) for row in _CLAIMS(game_id)]
    now = standing(StatedResult(row.number, row.role, row.result, row.late or row.voided) for row in rows)
    return now, tuple(_row_of(row, now) for row in rows)


def own_claim(claim: Claim, account: Account, now: Standing, reason: str = "") -> ClaimRow:
    """A claim that `account` has just made without a record, as its row in the list. No query, save after a merge."""
    person = account.person and (account.person.merged_into or account.person)
    read = _Claim(
        number=claim.number,
        role=claim.role,
        who_id=person.pk if person else None,
        who=person.name if person else None,
        at=claim.at,
        source=claim.source,
        result=claim.result,
        reason=reason,
        record=None,
        late=claim.late,
        voided=False,
    )
    return _row_of(read, now)


def _row_of(claim: _Claim, now: Standing) -> ClaimRow:
    words = {"who": claim.who or "", "reason": claim.reason or ""}
    return ClaimRow(**claim._asdict() | words, in_force=claim.number in now.in_force)


_VOIDED = ExpressionWrapper(Q(voided__isnull=False), output_field=BooleanField())


def _of_claims(game: Any) -> QuerySet[Claim, Any]:
    """The fields of _Claim. Sign-in names are no one's business: an account without a person is no one."""
    speaker = Account.objects.filter(pk=OuterRef("account"), person__isnull=False)
    who_id, who = (
        Subquery(speaker.values_list(each)[:1]) for each in (canonical_id("person"), canonical_name("person"))
    )
    return (
        Claim.objects.filter(game=game)
        .order_by("number")
        .values_list(
            *("number", "role", who_id, who, "at", "source", "result", "why__text", "record__number", "late", _VOIDED)
        )
    )


_CLAIMS = CompiledQuery(_of_claims)
