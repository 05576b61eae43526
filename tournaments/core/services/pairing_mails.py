"""Mail to players about their pairings, for those who asked for it: asked for within the act, sent by workers.

A worker looks at the round as it is by then. A round that is a draft again is not told, and who was told of a pairing
that changed meanwhile is told of the new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Max, Q, QuerySet

from common.jobs import services as jobs
from common.journal.acts import Act
from games.models import Game
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.accounts.services.subscriptions import MailKind, register_mail, subscribers
from players.core.queries.records import record_ids
from players.identity import person_of
from players.models import Account, MailSubscription, Person
from tournaments.core.webhooks import EVENT_UNDONE, ROUND_CHANGED, ROUND_PUBLISHED
from tournaments.models import Event, Member, Pairing, Round, Slot

PAIRINGS = register_mail(
    MailKind(
        "pairings",
        _("Your pairings"),
        _("When a round of one of your events is published: board, opponent and colour."),
        lambda account: account.person_id is not None,
    )
)
MAIL_ROUND = "mail-round"
"""The kind of job that finds who wants mail about a round. Its subject is "event:12:3", with the round's number."""
MAIL_PAIRING = "mail-pairing"
"""The kind of job that mails a player's pairing. Its subject is "event:12:3:45", with the account's id at the end."""
_MAILED = {ROUND_PUBLISHED, ROUND_CHANGED, EVENT_UNDONE}
"""What webhooks are told of acts after which players are mailed."""


def ask_for_pairing_mails(event: Event, act: type[Act], data: Mapping[str, Any]) -> None:
    """Ask for mail about the round that an act published or changed, where anybody wants such mail. Within the act."""
    if not settings.EMAIL_HOST or event.state != Event.State.RUNNING or act.webhook_for(data) not in _MAILED:
        return
    if MailSubscription.objects.filter(kind=PAIRINGS.key).exists():
        number = data.get("round") or Round.objects.filter(event=event).aggregate(last=Max("number"))["last"]
        if number is not None:
            jobs.request(MAIL_ROUND, f"{event.scope}:{number}")


def request_pairing_mails(event_id: int, number: int) -> None:
    """Ask for a mail to each account that wants to know its pairing in this round."""
    seats = _seats(event_id, number).values_list("entry__members__person", "entry__members__person__merged_into")
    people = {merged or person for person, merged in seats}
    wanted = subscribers(PAIRINGS).filter(Q(person__in=people) | Q(person__merged_into__in=people))
    subjects = [f"event:{event_id}:{number}:{account}" for account in wanted.values_list("pk", flat=True)]
    jobs.request_many(MAIL_PAIRING, subjects)


@dataclass(frozen=True)
class OwnPairing:
    """A player's pairing. `opponents` are empty for byes and deals; `game` is the first one that is open."""

    pairing: Pairing
    side: str
    opponents: list[Person]
    game: Game | None
    has_two_games: bool
    key: str

    @property
    def round(self) -> Round:
        return self.pairing.round

    @property
    def event(self) -> Event:
        return self.pairing.round.event


def pairing_to_tell(account: Account, event_id: int, number: int) -> OwnPairing | None:
    """The pairing of the account's person in a round that is published; None where there is nothing (more) to tell."""
    person = person_of(account)
    if person is None:
        return None
    own = _seats(event_id, number).filter(entry__members__person__in=record_ids(person.pk))
    seat = own.select_related("pairing__round__event").first()
    if seat is None:
        return None
    pairing = seat.pairing
    games = [paired.game for paired in pairing.paired_games.select_related("game")]
    first_open = next((game for game in games if game.result == PENDING), None)
    if games and first_open is None:
        return None
    others = Member.objects.filter(entry__slots__pairing=pairing).exclude(entry=seat.entry_id)
    members = list(others.select_related("person__merged_into"))
    side = seat.side if members and pairing.has_colours else ""
    key = ":".join([pairing.kind, str(pairing.board), side, *(str(member.entry_id) for member in members)])
    opponents = [member.person.merged_into or member.person for member in members]
    return OwnPairing(pairing, side, opponents, first_open, len(games) > 1, key)


def _seats(event_id: int, number: int) -> QuerySet[Slot]:
    return Slot.objects.filter(
        round__event=event_id, round__number=number, round__event__state=Event.State.RUNNING
    ).order_by("pk")
