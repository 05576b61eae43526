"""Which lists count a game, and asking for them to be rated anew when games, persons or clubs change.

A job a pool, however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.db.models import Q, Subquery

from common.compiled_query import CompiledObjects
from common.jobs.services import request
from games.core.events import GamesChanged, GamesSettled
from games.models import Game
from gipf_engine.rules import all_rules
from players.core.events import ClubAdmissionChanged, ExampleRemoving, PersonsChanged
from players.models import Club
from ratings.core.who_plays import split_by_players
from ratings.models import Pool
from ratings.models.coverage import Coverage
from ratings.pools.services.pools import RATE, admitting_pools, pool_for, wider_pools


def pools_of(games: Iterable[Game]) -> list[Pool]:
    """Every main pool that rates some of `games`: for each rule set the club's, and the server's; and the wider ones.
    Games between programs count in lists of the server alone, and in none of these; those of a person against a program
    in lists that admit programs, which an organiser wanted.

    The server's lists count the games of admitted clubs, and those of no club that are not left out. Lists of a game,
    or of all games, are there where an organiser wanted one.
    """
    rated = [game for game in games if game.rated]
    counted = split_by_players(game for game in rated if not game.left_out)
    played = sorted({(game.rules, game.club_id) for game in counted.people}, key=str)
    by_programs = {(game.rules, game.club_id) for game in counted.programs}
    clubs = Club.objects.in_bulk({club for _rules, club in by_programs.union(played) if club is not None})
    pools = {pool_for(rules, clubs[club]) for rules, club in played if club is not None}
    pools |= {pool_for(rules) for rules, club in played if club is None or clubs[club].admitted}
    pools |= set(wider_pools({rules for rules, _club in played}, {club for _rules, club in played}))
    of_server = {rules for rules, club in by_programs if club is None or clubs[club].admitted}
    pools |= {pool_for(Coverage(rules, programs=True).key) for rules in sorted(of_server)}
    pools |= set(admitting_pools({game.rules for game in split_by_players(rated).mixed}))
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
        for rules, club in {(game.rules, game.club_id) for game in games if not game.left_out}
        for pool, (admitted,) in _AT_ONCE.annotated(rules, _game_of(rules), club)
        if pool.club_id is not None or club is None or admitted
    }
    return sorted(found, key=lambda pool: pool.pk)


@cache
def _game_of(rules: str) -> str:
    """The game of a rule set; it does not change."""
    return all_rules()[rules].game if rules in all_rules() else ""


def with_others(pools: Iterable[Pool]) -> list[Pool]:
    """These pools and all that stand side by side with one of them, each once, by id. One query."""
    lists = {(pool.coverage, pool.club_id) for pool in pools}
    asked = Q(pk=None)
    for coverage, club in lists:
        asked |= Q(**coverage._asdict(), club=club)
    return list(Pool.objects.filter(asked).order_by("pk")) if lists else []


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
    """A parent scope was closed or reopened."""
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
