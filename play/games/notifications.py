"""Telling the players of a game by correspondence whose turn it is, and followers that a game has begun."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from common.jobs import services as jobs
from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.notified import FOLLOWED, TURN
from play.core.playing import load_game
from play.models import OnlineGame
from players.following.queries import followers_of
from players.identity import account_of, person_of
from players.models import Notification
from players.notifications.services.notifications import ask_to_notify
from players.notifications.sources import Source, Wanted, register_source

LONGEST = timedelta(days=60)
"""A turn without a deadline is told of for so long."""


def _to_move(about: str) -> Iterator[Wanted]:
    try:
        game = load_game(int(about))
    except OnlineGame.DoesNotExist:
        return
    seat = game.to_move
    if seat is None or game.clock.control.is_real_time or game.is_adjourned:
        return
    players = [each.merged_into or each for each in (game.game.white, game.game.black)]
    account = account_of(players[seat])
    if account is not None:
        now = timezone.now()
        deadline = game.online.deadline
        yield Wanted(
            account.pk,
            Message(_("Your turn against %(name)s (%(game)s)."), {"game": rules_name(game.game.rules)}),
            reverse("play-game", args=[game.game.pk]),
            deadline if deadline is not None and deadline > now else now + LONGEST,
            players[1 - seat].pk,
            str(game.plies),
        )


TURNS = register_source(
    Source(
        TURN, _("Your turn by correspondence"), _("When your opponent in a game by correspondence has moved."), _to_move
    )
)

NOTIFIED_FOR = timedelta(hours=1)
"""That a game in real time has begun; by correspondence a day."""
LOOK_EVERY = 60.0


def _followed_began(about: str) -> Iterator[Wanted]:
    try:
        game = load_game(int(about))
    except OnlineGame.DoesNotExist:
        return
    if game.is_over or game.game.parent_scope.hidden:
        return
    people = [each.merged_into or each for each in (game.game.white, game.game.black)]
    lasts = NOTIFIED_FOR if game.clock.control.is_real_time else timedelta(days=1)
    for person in people:
        for account in followers_of(person):
            if person_of(account) not in people:
                yield Wanted(
                    account.pk,
                    Message(_("%(name)s has started a game (%(game)s)."), {"game": rules_name(game.game.rules)}),
                    reverse("game", args=[game.game.pk]),
                    timezone.now() + lasts,
                    person.pk,
                )


FOLLOWED_GAMES = register_source(
    Source(
        FOLLOWED, _("Games of players you follow"), _("When a player you follow starts a game here."), _followed_began
    )
)


@jobs.every(LOOK_EVERY)
def look_what_is_over() -> None:
    """Ask that those be told no longer whose game, followed, is over by now."""
    told = Notification.objects.filter(kind=FOLLOWED, read_at=None, until__gt=timezone.now())
    waiting = {int(about) for about in told.values_list("about", flat=True).distinct()}
    for game in OnlineGame.objects.filter(pk__in=waiting, ended_at__isnull=False).values_list("pk", flat=True):
        ask_to_notify(FOLLOWED, game)
