"""Asking for lists to be rated anew when games, persons or clubs change: a job a pool, however often it is asked."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from common.jobs.services import request
from games.core.events import GamesChanged, GamesSettled
from games.models import Game
from players.core.events import ClubAdmissionChanged, ExampleRemoving, PersonsChanged
from ratings.models import Pool
from ratings.pools.services.pools import RATE, pool_for, pools_at_once, pools_of, wider_pools, with_others


def request_recompute(pools: Iterable[Pool]) -> None:
    """One job a pool, however often it is asked for; the systems beside one have the same games."""
    for pool in with_others(pools):
        request(RATE, str(pool.pk))


def rate_changed_games(event: GamesChanged) -> None:
    """A game of an event that is still going on is in those lists alone that count it at once."""
    changed = [game for game in event.games if game.rated]
    closed = [game for game in changed if game.rated_on is not None]
    going_on = [game for game in changed if game.rated_on is None and (event.result or game.stands_on is not None)]
    if closed:
        request_recompute(pools_of(closed))
    if going_on:
        request_recompute(pools_at_once(going_on))


def rate_settled_games(event: GamesSettled) -> None:
    """An occasion was closed or reopened."""
    request_recompute(pools_of(event.games))


def rate_games_of_one_person(event: PersonsChanged) -> None:
    """Two records became one person, or one became two; a name alone (one record) changes no rating."""
    if len(event.ids) > 1:
        played = Game.objects.filter(Q(white__in=event.ids) | Q(black__in=event.ids)).distinct()
        request_recompute(pools_of(played.filter(rated_on__isnull=False)))
        request_recompute(pools_at_once(played.filter(rated_on=None, stands_on__isnull=False)))


def rate_server_with_club(event: ClubAdmissionChanged) -> None:
    """The server's lists that count a rule set of the club's rated games are rated with or without it."""
    rated = Game.objects.filter(club=event.club, rated=True, rated_on__isnull=False)
    played = sorted(set(rated.order_by().values_list("rules", flat=True)))
    request_recompute([*(pool_for(each) for each in played), *wider_pools(played, [])])
    request_recompute(Pool.objects.filter(club=None, programs=True, rules__in=played))
    request_recompute(Pool.objects.filter(club=None, counts_at_once=True))  # games of events that go on, too


def rate_server_without_example(event: ExampleRemoving) -> None:
    """The example club's games go with it; the lists of the whole server had counted them."""
    request_recompute(Pool.objects.filter(club=None))
