"""The results of a round, decided together: all of them, or none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction

from common.journal import services as journal
from engine.messages import Message, Refused
from engine.messages import gettext_noop as _
from games.services.results import ClaimOutcome, decide_result
from players.models import Account
from players.permissions import require
from players.roles import Act
from tournaments.domain.errors import EventRefused
from tournaments.models import Event, PairedGame

MOST_TOGETHER = 500


@dataclass(frozen=True, slots=True)
class Decision:
    """What an arbiter decides of a game; `version` is the game's, as he saw it."""

    game: int
    result: str
    reason: str = ""
    version: int | None = None


class RowsRefused(Exception):
    """Some decisions are refused, so none is stored: `errors` says why, by their places (0 is the first)."""

    def __init__(self, errors: dict[int, Exception]) -> None:
        super().__init__(f"{len(errors)} rows")
        self.errors = errors


def decide_results(
    event: Event,
    account: Account,
    number: int,
    decisions: Sequence[Decision],
    *,
    source: str,
    confirm: Collection[str] = (),
) -> list[ClaimOutcome]:
    """Decide games of round `number` as `claim_result` does one by one, in one transaction; the journal has each.

    `confirm` holds keys of what was asked before any of the decisions, and is confirmed. A decision that would overrule
    something unseen is refused, where alone it would be kept as late. Raises NotAllowed, EventRefused for a round
    that is not paired, and RowsRefused.
    """
    done: list[ClaimOutcome] = []
    with transaction.atomic():
        journal.lock([event.scope])
        require(account, Act.DECIDE_RESULT, event.scope)
        errors: dict[int, Exception] = dict(_misplaced(decisions, _games_of(event, number)))
        if errors:
            raise RowsRefused(errors)
        for place, each in enumerate(decisions):
            try:
                done.append(_decide(each, account, source, confirm))
            except (Refused, journal.Stale) as error:
                errors[place] = error
        if errors:
            raise RowsRefused(errors)
    return done


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


def _decide(decision: Decision, account: Account, source: str, confirm: Collection[str]) -> ClaimOutcome:
    outcome = decide_result(
        decision.game,
        account,
        decision.result,
        source=source,
        reason=decision.reason,
        expect=decision.version,
        confirm=confirm,
    )
    if outcome.late:
        raise Refused(
            Message(_("Somebody else reported another result meanwhile. Read the game again.")), field="version"
        )
    return outcome
