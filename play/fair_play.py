"""Which positions are closed to players of games and deals on this server (`games.fair_play`)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from games.core.running import running_games
from games.fair_play import Concerns, Source, is_of_running_game
from games.models import Attempt
from gipf_engine.clocks import parse_control
from play.models import OnlineGame


def concerns_a_player(asked: Concerns) -> bool:
    """A game of two that runs here. By correspondence the collection stays open, and nothing else."""
    question = asked.question
    if question.position is None and question.several is None:
        return False
    sits = Q(game__white__in=asked.people) | Q(game__black__in=asked.people)
    rows = OnlineGame.objects.filter(sits, game__rules=question.rules, ended_at=None).select_related("game")
    rows = rows.exclude(pk=question.besides)
    games = [row.game for row in rows if question.source is Source.SOLVER or parse_control(row.control).is_real_time]
    return bool(games) and is_of_running_game(running_games(games).values(), question.positions)


def closed_deals(people: Collection[int]) -> set[tuple[str, str]]:
    """Rules and set-up of the deals of which a person is told nothing: those of rounds and days that are not over.

    Whether the person has played them, or will, is the same. One query.
    """
    attempts = Attempt.objects.filter(player__in=people, published=False, practice=None)
    return set(attempts.values_list("rules", "setup"))


def concerns_a_round(asked: Concerns) -> bool:
    """A deal of a round or a day that is not over."""
    question = asked.question
    return bool(question.setup) and (question.rules, question.setup) in closed_deals(asked.people)
