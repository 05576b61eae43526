"""Telling players of their pairing: one notification an event, of its last round."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Person
from players.notifications.sources import Source, Wanted, register_source
from tournaments.core.services.base import PAIRING, OwnPairing, pairing_to_tell
from tournaments.models import Event, Slot

TOLD_FOR = timedelta(days=3)


def _paired(about: str) -> Iterator[Wanted]:
    event_id = int(about)
    slots = Slot.objects.filter(round__event=event_id, round__event__state=Event.State.RUNNING)
    last = slots.aggregate(last=Max("round__number"))["last"]
    if last is None:
        return
    people = Person.objects.filter(entries__entry__slots__in=slots.filter(round__number=last))
    accounts = Account.objects.filter(Q(person__in=people) | Q(person__in=people.values("merged_into"))).distinct()
    for account in accounts.select_related("person__merged_into"):
        own = pairing_to_tell(account, event_id, last)
        if own is not None and own.opponents:
            yield _wanted(account, own)


def _wanted(account: Account, own: OwnPairing) -> Wanted:
    number = own.round.number
    values = {"round": number, "board": own.pairing.board, "event": own.event.name}
    if own.game is not None and own.game.online:
        address = reverse("play-game", args=[own.game.pk])
    else:
        address = reverse("event-round", args=[own.event.pk, number])
    return Wanted(
        account.pk,
        Message(_("%(event)s, round %(round)s: you play %(name)s on board %(board)s."), values),
        address,
        timezone.now() + TOLD_FOR,
        own.opponents[0].pk,
        f"{number}:{own.key}"[:60],
    )


PAIRINGS = register_source(
    Source(PAIRING, _("Your pairings"), _("When a round of one of your events is published."), _paired)
)
