"""The page of a deal that is practised: the table, what may be done, and in the end how it compares with the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.core.labels import option_names
from games.models import Attempt
from gipf_engine.diagrams import Choice, describe_turn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules
from play.core.replay import PlayedDeal
from play.models import Hint, PracticeAttempt, PracticeDeal
from play.solitaires.queries.table import SEAT, Table, table_of
from play.solitaires.services.hints import hint_for, is_closed_deal
from play.solitaires.services.practice import HIGHEST_NUMBER
from players.core.queries.records import record_ids
from players.models import Person

WON, LOST, OPEN = "won", "lost", "open"
ENDS: dict[str, Message] = {
    WON: Message(_("won")),
    LOST: Message(_("lost")),
    OPEN: Message(_("given up")),
}
"""How it ended, in words."""
_SOLVED = _("The solver, which sees every tile, won this deal in round %(par)s. A faster win may exist.")


@dataclass(frozen=True)
class Result:
    """How a person's play of a deal ended, in which round, and what the solver found of the same deal.

    `par`: the round in which the solver won. `solved`: whether it has looked. `seed` and `number`: which deal it was.
    `is_closed`: the solver says nothing of it as long as a round is not over in which the reader plays it.
    """

    end: str
    rounds: int
    par: int | None
    solved: bool
    seed: str = ""
    is_closed: bool = False

    @property
    def words(self) -> Message:
        return ENDS[self.end]

    @property
    def number(self) -> int | None:
        """The number under which a deal for practice is asked for; None for others."""
        return practice_number(self.seed)

    @property
    def comparison(self) -> Message:
        """One's own play beside the solver's."""
        if self.is_closed:
            return Message(_("The solver’s result is shown after the round in which you play this deal."))
        if not self.solved:
            return Message(_("The solver has not tried this deal yet."))
        if self.par is None:
            return Message(_("The solver did not win this deal."))
        values = {"rounds": self.rounds, "par": self.par}
        if self.end != WON:
            return Message(_SOLVED, values)
        if self.rounds < self.par:
            return Message(_("You won in round %(rounds)s, the solver in round %(par)s: you were faster."), values)
        if self.rounds == self.par:
            return Message(_("You won in round %(rounds)s, like the solver."), values)
        return Message(_("You won in round %(rounds)s, the solver in round %(par)s."), values)


def practice_number(seed: str) -> int | None:
    """The number that a deal's seed is; None where it was drawn by chance."""
    number = int(seed, 16) if seed else 0
    return number if 1 <= number <= HIGHEST_NUMBER else None


@dataclass(frozen=True, slots=True)
class Times:
    """When a person began a deal and ended it; None where that is not known."""

    begun_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True)
class PracticePage:
    """`hint` is None until one was asked for in this position; `advised` is its turn in words."""

    rules: Rules
    table: Table
    may_undo: bool
    hint: Hint | None
    advised: Choice | None
    result: Result | None

    @property
    def options(self) -> list[Message]:
        """What the chosen options of the rules change."""
        return option_names(self.rules.key, sorted(self.rules.options))

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self.result is not None


def practice_page(
    deal: PracticeDeal,
    played: PlayedDeal,
    *,
    given_up: bool,
    address: str,
    version: int,
    reader: object,
    times: Times,
) -> PracticePage:
    """The page for `reader`, who plays; `address` takes the turns, which count from `version`."""
    is_closed = is_closed_deal(deal, reader)
    end = played.outcome.result if played.outcome is not None else OPEN if given_up else ""
    hint = None if end or is_closed else hint_for(deal, played)
    advised = describe_turn(played.position.view(SEAT), hint.turn) if hint and hint.turn else None
    shown = advised.token if advised else ""
    table = table_of(played, address=address, version=version, playable=not end, hint=shown)
    return PracticePage(
        rules=played.rules,
        table=replace(table, begun_at=times.begun_at, ended_at=times.ended_at),
        may_undo=played.last_choice is not None,
        hint=hint,
        advised=advised,
        result=_result(deal, played, end, is_closed=is_closed) if end else None,
    )


def _result(deal: PracticeDeal, played: PlayedDeal, end: str, *, is_closed: bool) -> Result:
    if is_closed:
        return Result(end, played.counts["rounds"], None, solved=False, is_closed=True, seed=deal.seed)
    return Result(end, played.counts["rounds"], deal.par, deal.solved_at is not None, deal.seed)


@dataclass(frozen=True)
class OpenPractice:
    """A deal that a person with an account has begun to practise and not finished."""

    attempt: Attempt
    name: str
    options: Sequence[Message]


def open_practice(person: Person) -> list[OpenPractice]:
    """What the person can go on with, the latest first."""
    rows = PracticeAttempt.objects.filter(attempt__player__in=record_ids(person.pk), attempt__ended_at=None)
    return [
        OpenPractice(
            row.attempt, rules_for(row.attempt.rules).name, option_names(row.attempt.rules, row.attempt.options)
        )
        for row in rows.select_related("attempt").order_by("-attempt__begun_at")
    ]
