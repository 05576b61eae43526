"""A deal that is practised without an account: one at a time, kept in the session on the server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from games.core.replay import Start
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import RuleError
from play.core.errors import PlayRefused
from play.core.replay import PlayedDeal
from play.models import PracticeDeal
from play.solitaires.queries.practice import Times
from play.solitaires.services.hints import ask_hint

KEY = "practice"
"""Under this key a session holds {"deal": id, "turns": [token …], "given_up": whether, "begun": when, "ended": when}.

The times are seconds since 1970, None for not yet or not known."""

_CHANGED = Message(_("Another turn was played. Check the table again."))
_OVER = Message(_("This deal is over."))
_NOTHING_TO_UNDO = Message(_("No turn to undo."))


@dataclass(frozen=True)
class GuestGame:
    """A deal and its turns so far. Two hundred rounds at most bound what a session holds."""

    deal: PracticeDeal
    played: PlayedDeal
    given_up: bool = False
    times: Times = field(default_factory=Times)

    @classmethod
    def begin(cls, deal: PracticeDeal) -> GuestGame:
        """A deal on which nothing was chosen."""
        return cls(deal, _played(deal).begun(), times=Times(timezone.now()))

    @classmethod
    def of(cls, request: HttpRequest) -> GuestGame | None:
        """What the reader's session holds; None for nothing, or where the deal is gone."""
        kept = request.session.get(KEY)
        deal = PracticeDeal.objects.filter(pk=kept["deal"]).first() if kept is not None else None
        if kept is None or deal is None:
            return None
        times = Times(_moment(kept.get("begun")), _moment(kept.get("ended")))
        return cls(deal, replace(_played(deal), tokens=tuple(kept["turns"])), kept["given_up"], times)

    def keep(self, request: HttpRequest) -> None:
        """Store it in the reader's session."""
        begun, ended = (each and each.timestamp() for each in (self.times.begun_at, self._ended_at))
        request.session[KEY] = {
            "deal": self.deal.pk,
            "turns": list(self.played.tokens),
            "given_up": self.given_up,
            "begun": begun,
            "ended": ended,
        }

    @property
    def _ended_at(self) -> datetime | None:
        """The time that is kept once it is over; taking back goes on with the clock."""
        if not self.given_up and self.played.outcome is None:
            return None
        return self.times.ended_at or timezone.now()

    @property
    def address(self) -> str:
        """Where its table is."""
        return reverse("practice-table")

    def step_address(self, action: str) -> str:
        """Where a form goes that does something beside turns."""
        return reverse("practice-step", args=[action])

    @property
    def version(self) -> int:
        """What a form says that it was shown: how many turns were played."""
        return len(self.played.tokens)

    def play(self, token: str, version: int) -> GuestGame:
        """After a turn and what follows without asking. Raises PlayRefused."""
        self._need_open(version)
        try:
            return replace(self, played=self.played.played(token))
        except RuleError as refused:
            raise PlayRefused(refused.message) from None

    def undo(self, version: int) -> GuestGame:
        """Before the last turn that was chosen. Raises PlayRefused."""
        before = self.played.before_last_choice()
        if version != self.version:
            raise PlayRefused(_CHANGED)
        if before is None:
            raise PlayRefused(_NOTHING_TO_UNDO)
        return replace(self, played=before, given_up=False)

    def resign(self, version: int) -> GuestGame:
        """Given up. Raises PlayRefused."""
        self._need_open(version)
        return replace(self, given_up=True)

    def hint(self, asker: str, reader: object) -> GuestGame:
        """Ask what the solver would play. Raises PlayRefused, FairPlayRefused and TooMany."""
        ask_hint(self.deal, self.played, asker, reader)
        return self

    def _need_open(self, version: int) -> None:
        if self.given_up or self.played.outcome is not None:
            raise PlayRefused(_OVER)
        if version != self.version:
            raise PlayRefused(_CHANGED)


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _played(deal: PracticeDeal) -> PlayedDeal:
    return PlayedDeal(Start(deal.rules, tuple(deal.options), deal.setup))
