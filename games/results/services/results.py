"""Saying what a game's result is: claims are added, and what is in force follows from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from common.compiled_query import CompiledInsert, CompiledObjects, CompiledUpdate
from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from common.journal.services import ActContext
from games.core.events import ComingDecision, DecisionsComing
from games.core.permissions import refuse_locked, refuse_online, refuse_removed
from games.core.services.errors import ClaimRefused, GameRefused
from games.models import Claim, Claimant, ClaimReason, Game, Record
from games.results.acts import ClaimResult
from games.results.services.stated import ADOPTED, adopt, enters_as, stated_results, tell_of_claims
from gipf_engine.claims import ClaimState, Standing, StatedResult, standing
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS, VOID
from gipf_engine.rules.possible_results import DRAW, PossibleResults, possible_results
from players.models import Account, Club

LONGEST_REASON = 300
Speaker = Callable[[Game], Claimant]
"""In what part a person speaks of a game that is locked; it raises where in none."""
_LOCKED_PARENT_SCOPE = CompiledObjects(
    lambda game: (
        Scope.objects.select_for_update()
        .filter(pk=Subquery(Game.objects.filter(pk=game).order_by().values("parent_scope")), hidden=False)
        .order_by()
    )
)
_LOCKED = CompiledObjects(
    lambda game: (
        Game.objects.select_for_update()
        .filter(pk=game)
        .order_by()
        .annotate(zone=Subquery(Club.objects.filter(pk=OuterRef("club")).order_by().values("time_zone")))
    )
)
_CLAIM = ("game_id", "number", "account", "role", "source", "result", "late", "record_id", "at")
_ENTER, _ADOPT = CompiledInsert(Claim, _CLAIM), CompiledUpdate(Game, ADOPTED)
NO_DRAWS = _("This game has no draws, and its event does not allow agreed ones.")


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """The game as it is now, the claim that was kept, and what the claims come to with it.

    A claim that is new does not know its key: it is written together with the journal's line.
    """

    game: Game
    claim: Claim
    standing: Standing


def claim_result(
    game_id: int,
    account: Account,
    result: str,
    *,
    source: str,
    reason: str = "",
    expect: int | None = None,
    role: str | None = None,
    confirm: Collection[str] = (),
) -> ClaimOutcome:
    """Keep what `account` says of a game's result, and let the game follow.

    `result` is a code of the table; "pending" from an arbiter takes back all that was said before. `role`
    is "white", "black" or "arbiter"; without it, the one who is seated speaks from the seat, save at the desk, and
    everybody else as the arbiter. `expect` is the game's version that an arbiter's page showed: a decision
    from an older page that would overrule something unseen is kept as late and is not in force. `confirm` holds keys of
    what was asked before a decision (`games.core.events.DecisionsComing`) and is confirmed. Who reports again what
    is his own latest word (he pressed twice) gets the claim that is there, and nothing is written.
    Raises `NotAllowed` (no seat, no right), `ClaimRefused` and `Game.DoesNotExist`.
    """
    speaks_as = partial(enters_as, account=account, role=role, source=source, result=result)
    try:
        return _claim(game_id, account, speaks_as, result, source, reason.strip(), expect, confirm)
    except _StatedBefore as repeated:
        return repeated.outcome


def claim_from_seat(game_id: int, speaks_as: Speaker, result: str, *, source: str, reason: str = "") -> ClaimOutcome:
    """Keep what a person without an account, who proves to sit at the board, says of a game's result.

    `speaks_as` is asked under the lock: it says which seat it is, or refuses. Otherwise as `claim_result`; raises what
    `speaks_as` raises, `ClaimRefused` and `Game.DoesNotExist`.
    """
    try:
        return _claim(game_id, None, speaks_as, result, source, reason.strip())
    except _StatedBefore as repeated:
        return repeated.outcome


def _claim(
    game_id: int,
    account: Account | None,
    speaks_as: Speaker,
    result: str,
    source: str,
    reason: str,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> ClaimOutcome:
    with journal.commit(partial(lock_parent_scope, game_id), account, ClaimResult, game=game_id) as act:
        game = lock_game(game_id)
        game.parent_scope = act.scope
        part = speaks_as(game)
        stated = stated_results(game_id)
        judged = judge_claim(game, part, result, reason, stated, expect)
        if part != Claimant.ARBITER and not reason:
            _stop_if_stated_before(game, account, source, stated, StatedResult(len(stated), part, result))
        if judged.decides:
            assert account is not None, "who speaks by the link of a seat decides nothing"
            coming = judged.coming(act.data.update, raise_refusal)
            emit(DecisionsComing([coming], account, confirm))
        claim = new_claim(game, account, source, judged.claim)
        act.data |= judged.entry()
        _write_claim(act, claim, reason)
        changed = adopt(game, judged.now)
        act.writes.append(_ADOPT(game.pk, *(getattr(game, name) for name in ADOPTED)))
        if changed:
            act.write_now()
        tell_of_claims(game, judged.now, changed=changed)
    return ClaimOutcome(game, claim, judged.now)


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim that may be made: what the claims of its game came to `before` it, and what they come to `now`."""

    game: Game
    claim: StatedResult
    reason: str
    before: Standing
    now: Standing

    @property
    def decides(self) -> bool:
        """Whether an arbiter gives the game another result with it."""
        claim = self.claim
        return claim.role == Claimant.ARBITER and not claim.late and claim.result != self.game.result

    def coming(self, note: Callable[..., None], refuse: Callable[[Refused], None]) -> ComingDecision:
        """The decision as the apps above are told of it."""
        return ComingDecision(self.game, self.game.result, self.claim.result, self.reason, note, refuse)

    def entry(self) -> dict[str, Any]:
        """What the journal says of it, before the game follows."""
        claim = self.claim
        entry = {"role": str(claim.role), "result": claim.result, "late": claim.late, "claim": claim.number}
        if self.decides:
            entry["old"] = self.game.result
        if self.now.result != self.before.result:
            entry["changed"] = {"result": [self.before.result, self.now.result]}
        return entry


def judge_claim(
    game: Game, part: Claimant, result: str, reason: str, stated: Sequence[StatedResult], expect: int | None = None
) -> JudgedClaim:
    """What it comes to when `part` says `result` after all that was `stated`; ClaimRefused where that may not be said.

    `expect` is the game's version that an arbiter saw: what would overrule something unseen is late.
    """
    before = standing(stated)
    _check_result(game, part, result, reason, before)
    late = part == Claimant.ARBITER and expect not in (None, game.version) and before.is_late(result)
    new = StatedResult(len(stated) + 1, part, result, late)
    return JudgedClaim(game, new, reason, before, standing([*stated, new]))


def raise_refusal(refusal: Refused) -> None:
    """Of a decision that is made alone: its refusal ends the act."""
    raise refusal


class _StatedBefore(Exception):
    """Nothing new is said: the act ends before anything is written."""

    def __init__(self, outcome: ClaimOutcome) -> None:
        super().__init__()
        self.outcome = outcome


def _stop_if_stated_before(
    game: Game, account: Account | None, source: str, stated: Sequence[StatedResult], again: StatedResult
) -> None:
    """Raise _StatedBefore where `again` is the latest claim, in all but its time, and this account made it."""
    if stated[-1:] != [again]:
        return
    speaker = account.pk if account is not None else None
    claim = Claim.objects.filter(game=game, number=again.number, account=speaker, source=source).first()
    if claim is not None:
        raise _StatedBefore(ClaimOutcome(game, claim, standing(stated)))


def lock_parent_scope(game_id: int) -> Scope:
    """The scope that the game is in, locked until the transaction ends. Raises `Game.DoesNotExist`."""
    for scope in _LOCKED_PARENT_SCOPE(game_id):
        return scope
    raise Game.DoesNotExist


def lock_game(game_id: int, refusal: type[Refused] = GameRefused) -> Game:
    """The game, locked until the transaction ends. The parent scope is locked before it.

    Raises `Game.DoesNotExist`, and `refusal` for one that an undo took out of its parent scope.
    """
    for game, (zone,) in _LOCKED.annotated(game_id):
        refuse_removed(game, refusal)
        game.known_zone = zone
        return game
    raise Game.DoesNotExist


def _check_result(game: Game, part: Claimant, result: str, reason: str, before: Standing) -> None:
    if result not in RESULTS:
        raise ClaimRefused(Message(_("This result does not exist.")), field="result")
    if len(reason) > LONGEST_REASON:
        raise ClaimRefused(
            Message(_("A reason has at most %(most)s characters."), {"most": LONGEST_REASON}), field="reason"
        )
    refuse_locked(game, ClaimRefused)
    possible = possible_results(game)
    check_draw(possible, result)
    if part == Claimant.ARBITER:
        _check_decision(game, result, reason, before)
        return
    refuse_online(game, ClaimRefused)
    if result not in possible.reported:
        raise ClaimRefused(
            Message(_("Players report a win, a draw or a loss; the rest is the arbiter's.")), field="result"
        )
    if game.rated_on is not None:
        raise ClaimRefused(Message(_("This event is closed: ask its arbiter to correct the result.")))


def check_draw(possible: PossibleResults, result: str) -> None:
    """ClaimRefused for a draw of a game that cannot have one."""
    if result == DRAW and not possible.has_draws:
        raise ClaimRefused(Message(NO_DRAWS), field="result")


def _check_decision(game: Game, result: str, reason: str, before: Standing) -> None:
    """One who overrules the players, corrects a closed event or makes a game void says why."""
    if game.online and game.is_arranged and before.state is ClaimState.OPEN:
        raise ClaimRefused(Message(_("This game is still being played.")))
    if reason or result == before.result:
        return
    if before.state is ClaimState.PLAYED:
        raise ClaimRefused(Message(_("Give a reason: this contradicts the play on the board.")), field="reason")
    if before.state in (ClaimState.DISPUTED, ClaimState.AGREED):
        raise ClaimRefused(Message(_("Give a reason: this contradicts a player's report.")), field="reason")
    if game.rated_on is not None:
        raise ClaimRefused(Message(_("Give a reason: this corrects a result of a closed event.")), field="reason")
    if result == VOID:
        raise ClaimRefused(Message(_("Give a reason for a void game: it is not counted.")), field="reason")


def new_claim(game: Game, account: Account | None, source: str, stated: StatedResult) -> Claim:
    """What is `stated` as a row that is not stored yet."""
    return Claim(
        game=game,
        number=stated.number,
        account=account.pk if account is not None else None,
        role=stated.role,
        source=source,
        result=stated.result,
        late=stated.late,
        at=timezone.now(),
    )


def _write_claim(act: ActContext, claim: Claim, reason: str) -> None:
    """Store a claim, with the act's own line unless a reason must lead to it."""
    if reason:
        claim.save(force_insert=True)
        ClaimReason.objects.create(claim=claim, text=reason)
    else:
        act.writes.append(_ENTER(*(getattr(claim, name) for name in _CLAIM)))


def add_claim(
    game: Game, account: Account | None, part: Claimant, source: str, result: str, *, record: Record | None = None
) -> Claim:
    """A new row at the end of the game's claims; the caller holds the game's lock."""
    number = Claim.objects.filter(game=game).count() + 1
    claim = new_claim(game, account, source, StatedResult(number, part, result))
    claim.record = record
    claim.save(force_insert=True)
    return claim
