"""What ratings do when games or persons change: ask for a recompute of the pools concerned, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from common.jobs.services import request
from games.core.signals import games_changed, games_settled
from games.models import Game
from players.core.signals import club_admission_changed, example_removing, memberships_changed, persons_changed
from players.models import Club, Person
from ratings.arranged.services import judge_game, request_judging, request_judging_all, request_judging_of
from ratings.models import Pool
from ratings.pools.services.pools import RATE, pool_for, pools_at_once, pools_of, wider_pools, with_others


@receiver(games_changed)
def rate_again_when_counted_games_change(games: Iterable[Game], *, result: bool, **_: Any) -> None:
    """A game of an event that is still going on is in those lists alone that count it at once."""
    changed = [game for game in games if game.rated]
    for game in changed:
        if game.is_arranged and game.rated_on is not None:
            judge_game(game)
            request_judging([game])
    closed = [game for game in changed if game.rated_on is not None]
    going_on = [game for game in changed if game.rated_on is None and (result or game.stands_on is not None)]
    if closed:
        request_recompute(pools_of(closed))
    if going_on:
        request_recompute(pools_at_once(going_on))


@receiver(games_settled)
def rate_when_an_occasion_is_closed_or_reopened(games: Iterable[Game], **_: Any) -> None:
    request_recompute(pools_of(games))


@receiver(persons_changed)
def rate_again_when_two_records_become_one_person(ids: Collection[int], **_: Any) -> None:
    """A name alone (one record) changes no rating."""
    if len(ids) > 1:
        for person in ids:
            request_judging_of(person)
        played = Game.objects.filter(Q(white__in=ids) | Q(black__in=ids)).distinct()
        request_recompute(pools_of(played.filter(rated_on__isnull=False)))
        request_recompute(pools_at_once(played.filter(rated_on=None, stands_on__isnull=False)))


@receiver(memberships_changed)
def judge_games_again_when_memberships_change(person: Person, **_: Any) -> None:
    """Who is in an admitted club decides which games played here count."""
    request_judging_of(person.pk)


@receiver(club_admission_changed)
def rate_the_server_again_with_or_without_a_club(club: Club, **_: Any) -> None:
    """The server's lists that count a rule set of the club's rated games, and those of what its members play here."""
    request_judging_all()
    rules = (
        Game.objects.filter(club=club, rated=True, rated_on__isnull=False).order_by().values_list("rules", flat=True)
    )
    played = sorted(set(rules))
    request_recompute([*(pool_for(each) for each in played), *wider_pools(played, [])])
    request_recompute(Pool.objects.filter(club=None, counts_at_once=True))  # games of events that go on, too


@receiver(example_removing)
def rate_the_server_again_without_the_example(**_: Any) -> None:
    """The example club's games go with it; the lists of the whole server had counted them."""
    request_recompute(Pool.objects.filter(club=None))


def request_recompute(pools: Iterable[Pool]) -> None:
    """One job a pool, however often it is asked for; the systems beside one have the same games."""
    for pool in with_others(pools):
        request(RATE, str(pool.pk))
