"""Telling a player that the opponent has reported a result."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from games.core.events import ClaimsChanged
from games.models import Claimant, Game
from games.results.services.results import standing_of
from gipf_engine.claims import ClaimState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.identity import account_of
from players.notifications.services.notifications import ask_to_notify
from players.notifications.sources import Source, Wanted, register_source

KIND = "result"
TOLD_FOR = timedelta(days=14)


def tell_of_report(event: ClaimsChanged) -> None:
    """Ask that the players be told where one of them has reported. Of the first word of an arbiter nobody need be."""
    now = event.standing
    if now.state is ClaimState.WAITING or max(now.in_force, default=0) > 1 or now.state is ClaimState.DISPUTED:
        ask_to_notify(KIND, event.game.pk)


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
