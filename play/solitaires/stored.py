"""A deal that is practised with an account: every turn is stored when it is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse

from common.journal.queries import version as version_of
from games.attempts.services.attempts import play_turn, resign_attempt
from games.models import Attempt
from play.core.replay import PlayedDeal
from play.models import PracticeAttempt, PracticeDeal
from play.solitaires.queries.practice import Times
from play.solitaires.services.practice_attempts import ask_practice_hint, load_played, load_practice, undo_turn
from players.models import Account


@dataclass(frozen=True)
class StoredGame:
    """The account's own practice; what is done with it is stored at once."""

    practice: PracticeAttempt
    account: Account

    @classmethod
    def of(cls, account: Account, attempt_id: int) -> StoredGame:
        """Raises PracticeAttempt.DoesNotExist, also for what others practise."""
        return cls(load_practice(attempt_id, account), account)

    @property
    def deal(self) -> PracticeDeal:
        return self.practice.deal

    @property
    def given_up(self) -> bool:
        return self.practice.attempt.ending == Attempt.Ending.RESIGNED

    @cached_property
    def played(self) -> PlayedDeal:
        """The deal with the turns that are stored."""
        return load_played(self.practice.attempt)

    @cached_property
    def version(self) -> int:
        """The version of the attempt's scope, which its forms carry."""
        return version_of(self.practice.attempt.scope)

    @property
    def times(self) -> Times:
        """When it was begun and ended."""
        return Times(self.practice.attempt.begun_at, self.practice.attempt.ended_at)

    @property
    def address(self) -> str:
        """Where its table is."""
        return reverse("practice-attempt", args=[self._id])

    def step_address(self, action: str) -> str:
        """Where a form goes that does something beside turns."""
        return reverse("practice-attempt-step", args=[self._id, action])

    def play(self, token: str, version: int) -> StoredGame:
        """Raises Refused and Stale."""
        play_turn(self._id, self.account, token, expect=version, advance=True)
        return self

    def undo(self, version: int) -> StoredGame:
        """Raises Refused and Stale."""
        undo_turn(self._id, self.account, expect=version)
        return self

    def resign(self, version: int) -> StoredGame:
        """Raises Refused and Stale."""
        resign_attempt(self._id, self.account, expect=version)
        return self

    def hint(self, asker: str, reader: object) -> StoredGame:
        """Raises Refused and TooMany. One who asks is counted by account."""
        ask_practice_hint(self._id, self.account)
        return self

    def keep(self, request: HttpRequest) -> None:
        """All is stored already."""

    @property
    def _id(self) -> int:
        return self.practice.attempt_id
