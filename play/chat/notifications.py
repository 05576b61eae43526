"""Telling a player of a message from the opponent, where the player is not at the board to read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.core.notified import MESSAGE
from play.core.playing import now_ms
from play.core.services.presence import AWAY_MS, last_seen
from play.models import ChatMessage
from players.identity import account_of
from players.notifications.sources import Source, Wanted, register_source

NOTIFIED_FOR = timedelta(days=14)


def _written_to(about: str) -> Iterator[Wanted]:
    latest = ChatMessage.objects.filter(game=int(about)).select_related("game", "author__merged_into").last()
    if latest is None:
        return
    author = latest.author.merged_into or latest.author
    players = [each.merged_into or each for each in (latest.game.white, latest.game.black)]
    seat = 1 - players.index(author)
    seen, account = last_seen(latest.game_id, seat), account_of(players[seat])
    if account is None or (seen is not None and now_ms() - seen < AWAY_MS):
        return
    yield Wanted(
        account.pk,
        Message(_("%(name)s has sent you a message.")),
        reverse("play-game", args=[latest.game_id]),
        timezone.now() + NOTIFIED_FOR,
        author.pk,
        str(latest.pk),
    )


MESSAGES = register_source(
    Source(
        MESSAGE,
        _("Messages"),
        _("When an opponent writes to you while you are away from the board."),
        _written_to,
        has_mail=True,
    )
)
