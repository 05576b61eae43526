"""Telling arbiters that they are called to a board."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Q
from django.urls import reverse

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.notifications.sources import Source, Wanted, register_source
from players.roles import PERMISSIONS, Permission
from tournaments.models import ArbiterCall
from tournaments.results.services.calls import CALL

NOTIFIED_FOR = timedelta(hours=3)


def _called(about: str) -> Iterator[Wanted]:
    """Those who decide results in the event or its club; administrators of the server are not at its boards."""
    calls = ArbiterCall.objects.select_related("place__pairing__round__event__club", "place__game")
    call = calls.filter(pk=int(about), answered_at=None).first()
    if call is None:
        return
    round_ = call.place.pairing.round
    event, game = round_.event, call.place.game
    roles = [role for role, allowed in PERMISSIONS.items() if Permission.DECIDE_RESULT in allowed]
    held = Q(grants__role__in=roles, grants__scope__key__in=(event.scope, event.club.scope))
    values = {"event": event.name, "round": round_.number, "board": call.place.pairing.board}
    for account in Account.objects.filter(held, is_active=True).distinct():
        yield Wanted(
            account.pk,
            Message(_("%(name)s calls the arbiter: %(event)s, round %(round)s, board %(board)s."), values),
            reverse("event-desk", args=[event.pk]),
            call.called_at + NOTIFIED_FOR,
            game.white_id if call.seat == "white" else game.black_id,
        )


CALLS = register_source(
    Source(CALL, _("Calls of the arbiter"), _("When a player in your event calls the arbiter to the board."), _called)
)
