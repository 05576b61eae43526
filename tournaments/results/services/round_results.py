"""The results of a round, decided together: all of them, or none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.results.services.decisions import Decision, RowsRefused, decide_results
from games.results.services.results import ClaimOutcome
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.models import Event, PairedGame

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
