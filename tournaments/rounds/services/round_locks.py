"""Locking a round whose results are all in, so that none of them changes by a slip; unlocking it takes a reason."""

from __future__ import annotations

from common.journal.services import Stale
from games.models import Game
from games.results.services.internal import lock_results
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.preconditions import no_result
from tournaments.core.services.base import EventCommand, State, event_act, need_reason, need_state
from tournaments.models import Round
from tournaments.rounds.acts import LockRound, UnlockRound


def lock_round(event_id: int, actor: Account, number: int, *, expect: int | None = None) -> Round:
    """Take no other result in a round, from nobody, until it is unlocked. `expect` is the round's version.

    Records of its games are still kept where they agree. Raises NotAllowed, Stale, EventRefused (results are missing,
    or it is locked already) and Round.DoesNotExist.
    """
    with event_act(event_id, actor, LockRound, round=number) as doing:
        round_ = _find_round(doing, number, expect)
        if round_.locked:
            raise EventRefused(Message(_("Round %(round)d is locked already."), {"round": number}))
        rows = load(doing.event)
        missing = tuple(no_result(rows, pairing) for pairing in rows.rounds[number - 1].open_pairings)
        if missing:
            params = {"round": number, "reasons": missing}
            raise EventRefused(Message(_("Round %(round)d cannot be locked: %(reasons)s."), params), missing)
        return _set(round_, locked=True)


def unlock_round(event_id: int, actor: Account, number: int, *, reason: str, expect: int | None = None) -> Round:
    """Let results of a locked round change again. Raises NotAllowed, Stale, EventRefused and Round.DoesNotExist."""
    need_reason(reason, Message(_("Say why the round is unlocked.")))
    with event_act(event_id, actor, UnlockRound, round=number) as doing:
        round_ = _find_round(doing, number, expect)
        if not round_.locked:
            raise EventRefused(Message(_("Round %(round)d is not locked."), {"round": number}))
        doing.set_reason(reason)
        return _set(round_, locked=False)


def _find_round(doing: EventCommand, number: int, expect: int | None) -> Round:
    need_state(doing.event, State.RUNNING, State.CLOSED)
    round_ = Round.objects.get(event=doing.event, number=number)
    if expect is not None and round_.version != expect:
        raise Stale(doing.event.scope, expect, round_.version)
    return round_


def _set(round_: Round, *, locked: bool) -> Round:
    lock_results(Game.objects.filter(paired__pairing__round=round_), locked=locked)
    round_.locked = locked
    round_.version += 1
    round_.save(update_fields=["locked", "version"])
    return round_
