"""Results that later rounds were paired with: they are corrected with a reason, once that is confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from common.journal.queries import version as version_of
from games.core.events import ComingDecision, DecisionsComing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS, Outcome
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.formats import format_of
from tournaments.core.services.confirmations import need_confirmation
from tournaments.core.services.restore_points import keep_point
from tournaments.core.services.standard_rules import store_exits
from tournaments.core.standard_rules import EARLY_RESULT, OF_LEAVING
from tournaments.models import Event, PairedGame, Pairing


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
    old, new = coming.old, coming.new
    coming.note(paired_since=[number + 1, last])
    if old == PENDING and RESULTS[new].white is Outcome.DRAW and RESULTS[new].black is Outcome.DRAW:
        return False
    is_early = old != PENDING and number < _last_played(event, last) - 1
    leaving = is_early and event.follows_rules
    follows = (*CONSEQUENCES, *OF_LEAVING) if leaving else CONSEQUENCES
    try:
        if old != PENDING and not coming.reason:
            raise EventRefused(Message(_("Say why: later rounds were paired with the old result.")), field="reason")
        cautions = list(_late_cautions(number, last, old, twice=is_early))
        need_confirmation(f"{event.scope}:decide:{coming.game.pk}:{old}:{new}", cautions, confirm, follows)
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
    """The last round in which somebody has a result."""
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
