"""Telling a person of a challenge."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.challenges.services.challenges import open_challenges
from play.core.notified import CHALLENGE
from players.identity import account_of
from players.notifications.sources import Source, Wanted, register_source


def _challenged(about: str) -> Iterator[Wanted]:
    challenge = open_challenges().filter(pk=int(about), opponent__isnull=False).first()
    if challenge is None or challenge.opponent is None:
        return
    account = account_of(challenge.opponent.merged_into or challenge.opponent)
    if account is not None:
        yield Wanted(
            account.pk,
            Message(_("%(name)s challenges you to %(game)s."), {"game": rules_name(challenge.rules)}),
            reverse("play"),
            challenge.expires_at,
            challenge.challenger_id,
        )


CHALLENGES = register_source(
    Source(CHALLENGE, _("Challenges"), _("When a player challenges you to a game."), _challenged, has_mail=True)
)
