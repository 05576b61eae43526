"""Pools: which games belong to which list, and by which system it is rated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.db.models import Q, QuerySet

from common.jobs import services as jobs
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import BadParameters
from gipf_engine.rules import all_rules
from players.models import Account, Club
from players.permissions import require
from players.roles import Permission
from ratings.models import MOST_MONTHS, Pool, Published
from ratings.models.coverage import all_coverages, coverage_of, covering
from ratings.pools.acts import ChooseSystem, SetParameters

RATE = "rate"
"""The kind of job that recomputes a pool; its subject is the pool's id."""
_OF_PROGRAMS = Message(_("This list is of games between programs."))


def pool_for(covers: str, club: Club | None = None) -> Pool:
    """The main pool of a rule set (or of what the key `covers` says), of one club or (None) of the whole server.

    Made when it is first asked for.
    """
    pool, made = Pool.objects.get_or_create(**coverage_of(covers)._asdict(), club=club, is_main=True)
    if made:
        journal.open_scope(pool.scope, club.scope if club else journal.SERVER)
    return pool


def admitting_pools(rules: Collection[str]) -> QuerySet[Pool]:
    """The main pools that admit programs and count games of these rule sets, of every club: there are few."""
    return Pool.objects.filter(covering(rules), admits_programs=True, is_main=True)


def wider_pools(rules: Collection[str], clubs: Collection[int | None]) -> QuerySet[Pool]:
    """The lists of a game or of all games that count games of these rule sets: the server's, and those of `clubs`."""
    owners = Q(club=None) | Q(club__in=[club for club in clubs if club is not None])
    return Pool.objects.filter(owners, covering(rules), rules="", programs=False, is_main=True)


def lock_side_by_side(pool: Pool) -> dict[int, Pool]:
    """The pools side by side with this one, and itself, by id, as they are; they stay so till the transaction ends.

    Their scopes are locked, in the order in which all lock several. Raises `journal.Busy` where the pool was removed
    meanwhile, or where one that was only just added is the main one.
    """
    seen = {each.pk: each for each in pool.side_by_side}
    journal.lock(each.scope for each in seen.values())
    pools = {each.pk: each for each in pool.side_by_side.select_related("club")}
    if pool.pk not in pools or not any(each.is_main and each.pk in seen for each in pools.values()):
        raise journal.Busy(f"the systems beside pool {pool.pk} were changed")
    return pools


def shared_parameters(pool: Pool, system: str) -> dict[str, int]:
    """Those of a pool's own numbers that every system has. Raises `BadParameters` for a system that is unknown."""
    shared = {known.key for known in system_for(system).common}
    return {key: value for key, value in pool.parameters.items() if key in shared}


def choose_system(covers: str, club: Club | None, actor: Account, system: str) -> Pool:
    """Choose by which system a list is rated, the server's where `club` is None. A list that is not there yet is made.

    `covers` is what it counts (`Coverage.key`).

    Only while the list has published nothing: a published list keeps its system, and others stand beside it
    (`side_by_side`). The list keeps those of its own numbers that every system has. Organisers choose for their club,
    administrators for the server. Raises `NotAllowed`, `BadParameters` for a system or rules that are unknown, and
    `Refused` where the list has published ratings or stands beside the system already.
    """
    require(actor, Permission.EDIT_CLUB, club.scope if club else journal.SERVER)
    _check_coverage(covers)
    system_for(system)
    with transaction.atomic():
        asked = pool_for(covers, club)
        pools = lock_side_by_side(asked)
        pool = pools[asked.pk]
        if not pool.is_main:
            raise journal.Busy(f"another system than that of pool {pool.pk} was chosen")
        with journal.commit(pool.scope, actor, ChooseSystem) as act:
            if pool.system == system:
                if not pool.digest:
                    jobs.request(RATE, str(pool.pk))  # a wider list is rated when it is made
                return pool
            if Published.objects.filter(pool=pool).exists():
                raise Refused(Message(_("This list has published ratings and keeps its rating system.")))
            if system in {each.system for each in pools.values()}:
                raise Refused(Message(_("This list is rated by this system already.")))
            act.data |= {"before": pool.system, "after": system}
            pool.system, pool.parameters = system, shared_parameters(pool, system)
            pool.save(update_fields=["system", "parameters"])
            jobs.request(RATE, str(pool.pk))
    return pool


def _check_coverage(covers: str) -> None:
    if covers in {each.key for each in all_coverages()}:
        return
    if covers in all_rules():
        raise BadParameters(Message(_("This game is not played by two.")))
    raise BadParameters(Message(_("there are no rules called %(key)s"), {"key": covers[:40]}))


def set_parameters(
    pool_id: int,
    actor: Account,
    parameters: Mapping[str, int],
    *,
    publishes: str | None = None,
    inactive_after: int | None = None,
    counts_at_once: bool | None = None,
    admits_programs: bool | None = None,
) -> Pool:
    """Give a list its own numbers, and ask for the whole of it to be rated anew. What equals the default is not stored.

    Numbers that are not among `parameters` stay as they are.
    `publishes` is how often its lists are published: "month", "quarter" or "" for never; None leaves it.
    `inactive_after`: so many months after the last rated event a player is inactive, 0 for never; None leaves it.
    `counts_at_once`: whether games count as soon as their results stand, or when their event is closed; None leaves it.
    `admits_programs`: whether games of people against programs count, too; None leaves it.
    All four are the whole list's, and set for the main pool alone: for another one they are left as they are.

    Organisers set those of their club's lists, administrators those of the server. Raises `NotAllowed`,
    `BadParameters`, and `Refused` where a list of programs is to admit programs.
    """
    asked = {
        "publishes": publishes,
        "inactive_after": inactive_after,
        "counts_at_once": counts_at_once,
        "admits_programs": admits_programs,
    }
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Permission.EDIT_CLUB, pool.scope)
    if inactive_after is not None and not 0 <= inactive_after <= MOST_MONTHS:
        raise BadParameters(Message(_("A number of months from 0 to %(most)d."), {"most": MOST_MONTHS}))
    if admits_programs and pool.programs:
        raise Refused(_OF_PROGRAMS, field="admits_programs")
    with transaction.atomic():
        pools = lock_side_by_side(pool)
        pool = pools[pool_id]
        with journal.commit(pool.scope, actor, SetParameters) as act:
            system = system_for(pool.system, pool.parameters | dict(parameters))
            act.data |= {"before": pool.parameters, "after": system.own_parameters}
            pool.parameters = system.own_parameters
            if pool.is_main:
                changed = {key: to for key, to in asked.items() if to is not None and to != getattr(pool, key)}
                act.data |= changed
                _set_list(pool, pools.values(), changed)
            pool.save(update_fields=["parameters", *asked, "digest"])
            jobs.request(RATE, str(pool.pk))
    return pool


def _set_list(main: Pool, pools: Iterable[Pool], changed: Mapping[str, object]) -> None:
    """Set what is the whole list's; where it counts other games, or from other days, whatever is stored begins anew."""
    for key, value in changed.items():
        setattr(main, key, value)
    others = [pool for pool in pools if pool != main]
    rows = Pool.objects.filter(pk__in=[pool.pk for pool in others])
    if "inactive_after" in changed:
        rows.update(inactive_after=main.inactive_after)
    if changed.keys() & {"counts_at_once", "admits_programs"}:
        main.digest = ""
        rows.update(counts_at_once=main.counts_at_once, admits_programs=main.admits_programs, digest="")
        journal.touch(pool.scope for pool in others)  # a recompute that is under way read the games as they were
        jobs.request_many(RATE, (str(pool.pk) for pool in others))
