"""Telling players of their pairing, and their followers: one notification an event, of its last round."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.following.queries import followers_of
from players.identity import person_of
from players.models import Account, Person
from players.notifications.sources import Source, Wanted, register_source
from tournaments.core.formats import is_by_clock
from tournaments.core.services.base import FOLLOWED_BOARD, PAIRING, OwnPairing, pairing_to_tell
from tournaments.models import Event, PairedGame, Round, Slot

NOTIFIED_FOR = timedelta(days=3)


def _paired(about: str) -> Iterator[Wanted]:
    event_id = int(about)
    event = Event.objects.filter(pk=event_id, state=Event.State.RUNNING).first()
    for number in () if event is None else _rounds_to_tell(event):
        slots = Slot.objects.filter(round__event=event_id, round__number=number)
        people = Person.objects.filter(entries__entry__slots__in=slots)
        accounts = Account.objects.filter(Q(person__in=people) | Q(person__in=people.values("merged_into"))).distinct()
        for account in accounts.select_related("person__merged_into"):
            own = pairing_to_tell(account, event_id, number)
            if own is not None and own.opponents:
                yield _wanted(account, own)


def _rounds_to_tell(event: Event) -> list[int]:
    """The last round; of an arena all in which a person plays, since each player is in another one."""
    rounds = Round.objects.filter(event=event).order_by("number")
    if is_by_clock(event.format):
        rounds = rounds.filter(pairings__paired_games__game__result=PENDING).distinct()
        return list(rounds.values_list("number", flat=True))
    last = rounds.values_list("number", flat=True).last()
    return [] if last is None else [last]


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
        timezone.now() + NOTIFIED_FOR,
        own.opponents[0].pk,
        f"{number}:{own.key}"[:60],
    )


PAIRINGS = register_source(
    Source(PAIRING, _("Your pairings"), _("When a round of one of your events is published."), _paired)
)

BOARD_NOTIFIED_FOR = timedelta(days=1)


def _followed_at_a_board(about: str) -> Iterator[Wanted]:
    """The first board of the last round at which a person plays over the board whom an account follows."""
    event_id = int(about)
    rounds = Slot.objects.filter(round__event=event_id, round__event__state=Event.State.RUNNING)
    last = rounds.aggregate(last=Max("round__number"))["last"]
    boards = PairedGame.objects.filter(
        pairing__round__event=event_id,
        pairing__round__number=last,
        pairing__round__event__state=Event.State.RUNNING,
        game__online=False,
        game__result=PENDING,
        leg=1,
    ).select_related("pairing__round__event", "game__white__merged_into", "game__black__merged_into")
    told: set[int] = set()
    for paired in boards.order_by("pairing__board"):
        people = [each.merged_into or each for each in (paired.game.white, paired.game.black)]
        for person in people:
            for account in followers_of(person):
                if account.pk not in told and person_of(account) not in people:
                    told.add(account.pk)
                    yield _wanted_by_follower(account, paired, person)


def _wanted_by_follower(account: Account, paired: PairedGame, person: Person) -> Wanted:
    round_, board = paired.pairing.round, paired.pairing.board
    return Wanted(
        account.pk,
        Message(
            _("%(event)s, round %(round)s: %(name)s plays on board %(board)s."),
            {"round": round_.number, "board": board, "event": round_.event.name},
        ),
        reverse("event-round", args=[round_.event_id, round_.number]),
        timezone.now() + BOARD_NOTIFIED_FOR,
        person.pk,
        f"{round_.number}:{person.pk}",
    )


FOLLOWED_BOARDS = register_source(
    Source(
        FOLLOWED_BOARD,
        _("Boards of players you follow"),
        _("When a player you follow is paired in an event over the board."),
        _followed_at_a_board,
    )
)
