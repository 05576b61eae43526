"""Pools: which games belong to which list, and by which system it is rated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.db.models import Q, QuerySet, Subquery

from common.compiled_query import CompiledObjects
from common.jobs import services as jobs
from common.journal import services as journal
from engine.messages import Message, Refused
from engine.messages import gettext_noop as _
from engine.ratings import system_for
from engine.ratings.base import BadParameters
from engine.rules import all_rules
from games.models import Game
from players.models import Account, Club
from players.permissions import require
from players.roles import Act
from ratings.coverage import all_coverages, coverage_of, covering
from ratings.models import MOST_MONTHS, Pool, Published

RATE = "rate"
"""The kind of job that recomputes a pool; its subject is the pool's id."""


def pool_for(covers: str, club: Club | None = None) -> Pool:
    """The pool of a rule set (or of what the key `covers` says), of one club or (None) of the whole server.

    Made when it is first asked for.
    """
    pool, made = Pool.objects.get_or_create(**coverage_of(covers)._asdict(), club=club)
    if made:
        journal.open_scope(pool.scope, club.scope if club else journal.SERVER)
    return pool


def pools_of(games: Iterable[Game]) -> list[Pool]:
    """Every pool that rates some of `games`: for each rule set the club's, and the server's; and the wider ones there.

    The server's lists count the games of admitted clubs, and those that belong to no club. Lists of a game, or of all
    games, are there where somebody wanted one.
    """
    played = sorted({(game.rules, game.club_id) for game in games if game.rated}, key=str)
    clubs = Club.objects.in_bulk({club for _rules, club in played if club is not None})
    pools = {pool_for(rules, clubs[club]) for rules, club in played if club is not None}
    pools |= {pool_for(rules) for rules, club in played if club is None or clubs[club].admitted}
    pools |= set(wider_pools({rules for rules, _club in played}, {club for _rules, club in played}))
    return sorted(pools, key=lambda pool: pool.pk)


_AT_ONCE = CompiledObjects(
    lambda rules, game, club: (
        Pool.objects.filter(Q(rules=rules) | Q(rules="", game=game) | Q(rules="", game=""), counts_at_once=True)
        .filter(Q(club=None) | Q(club=club))
        .order_by()
        .annotate(admitted=Subquery(Club.objects.filter(pk=club).order_by().values("admitted")))
    )
)
"""Compiled, for it is asked at every result: nearly always there are none."""


def pools_at_once(games: Iterable[Game]) -> list[Pool]:
    """The pools that count these games as soon as their results stand. None is made. A query a club and rule set."""
    found = {
        pool
        for rules, club in {(game.rules, game.club_id) for game in games}
        for pool, (admitted,) in _AT_ONCE.annotated(rules, _game_of(rules), club)
        if pool.club_id is not None or club is None or admitted
    }
    return sorted(found, key=lambda pool: pool.pk)


def _game_of(rules: str) -> str:
    return all_rules()[rules].game if rules in all_rules() else ""


def wider_pools(rules: Collection[str], clubs: Collection[int | None]) -> QuerySet[Pool]:
    """The lists of a game or of all games that count games of these rule sets: the server's, and those of `clubs`."""
    owners = Q(club=None) | Q(club__in=[club for club in clubs if club is not None])
    return Pool.objects.filter(owners, covering(rules), rules="")


def choose_system(covers: str, club: Club | None, actor: Account, system: str) -> Pool:
    """Choose by which system a list is rated, the server's where `club` is None. A list that is not there yet is made.

    `covers` is what it counts (`Coverage.key`).

    Only while the list has published nothing: a published list keeps its system. The list keeps those of its own
    numbers that every system has. Organisers choose for their club, administrators for the server. Raises `NotAllowed`,
    `BadParameters` for a system or rules that are unknown, `Refused` where the list has published ratings.
    """
    require(actor, Act.EDIT_CLUB, club.scope if club else journal.SERVER)
    _check(covers)
    shared = {known.key for known in system_for(system).common}
    with transaction.atomic():
        pool = pool_for(covers, club)
        with journal.act(pool.scope, actor, "choose-rating-system") as act:
            pool.refresh_from_db()
            if pool.system == system:
                if not pool.digest:
                    jobs.request(RATE, str(pool.pk))  # a wider list is rated when it is made
                return pool
            if Published.objects.filter(pool=pool).exists():
                raise Refused(Message(_("This list has published ratings and keeps its rating system.")))
            act.data |= {"before": pool.system, "after": system}
            pool.system = system
            pool.parameters = {key: value for key, value in pool.parameters.items() if key in shared}
            pool.save(update_fields=["system", "parameters"])
            jobs.request(RATE, str(pool.pk))
    return pool


def _check(covers: str) -> None:
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
) -> Pool:
    """Give a list its own numbers, and ask for the whole of it to be rated anew. What equals the default is not stored.

    `publishes` is how often its lists are published: "month", "quarter" or "" for never; None leaves it.
    `inactive_after`: so many months after the last rated event a player is inactive, 0 for never; None leaves it.
    `counts_at_once`: whether games count as soon as their results stand, or when their event is closed; None leaves it.

    Organisers set those of their club's lists, administrators those of the server. Raises `NotAllowed` and
    `BadParameters`.
    """
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Act.EDIT_CLUB, pool.scope)
    with journal.act(pool.scope, actor, "set-rating-parameters") as act:
        pool.refresh_from_db()
        system = system_for(pool.system, parameters)
        act.data |= {"before": pool.parameters, "after": system.own_parameters}
        pool.parameters = system.own_parameters
        if publishes is not None and publishes != pool.publishes:
            act.data["publishes"] = publishes
            pool.publishes = publishes
        if inactive_after is not None and inactive_after != pool.inactive_after:
            if not 0 <= inactive_after <= MOST_MONTHS:
                raise BadParameters(Message(_("A number of months from 0 to %(most)d."), {"most": MOST_MONTHS}))
            act.data["inactive_after"] = inactive_after
            pool.inactive_after = inactive_after
        if counts_at_once is not None and counts_at_once != pool.counts_at_once:
            act.data["counts_at_once"] = counts_at_once
            pool.counts_at_once, pool.digest = counts_at_once, ""  # what is stored is of other days
        pool.save(update_fields=["parameters", "publishes", "inactive_after", "counts_at_once", "digest"])
        jobs.request(RATE, str(pool.pk))
    return pool
