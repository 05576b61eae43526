"""The deal of a day: who has played it how, and, when the day is over, all that was secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet

from common.journal.queries import version as version_of
from games.models import Attempt
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules
from gipf_engine.rules.deals import Candidate, Document, document_of
from gipf_engine.tournament.standings.deals import shared_ranks
from play.core.replay import PlayedDeal
from play.models import DayAttempt, DayDeal
from play.solitaires.queries.practice import ENDS, Result
from play.solitaires.queries.table import Table, table_of
from play.solitaires.services.days import is_over, source_of, today
from play.solitaires.services.practice_attempts import load_played
from players.core.queries.records import record_ids
from players.models import Person


@dataclass(frozen=True)
class DayRow:
    """A line of a day's table. Equals share a rank."""

    rank: int
    person: Person
    attempt: Attempt
    counts: Sequence[int]

    @property
    def words(self) -> Message:
        """How it ended."""
        return ENDS[self.attempt.result]


@dataclass(frozen=True)
class DayPage:
    """A day as its page shows it. `heads`: what the columns of `rows` count. `own`: the reader's attempt."""

    deal: DayDeal
    rules: Rules
    over: bool
    heads: Sequence[str]
    rows: Sequence[DayRow]
    own: Attempt | None
    table: Table | None = None
    result: Result | None = None

    @property
    def day(self) -> date:
        return self.deal.day


def past_days() -> QuerySet[DayDeal]:
    """Every day up to now, newest first."""
    return DayDeal.objects.filter(day__lte=today()).order_by("-day")


def find_day(day: date) -> DayDeal | None:
    """The deal of a day that has begun."""
    return past_days().filter(day=day).first()


def read_day(text: str) -> DayDeal:
    """The deal of the day that an address names. Raises DayDeal.DoesNotExist, also for what names no day."""
    try:
        return past_days().get(day=date.fromisoformat(text))
    except ValueError:
        raise DayDeal.DoesNotExist from None


def day_page(deal: DayDeal, reader: Person | None, *, address: str = "") -> DayPage:
    """The page of a day for a reader; `address` takes the turns of an attempt that goes on."""
    rules = rules_for(deal.rules)
    rows = list(DayAttempt.objects.filter(day=deal).select_related("attempt", "person__merged_into"))
    records = set(record_ids(reader.pk)) if reader else set()
    own = next((row.attempt for row in rows if row.person_id in records), None)
    over = is_over(deal.day)
    page = DayPage(
        deal=deal,
        rules=rules,
        over=over,
        heads=[count.name for count in rules.solo_counts if count.key != "won"],
        rows=_ranked(rules, rows),
        own=own,
    )
    return _with_table(page, own, address) if own is not None else page


def _with_table(page: DayPage, own: Attempt, address: str) -> DayPage:
    """With the reader's own table, and the result where the attempt has ended."""
    played, ended = load_played(own), own.ended_at is not None or page.over
    table = table_of(played, address=address, version=version_of(own.scope), playable=not ended)
    end = own.result or (Attempt.Result.OPEN if ended else "")
    result = Result(end, played.counts["rounds"], page.deal.par, solved=True) if end else None
    return replace(page, table=replace(table, begun_at=own.begun_at, ended_at=own.ended_at), result=result)


def _ranked(rules: Rules, rows: Sequence[DayAttempt]) -> list[DayRow]:
    """Those who have finished, the best first."""
    done = [(row, row.attempt.counts) for row in rows if row.attempt.ended_at is not None and row.attempt.counts]
    ranks = shared_ranks(rules.solo_key(counts) for _row, counts in done)
    return sorted(
        (
            DayRow(
                rank=ranks[rules.solo_key(counts)],
                person=row.person.merged_into or row.person,
                attempt=row.attempt,
                counts=[counts[count.key] for count in rules.solo_counts if count.key != "won"],
            )
            for row, counts in done
        ),
        key=lambda row: row.rank,
    )


@dataclass(frozen=True)
class LinePage:
    """A person's line on the deal of a day that is over, at a turn. `tokens` are all turns."""

    deal: DayDeal
    rules: Rules
    person: Person
    tokens: Sequence[str]
    ply: int
    table: Table

    @property
    def back(self) -> int | None:
        return self.ply - 1 if self.ply else None

    @property
    def on(self) -> int | None:
        return self.ply + 1 if self.ply < len(self.tokens) else None


def line_page(deal: DayDeal, attempt_id: int, ply: int | None) -> LinePage | None:
    """A line; None where the day is not over, or has no such attempt or turn."""
    row = DayAttempt.objects.filter(day=deal, attempt=attempt_id).select_related("attempt", "person__merged_into")
    found = row.first() if is_over(deal.day) else None
    if found is None:
        return None
    played = load_played(found.attempt)
    at = len(played.tokens) if ply is None else ply
    if at > len(played.tokens):
        return None
    shown = PlayedDeal(played.start, played.tokens[:at])
    person = found.person.merged_into or found.person
    return LinePage(deal, played.rules, person, played.tokens, at, table_of(shown, playable=False))


def published_draw(deal: DayDeal) -> Document | None:
    """The draw as `checkdraw` reads it; None until the day is over."""
    if not is_over(deal.day):
        return None
    source = source_of(deal.rules, deal.limit)
    return document_of(source, deal.seed, [Candidate(deal.number, deal.setup, deal.par)])
