"""Telling the players of a game by correspondence whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.notified import TURN
from play.core.playing import load_game
from play.models import OnlineGame
from players.identity import account_of
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
