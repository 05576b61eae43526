"""Mail to arbiters about reports that wait, for those who asked for it: bundled, one for an event in a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Q

from common.jobs import services as jobs
from games.core.events import ClaimsChanged
from games.results.services.results import stated_results_of
from gipf_engine.claims import State, standing
from gipf_engine.messages import gettext_noop as _
from players.accounts.services.subscriptions import MailKind, register_mail, subscribers
from players.models import Account, MailSubscription
from players.permissions import may, may_anywhere
from players.roles import PERMISSIONS, Permission
from tournaments.models import Event, PairedGame

REPORTS = register_mail(
    MailKind(
        "reports",
        _("Reports that wait"),
        _("In events and clubs where you have a role: disputed results, and reports that wait for the opponent."),
        lambda account: may_anywhere(account, Permission.DECIDE_RESULT),
    )
)
MAIL_ARBITERS = "mail-arbiters"
"""The kind of job that finds who wants mail about reports of an event. Its subject is the scope, "event:12"."""
MAIL_REPORTS = "mail-reports"
"""The kind of job that mails an arbiter what waits in an event. Its subject is "event:12:45", with the account's id."""
PAUSE = timedelta(minutes=15)
"""From a report to the mail, and between two mails about an event: both players have time to agree."""
_WAITING = (State.DISPUTED, State.WAITING)


def ask_for_report_mails(event: ClaimsChanged) -> None:
    """Ask for mail about a game's reports, where they wait and anybody wants such mail. Within the act."""
    game, now = event.game, event.standing
    if not settings.EMAIL_HOST or not (now.state in _WAITING or now.contradicted):
        return
    if game.occasion.key.startswith("event:") and MailSubscription.objects.filter(kind=REPORTS.key).exists():
        jobs.request_once_in(MAIL_ARBITERS, game.occasion.key, PAUSE)


def request_report_mails(scope: str) -> None:
    """Ask for a mail to each account that wants to know, and has a role in the event or its club."""
    event = Event.objects.select_related("club").filter(pk=int(scope.partition(":")[2])).first()
    if event is None:
        return
    roles = [role for role, allowed in PERMISSIONS.items() if Permission.DECIDE_RESULT in allowed]
    held = Q(grants__role__in=roles, grants__scope__key__in=(event.scope, event.club.scope))
    wanted = subscribers(REPORTS).filter(held).distinct().values_list("pk", flat=True)
    jobs.request_many(MAIL_REPORTS, [f"{scope}:{account}" for account in wanted])


@dataclass(frozen=True)
class WaitingReport:
    """A game whose report waits. `key` names its latest claim."""

    game: PairedGame
    is_disputed: bool
    key: str


def reports_to_tell(account: Account, event: Event) -> Sequence[WaitingReport]:
    """What waits for a decision in the event, disputes first; nothing for who may not decide it any more."""
    if event.state != Event.State.RUNNING or not may(account, Permission.DECIDE_RESULT, event.scope):
        return ()
    places = PairedGame.objects.filter(pairing__round__event=event, pairing__round__locked=False, game__removed_at=None)
    ordered = places.select_related("pairing__round", "game__white__merged_into", "game__black__merged_into").order_by(
        "pairing__round__number", "pairing__board", "leg"
    )
    found = []
    games = {place.game_id: place for place in ordered}
    for game, claims in stated_results_of(games).items():
        now = standing(claims)
        if now.state in _WAITING or now.contradicted:
            is_disputed = now.state is not State.WAITING
            found.append(WaitingReport(games[game], is_disputed, f"{game}:{claims[-1].number}"))
    rank = {game: place for place, game in enumerate(games)}
    return sorted(found, key=lambda report: (not report.is_disputed, rank[report.game.game_id]))
