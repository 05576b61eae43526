"""Rating systems side by side in one list: add one, remove it, call another one the club's rating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F

from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from common.journal.services import ActContext
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings import system_for
from players.models import Account
from players.permissions import require
from players.roles import Permission
from ratings.models import Checkpoint, History, Pool, Published, Rating, RatingList
from ratings.pools.acts import AddSystem, ChooseMain, PoolAct, RemoveSystem
from ratings.pools.services.pools import RATE, lock_side_by_side, shared_parameters

ROWS_AT_ONCE = 1_000
_UNLESS_REMOVED_IN = timedelta(minutes=2)


@dataclass(frozen=True)
class _ListAct:
    """An act in the scope of a list's main pool, with all its pools as they are under the lock."""

    act: ActContext
    main: Pool
    pools: Mapping[int, Pool]


@contextmanager
def _list_act(pool: Pool, actor: Account, act: type[PoolAct]) -> Iterator[_ListAct]:
    """Act on the list that `pool` belongs to, in the scope of its main pool. Raises `journal.Busy`."""
    with transaction.atomic():
        pools = lock_side_by_side(pool)
        main = next(each for each in pools.values() if each.is_main)
        with journal.commit(main.scope, actor, act) as doing:
            yield _ListAct(doing, main, pools)


def add_system(pool_id: int, actor: Account, system: str, parameters: Mapping[str, int] | None = None) -> Pool:
    """Rate the games of a list by another system as well. The list may be named by any of its pools.

    The new pool begins with those of the main pool's numbers that every system has, and with `parameters`. Organisers
    do so for their club, administrators for the server. Raises `NotAllowed`, `BadParameters`, and `Refused` where the
    list has the system.
    """
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Permission.EDIT_CLUB, pool.scope)
    with _list_act(pool, actor, AddSystem) as on:
        if system in {each.system for each in on.pools.values()}:
            raise Refused(Message(_("This list is rated by this system already.")))
        chosen = system_for(system, shared_parameters(on.main, system) | dict(parameters or {}))
        added = Pool.objects.create(
            **pool.coverage._asdict(),
            club_id=pool.club_id,
            system=system,
            parameters=chosen.own_parameters,
            is_main=False,
            publishes="",
            inactive_after=on.main.inactive_after,
            counts_at_once=on.main.counts_at_once,
            admits_programs=on.main.admits_programs,
        )
        journal.open_scope(added.scope, pool.club.scope if pool.club else journal.SERVER)
        on.act.data |= {"pool": added.pk, "system": system, "parameters": added.parameters}
        jobs.request(RATE, str(added.pk))
    return added


def remove_system(pool_id: int, actor: Account) -> Pool:
    """Take a system that is not the club's rating out of its list, with all that it said. Returns the main pool.

    What was published as the club's list stays: then the system does, too. Its rows go in parts before, so that no lock
    lasts long. Where the process is killed in between, the system is rated again a moment later. Raises `NotAllowed`
    and `Refused`.
    """
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Permission.EDIT_CLUB, pool.scope)
    _check_removable(pool)
    jobs.request_once_in(RATE, str(pool.pk), _UNLESS_REMOVED_IN)
    _remove_rows(pool)
    with _list_act(pool, actor, RemoveSystem) as on:
        gone = on.pools[pool.pk]
        _check_removable(gone)
        on.act.data |= {"pool": gone.pk, "system": gone.system, "parameters": gone.parameters}
        journal.touch([gone.scope])  # a recompute that is under way begins anew, and finds it gone
        gone.delete()
        jobs.withdraw(RATE, str(pool_id))
    return on.main


def _check_removable(pool: Pool) -> None:
    if pool.is_main:
        raise Refused(Message(_("This is the rating of the list. Choose another one first.")))
    if RatingList.objects.filter(pool=pool).exists():
        raise Refused(Message(_("Lists by this system were published: it stays beside the others.")))


def _remove_rows(pool: Pool) -> None:
    """What was published goes last: without it no one knows what the list said first."""
    for model in (Checkpoint, Rating, History, Published):
        manager = model._base_manager
        rows = manager.filter(pool=pool).order_by()
        while keys := list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
            with transaction.atomic():
                Scope.objects.filter(key=pool.scope).update(version=F("version") + 1)
                manager.filter(pk__in=keys).delete()


def choose_main(pool_id: int, actor: Account) -> Pool:
    """Call the system of this pool the club's rating, or the server's: it publishes the lists from now on.

    No rating changes. Lists that are published keep their numbers and their system; the next one has the next number.
    Where no lists are published, events seed by it at once. Raises `NotAllowed`.
    """
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Permission.EDIT_CLUB, pool.scope)
    if pool.is_main:
        return pool
    with _list_act(pool, actor, ChooseMain) as on:
        chosen = on.pools[pool.pk]
        on.act.data |= {"before": on.main.system, "after": chosen.system}
        publishes = on.main.publishes
        Pool.objects.filter(pk=on.main.pk).update(is_main=False, publishes="")
        Pool.objects.filter(pk=chosen.pk).update(is_main=True, publishes=publishes)
        jobs.request(RATE, str(chosen.pk))  # another may have begun to remove it
    chosen.refresh_from_db()
    return chosen
