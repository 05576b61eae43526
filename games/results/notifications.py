"""Telling a player that the opponent has reported a result."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from common.jobs import services as jobs
from games.core.events import ReportsWait
from games.models import Claim, Claimant, Game
from games.results.services.stated import standing_of, stated_results_of
from gipf_engine.claims import ClaimState, Standing, standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.identity import account_of
from players.models import Notification
from players.notifications.services.notifications import ask_to_notify, update_notifications
from players.notifications.sources import Source, Wanted, register_source

KIND = "result"
NOTIFY_REPORTED = "notify-reported"
"""The kind of job that tells opponents of all reports that wait in a scope, which is its subject ("event:12")."""
PAUSE = timedelta(seconds=3)
"""From a report to the job: at the end of a round all of an event report together, and both players of most games."""
NOTIFIED_FOR = timedelta(days=14)
_LOOK_EVERY = 30.0


def tell_of_report(event: ReportsWait) -> None:
    """Ask that the other player be told where one has reported. What makes the result asks for nothing: it is hot."""
    if event.standing.state is ClaimState.WAITING:
        jobs.request_once_in(NOTIFY_REPORTED, event.game.parent_scope.key, PAUSE)


def notify_reported(parent_scope: str) -> None:
    """Tell the other player of each game of a parent scope where one has reported and the other does not know."""
    reported = Exists(Claim.objects.filter(game=OuterRef("pk")))
    games = Game.objects.filter(reported, parent_scope__key=parent_scope, result=PENDING, removed_at=None)
    waiting = {game: standing(stated) for game, stated in stated_results_of(games.values_list("pk", flat=True)).items()}
    rows = Notification.objects.filter(kind=KIND, about__in=map(str, waiting))
    told = set(rows.values_list("about", "state"))
    for game, now in waiting.items():
        if now.state is ClaimState.WAITING and (str(game), _reported_state(now)) not in told:
            update_notifications(KIND, str(game))


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
            timezone.now() + NOTIFIED_FOR,
            (other.merged_into or other).pk,
            _reported_state(now),
        )


def _reported_state(now: Standing) -> str:
    """What is told of a report: another word, or one to the other player, is news."""
    return f"{now.waiting_for} {now.value}"


RESULTS = register_source(
    Source(
        KIND,
        _("Results to confirm"),
        _("When your opponent has reported a result and you have not."),
        _asked_to_confirm,
        has_mail=True,
    )
)
