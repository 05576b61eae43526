"""An arbiter's decisions of many games of one parent scope: all are kept, or none. A few queries, however many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import QuerySet

from common.events import emit
from common.journal import queries as journal_queries
from common.journal import services as journal
from games.core.events import DecisionsComing
from games.core.permissions import refuse_removed
from games.core.services.errors import GameRefused
from games.models import Claim, Claimant, ClaimReason, Game
from games.results.acts import ClaimResult
from games.results.services.results import ClaimOutcome, JudgedClaim, judge_claim, new_claim
from games.results.services.stated import ADOPTED, adopt, stated_results_of, tell_of_changed
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from players.roles import Permission

_ROWS = 100
"""Games that one query changes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an arbiter decides of a game; `version` is the game's, as he saw it."""

    game: int
    result: str
    reason: str = ""
    version: int | None = None


class RowsRefused(Exception):
    """Some decisions are refused, so none is stored: `errors` says why, by their places (0 is the first)."""

    def __init__(self, errors: dict[int, Refused]) -> None:
        super().__init__(f"{len(errors)} rows")
        self.errors = errors


@dataclass(frozen=True, slots=True)
class _Judged:
    """What decisions come to, by their places, at a version of their parent scope."""

    version: int
    claims: dict[int, JudgedClaim]
    errors: dict[int, Refused]


def decide_results(
    key: str, arbiter: Account, decisions: Sequence[Decision], *, source: str, confirm: Collection[str] = ()
) -> list[ClaimOutcome]:
    """Decide games of the parent scope `key` as `claim_result` does one by one; the journal has an entry for each.

    No game is named twice. `confirm` holds keys of what was asked before any of the decisions, and is confirmed. A
    decision that would overrule something unseen is refused, where alone it would be kept as late. What they come to
    is found before the lock, and once more where something was done in between. Raises NotAllowed and RowsRefused.
    """
    judged = _judge(key, decisions)
    with journal.commit_many(key, arbiter, ClaimResult) as acts:
        require(arbiter, Permission.DECIDE_RESULT, key)
        if judged.version != acts.scope.version:
            judged = _judge(key, decisions)
        begun = {place: acts.begin(game=each.game.pk) for place, each in judged.claims.items()}
        for each in judged.claims.values():
            each.game.parent_scope = acts.scope
        coming = [
            each.coming(begun[place].data.update, partial(judged.errors.__setitem__, place))
            for place, each in judged.claims.items()
            if each.decides
        ]
        if coming:
            emit(DecisionsComing(coming, arbiter, confirm))
        if judged.errors:
            raise RowsRefused(dict(sorted(judged.errors.items())))
        for place, each in judged.claims.items():
            begun[place].data |= each.entry()
        return _store_claims(list(judged.claims.values()), arbiter, source)


def _judge(key: str, decisions: Sequence[Decision]) -> _Judged:
    version = journal_queries.version(key)  # first: what is done while the rest is read makes it out of date
    there: QuerySet[Game] = Game.objects.filter(pk__in=[each.game for each in decisions], parent_scope__key=key)
    games = there.in_bulk()
    stated = stated_results_of(games)
    claims: dict[int, JudgedClaim] = {}
    errors: dict[int, Refused] = {}
    for place, each in enumerate(decisions):
        try:
            game = _find_game(games, each.game)
            reason, expect = each.reason.strip(), each.version
            judged = judge_claim(game, Claimant.ARBITER, each.result, reason, stated[game.pk], expect)
            _refuse_late(judged)
        except Refused as error:
            errors[place] = error
        else:
            claims[place] = judged
    return _Judged(version, claims, errors)


def _find_game(games: dict[int, Game], pk: int) -> Game:
    if pk not in games:
        raise GameRefused(Message(_("This game is not one of the round.")), field="game")
    refuse_removed(games[pk], GameRefused)
    return games[pk]


def _refuse_late(judged: JudgedClaim) -> None:
    if judged.claim.late:
        raise GameRefused(Message(_("Another result was reported in the meantime. Reload the game.")), field="version")


def _store_claims(judged: Sequence[JudgedClaim], arbiter: Account, source: str) -> list[ClaimOutcome]:
    """Write the claims and let the games follow. The parent scope's lock is held."""
    claims = _add_claims(judged, arbiter, source)
    games = [each.game for each in judged]
    today = games[0].today if games else None
    changed = [each.game for each in judged if adopt(each.game, each.now, today)]
    Game.objects.bulk_update(games, ADOPTED, batch_size=_ROWS)
    if changed:
        tell_of_changed(changed)
    return [ClaimOutcome(each.game, claim, each.now) for each, claim in zip(judged, claims, strict=True)]


def _add_claims(judged: Sequence[JudgedClaim], arbiter: Account, source: str) -> list[Claim]:
    claims = Claim.objects.bulk_create(new_claim(each.game, arbiter, source, each.claim) for each in judged)
    ClaimReason.objects.bulk_create(
        ClaimReason(claim=claim, text=each.reason) for each, claim in zip(judged, claims, strict=True) if each.reason
    )
    return claims
