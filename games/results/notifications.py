"""Telling a player that the opponent has reported a result."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from common.jobs import services as jobs
from games.core.events import ReportsWait
from games.models import Claimant, Game
from games.results.services.stated import standing_of
from gipf_engine.claims import ClaimState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.identity import account_of
from players.models import Notification
from players.notifications.services.notifications import ask_to_notify
from players.notifications.sources import Source, Wanted, register_source

KIND = "result"
TOLD_FOR = timedelta(days=14)
_LOOK_EVERY = 30.0


def tell_of_report(event: ReportsWait) -> None:
    """Ask that the other player be told where one has reported. What makes the result asks for nothing: it is hot."""
    if event.standing.state is ClaimState.WAITING:
        ask_to_notify(KIND, event.game.pk)


@jobs.every(_LOOK_EVERY)
def look_what_is_confirmed() -> None:
    """Ask that those be told no longer whose games have a result by now."""
    waiting = Notification.objects.filter(kind=KIND, read_at=None).values_list("about", flat=True)
    open_games = Game.objects.filter(pk__in=map(int, waiting), result=PENDING).values_list("pk", flat=True)
    for about in {int(each) for each in waiting} - set(open_games):
        ask_to_notify(KIND, about)


def _asked_to_confirm(about: str) -> Iterator[Wanted]:
    game = Game.objects.select_related("white__merged_into", "black__merged_into").filter(pk=int(about)).first()
    if game is None or game.removed_at is not None:
        return
    now = standing_of(game)
    if now.state is not ClaimState.WAITING:
        return
    seats = {Claimant.WHITE: game.white, Claimant.BLACK: game.black}
    asked = seats.pop(Claimant(now.waiting_for))
    (other,) = seats.values()
    account = account_of(asked.merged_into or asked)
    if account is not None:
        yield Wanted(
            account.pk,
            Message(_("%(name)s has reported the result of your game. Do you agree?")),
            reverse("game-result", args=[game.pk]),
            timezone.now() + TOLD_FOR,
            (other.merged_into or other).pk,
            now.value,
        )


RESULTS = register_source(
    Source(
        KIND,
        _("Results to confirm"),
        _("When your opponent has reported a result and you have not."),
        _asked_to_confirm,
        has_mail=True,
    )
)
