"""Results of an event: many at once, corrected, and the mails about reports."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Q

from common.jobs import services as jobs
from common.journal.queries import version as version_of
from games.core.events import ComingDecision, DecisionsComing, ReportsWait
from games.results.services.decisions import Decision, RowsRefused, decide_results
from games.results.services.results import ClaimOutcome
from games.results.services.stated import FOR_THE_ARBITER, stated_results_of
from gipf_engine.claims import ClaimState, standing
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS, SideResult
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.accounts.services.subscriptions import MailKind, register_mail, subscribers
from players.models import Account, MailSubscription
from players.permissions import may, may_anywhere, require
from players.roles import PERMISSIONS, Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import format_of
from tournaments.core.services.base import keep_point, need_confirmation
from tournaments.core.services.standard_rules import store_exits
from tournaments.core.standard_rules import EARLY_RESULT, OF_LEAVING
from tournaments.models import Event, PairedGame, Pairing

# --- results that later rounds were paired with -----------------------------------------------------------
# They are corrected with a reason, once that is confirmed.


def confirm_decisions(coming: DecisionsComing) -> None:
    """Ask before an arbiter changes results that later rounds were paired with. Inside the act, under its lock.

    The round before the last that was played is corrected after one confirmation, an earlier one after two, the second
    with what follows: among it that the event leaves standard rules. A decisive result of a game that counted as a draw
    so far is confirmed once. Then a restore point is kept, one for all. The journal gets which rounds were paired
    since. Refused with EventRefused without a reason, and with ConfirmationNeeded.
    """
    games = [decision.game.pk for decision in coming.decisions]
    event = Event.objects.filter(rounds__pairings__paired_games__game__in=games).first()
    if event is None or not format_of(event.format).needs_results:
        return
    last = event.rounds.count()
    paired = PairedGame.objects.filter(game__in=games, pairing__round__number__lt=last)
    numbers = dict(paired.values_list("game", "pairing__round__number"))
    changing = [each for each in coming.decisions if each.game.pk in numbers]
    corrected = [
        each
        for each in changing
        if _correct(event, each, coming.account, numbers[each.game.pk], last=last, confirm=coming.confirm)
    ]
    if corrected:
        keep_point(event, version_of(event.scope) + 1)


def _correct(
    event: Event, coming: ComingDecision, account: Account, number: int, *, last: int, confirm: Collection[str]
) -> bool:
    """Whether a decision of a game of round `number`, before the `last`, is confirmed and changes what was counted."""
    if not may(account, Permission.DECIDE_RESULT, event.scope):
        coming.refuse(EventRefused(FOR_THE_ARBITER))
        return False
    old, new = coming.old, coming.new
    coming.note(paired_since=[number + 1, last])
    if old == PENDING and RESULTS[new].white is SideResult.DRAW and RESULTS[new].black is SideResult.DRAW:
        return False
    is_early = old != PENDING and number < _last_played(event, last) - 1
    leaving = is_early and event.follows_rules
    follows = (*CONSEQUENCES, *OF_LEAVING) if leaving else CONSEQUENCES
    try:
        if old != PENDING and not coming.reason:
            raise EventRefused(
                Message(_("Give a reason: later rounds were paired with the old result.")), field="reason"
            )
        cautions = list(_late_cautions(number, last, old, twice=is_early))
        key = f"{event.scope}:decide:{coming.game.pk}:{old}:{new}"
        need_confirmation(key, _("Change the result"), cautions, confirm, follows)
    except EventRefused as refusal:
        coming.refuse(refusal)
        return False
    if leaving:
        store_exits(event, account, (EARLY_RESULT,), coming.note)
    return True


CONSEQUENCES = (
    Message(_("every player's points, tie-breaks and place are recalculated")),
    Message(_("later rounds keep their pairings, and the reasons given for them")),
)


def _last_played(event: Event, last: int) -> int:
    """The last round in which a person has a result."""
    played = PairedGame.objects.filter(pairing__round__event=event, pairing__kind=Pairing.Kind.GAME)
    numbers = played.exclude(game__result=PENDING).order_by("-pairing__round__number")
    return numbers.values_list("pairing__round__number", flat=True).first() or last


def _late_cautions(number: int, last: int, old: str, *, twice: bool) -> Iterator[Caution]:
    follows_one = number + 1 == last
    rounds = {"first": number + 1, "last": last}
    if old == PENDING:
        one = _("round %(last)d was paired while this game counted as a draw")
        several = _("rounds %(first)d to %(last)d were paired while this game counted as a draw")
        yield Caution("late-decision", Level.CONFIRM, Message(one if follows_one else several, rounds))
        return
    one, several = (
        _("round %(last)d was paired with %(result)s"),
        _("rounds %(first)d to %(last)d were paired with %(result)s"),
    )
    message = Message(one if follows_one else several, {**rounds, "result": RESULTS[old].label})
    yield Caution("correction", Level.CONFIRM_TWICE if twice else Level.CONFIRM, message)


# --- mail to arbiters about reports that wait, for those who asked for it ---------------------------------
# Bundled, one for an event in a while.


REPORTS = register_mail(
    MailKind(
        "reports",
        _("Waiting reports"),
        _("Disputed results and unconfirmed reports in your events and clubs."),
        lambda account: may_anywhere(account, Permission.DECIDE_RESULT),
    )
)
MAIL_ARBITERS = "mail-arbiters"
"""The kind of job that finds who wants mail about reports of an event. Its subject is the scope, "event:12"."""
MAIL_REPORTS = "mail-reports"
"""The kind of job that mails an arbiter what waits in an event. Its subject is "event:12:45", with the account's id."""
PAUSE = timedelta(minutes=15)
"""From a report to the mail, and between two mails about an event: both players have time to agree."""
_WAITING = (ClaimState.DISPUTED, ClaimState.WAITING)


def ask_for_report_mails(event: ReportsWait) -> None:
    """Ask for mail about a game's reports, where they wait and anyone wants such mail. Within the act."""
    key = event.game.parent_scope.key
    if settings.EMAIL_HOST and key.startswith("event:") and MailSubscription.objects.filter(kind=REPORTS.key).exists():
        jobs.request_once_in(MAIL_ARBITERS, key, PAUSE)


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
            is_disputed = now.state is not ClaimState.WAITING
            found.append(WaitingReport(games[game], is_disputed, f"{game}:{claims[-1].number}"))
    rank = {game: place for place, game in enumerate(games)}
    return sorted(found, key=lambda report: (not report.is_disputed, rank[report.game.game_id]))


# --- the results of a round, decided together: all of them, or none ---------------------------------------


MOST_TOGETHER = 500


def decide_round(
    event: Event,
    account: Account,
    number: int,
    decisions: Sequence[Decision],
    *,
    source: str,
    confirm: Collection[str] = (),
) -> list[ClaimOutcome]:
    """Decide games of round `number`, as `games.results.services.decisions` does.

    Raises NotAllowed, EventRefused for a round that is not paired, and RowsRefused.
    """
    require(account, Permission.DECIDE_RESULT, event.scope)
    misplaced = dict(_misplaced(decisions, _games_of(event, number)))
    if misplaced:
        raise RowsRefused(misplaced)
    return decide_results(event.scope, account, decisions, source=source, confirm=confirm)


def _games_of(event: Event, number: int) -> set[int]:
    paired = PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=number)
    games = set(paired.values_list("game", flat=True))
    if not games:
        raise EventRefused(Message(_("Round %(number)s is not paired."), {"number": number}))
    return games


def _misplaced(decisions: Sequence[Decision], known: set[int]) -> list[tuple[int, Refused]]:
    """Those of no game of the round, and those of a game that stands further up already."""
    found: list[tuple[int, Refused]] = []
    seen: set[int] = set()
    for place, each in enumerate(decisions):
        if each.game not in known:
            found.append((place, Refused(Message(_("This game is not one of the round.")), field="game")))
        elif each.game in seen:
            found.append((place, Refused(Message(_("This game has a result further up already.")), field="game")))
        seen.add(each.game)
    return found
