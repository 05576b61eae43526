"""Publish lists: each date once, and a corrected one as a new version beside the old."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from django.db import connection
from django.db.models import Max, Q
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from players.roles import Permission
from ratings.core.ledger import games_of, stored_standings
from ratings.core.lines import lines_of
from ratings.core.list_content import (
    GamesDigest,
    ListedPlayer,
    dates_until,
    digest_days,
    digest_games,
    pack_days,
    pack_rows,
)
from ratings.ledger.services.ledgers import recompute
from ratings.lists.acts import PublishList, RequestLists
from ratings.models import Pool, Rating, RatingList
from ratings.models.coverage import Coverage

PUBLISH = "publish-lists"
"""The kind of job that publishes the lists of a pool that are due; its subject is "pool", or "pool:account"."""
TRIES = 5


def request_lists(pool_id: int, actor: Account) -> None:
    """Ask for what is due of a list, and for new versions of what was corrected. For its organisers.

    Raises `NotAllowed`, and `Refused` for a pool whose lists are not published.
    """
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Permission.EDIT_CLUB, pool.scope)
    if not pool.publishes:
        raise Refused(Message(_("This list is not published by month or quarter; see its settings.")))
    with journal.commit(pool.scope, actor, RequestLists):
        jobs.request(PUBLISH, f"{pool.pk}:{actor.pk}")


def request_due_lists() -> None:
    """Ask for the lists whose day has come, one job a pool."""
    dates = RatingList.objects.order_by().values_list("pool__rules", "pool__game", "pool__programs", "pool__club")
    last = {
        (Coverage(rules, game, programs), club): day
        for rules, game, programs, club, day in dates.annotate(last=Max("dated"))
    }
    pools = Pool.objects.exclude(publishes="").select_related("club")
    rated = set(Rating.objects.order_by().values_list("pool", flat=True).distinct())
    due = (pool for pool in pools if pool.pk in rated and _has_due_list(pool, last.get(_whose(pool))))
    jobs.request_many(PUBLISH, (str(pool.pk) for pool in due))


def _whose(pool: Pool) -> tuple[Coverage, int | None]:
    return pool.coverage, pool.club_id


def _has_due_list(pool: Pool, last: date | None) -> bool:
    due = dates_until(last, pool.today, pool.publishes)
    return bool(due) and (last is not None or games_of(pool).filter(Q(counts_from__lt=due[0])).exists())


def publish_lists(pool_id: int, by: int | None = None) -> list[RatingList]:
    """Publish the lists of a pool that are due, and those again whose games or parameters were changed since.

    Months that were missed are made up for, from the first list on. The list is rated before and after games and
    ratings are read, outside any lock; each list is written in an act of its own, and not where another worker was
    quicker. Lists that another system published while it was the club's rating come again by that system. `by` is the
    account that asked. Raises `journal.Busy` where old games kept changing.
    """
    pool = Pool.objects.select_related("club").filter(pk=pool_id).first()
    if pool is None or not pool.publishes:
        return []
    last = RatingList.objects.filter(pool__in=pool.side_by_side).aggregate(day=Max("dated"))["day"]
    made = _bring_up_to_date(pool, dates_until(last, pool.today, pool.publishes), by)
    for former in pool.side_by_side.filter(is_main=False).select_related("club"):
        made += _bring_up_to_date(former, [], by)
    return made


def _bring_up_to_date(pool: Pool, due: Sequence[date], by: int | None) -> list[RatingList]:
    """Publish a pool's lists of the days that are `due`, and new versions of those that it has."""
    newest = _newest_versions(pool)
    dates = sorted([*newest, *due])
    if not dates:
        return []
    for _try in range(TRIES):
        recompute(pool.pk)
        pool.refresh_from_db()
        games = _digest_games(pool, dates)
        wanted = [day for day in dates if _is_out_of_date(pool, newest.get(day), games[day])]
        rows = {day: standings_before(pool, day) for day in wanted}
        if not wanted or (not recompute(pool.pk) and _is_as_read(pool)):
            break
    else:
        raise journal.Busy(f"old games of pool {pool.pk} changed each time")
    made = []
    for day in wanted:
        if rows[day] or day in newest:
            with suppress(_Published):
                made.append(_publish(pool, day, games[day], rows[day], newest.get(day), by))
    return made


class _Published(Exception):
    """Another worker was quicker, or another system is the club's rating by now."""


def _newest_versions(pool: Pool) -> dict[date, RatingList]:
    rows = RatingList.objects.filter(pool=pool).order_by("dated", "version").defer("content", "days")
    return {row.dated: row for row in rows}


def _digest_games(pool: Pool, dates: Sequence[date]) -> dict[date, GamesDigest]:
    if connection.vendor == "postgresql":
        from ratings.core.game_columns import write_games  # numpy, which small installations on SQLite do without

        return digest_days(write_games(pool), dates)
    columns = ("counts_from", "pk", "parent_scope", "white_person", "black_person", "counted")
    games = games_of(pool).values_list(*columns).iterator(chunk_size=10_000)
    return digest_games(((row[0], row) for row in games), dates)


def _is_out_of_date(pool: Pool, newest: RatingList | None, games: GamesDigest) -> bool:
    if newest is None:
        return True
    now = (games.digest, pool.system, pool.parameters)
    return now != (newest.games_digest, newest.system, newest.parameters)


def _is_as_read(pool: Pool) -> bool:
    """Whether the ratings are those of this fingerprint still, by the same parameters."""
    now = Pool.objects.filter(pk=pool.pk).values_list("digest", "system", "parameters", "counts_at_once").first()
    return now == (pool.digest, pool.system, pool.parameters, pool.counts_at_once)


def standings_before(pool: Pool, day: date) -> list[ListedPlayer]:
    """Where everybody stood at the beginning of `day`, as the ledger has it now. Two queries."""
    system, found, later = pool.rating_system, list[ListedPlayer](), list[int]()
    for now in stored_standings(pool).values():
        if now.last_rated_on >= day:
            later.append(now.person)
        else:
            found.append(
                ListedPlayer(now.person, now.value, now.games, now.provisional, now.last_rated_on, now.details)
            )
    for person, lines in lines_of(pool, later).items():
        before = [line for line in lines if line.rated_on < day]
        if before:
            line = before[-1]
            details = (system.is_provisional(line.games_total), line.rated_on, system.listed_details(line.details))
            found.append(ListedPlayer(person, line.after, line.games_total, *details))
    return found


def _publish(
    pool: Pool, day: date, games: GamesDigest, rows: Sequence[ListedPlayer], newest: RatingList | None, by: int | None
) -> RatingList:
    content, digest = pack_rows(rows)
    version = newest.version + 1 if newest is not None else 1
    with journal.commit(pool.scope, None, PublishList, dated=day.isoformat(), version=version) as act:
        there = RatingList.objects.filter(pool__in=pool.side_by_side)
        same = there.filter(dated=day) if newest is None else there.filter(pool=pool, dated=day, version=version)
        if same.exists() or (newest is None and not Pool.objects.filter(pk=pool.pk, is_main=True).exists()):
            raise _Published
        last = there.order_by("-number").values_list("number", flat=True).first() or 0
        number = last + 1 if newest is None else newest.number
        act.data |= {"number": number, "games": games.digest, "rows": digest}
        return RatingList.objects.create(
            pool=pool,
            number=number,
            version=version,
            dated=day,
            system=pool.system,
            parameters=pool.parameters,
            counts_at_once=pool.counts_at_once,
            games=games.games,
            games_digest=games.digest,
            days=pack_days(games.days),
            players=len(rows),
            rows_digest=digest,
            content=content,
            published_at=timezone.now(),
            published_by=by,
        )
