"""Every game of the server as its page shows it: what it is like, how much it is played here, and the leaders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from urllib.parse import urlencode

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from common.computed_once import BeingComputedError, compute_once
from common.release import release
from common.translation import translate_message
from games.models import Attempt, Game
from gipf_engine.diagrams import draw
from gipf_engine.results import RESULTS
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.introduced_games import IntroducedGame, introduced_games
from gipf_engine.rules.lessons import course_of
from gipf_engine.rules.puzzles import puzzles_of, rules_with_puzzles
from players.core.queries import records
from ratings.core.queries.lists import server_pools
from ratings.core.queries.rating_list import rating_list
from ratings.models import Pool

DAYS = 30
"""Games of so many days are counted."""
_KEEP_SECONDS = 600
_KEPT = 64
"""Boards that are kept in memory: games times languages."""
_PLAYED = [code for code, result in RESULTS.items() if result.played]


@dataclass(frozen=True, slots=True)
class Leader:
    """The first of a list of the whole server. No name: that is read anew, as it can change and be erased."""

    pool_id: int
    person_id: int
    rating: int


@dataclass(frozen=True, slots=True)
class _Figures:
    """What is counted for all readers: by game, how many were played, and the first of its main list."""

    played: dict[str, int]
    leaders: dict[str, Leader]


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game, ready to print. `share` is how much it is played beside the game that is played most, in per cent."""

    game: IntroducedGame
    svg: SafeString
    played: int
    share: int
    is_most_played: bool
    leader: Leader | None
    leader_name: str
    puzzle_rules: str
    puzzles: int

    @property
    def is_for_two(self) -> bool:
        """Whether two play it against each other; else one player plays it alone."""
        return self.game.seats == TWO_SEATS

    @property
    def has_course(self) -> bool:
        """Whether it is taught here."""
        return course_of(self.game.key) is not None

    @property
    def play_address(self) -> str:
        """Where a game of its main rules is started."""
        if not self.is_for_two:
            return reverse("practice")
        return f"{reverse('play')}?{urlencode({'rules': self.game.main.key})}"


def game_cards() -> list[GameCard]:
    """Those for two, the one that is played most first, then solitaires. The figures are those of some minutes ago."""
    figures, games = _known_figures(), introduced_games()
    highest = max((figures.played.get(each.key, 0) for each in games if each.seats == TWO_SEATS), default=0)
    names = records.names(leader.person_id for leader in figures.leaders.values())
    cards = [_make_card(each, figures, highest, names) for each in games]
    return sorted(cards, key=lambda card: (not card.is_for_two, -card.played))


def _make_card(game: IntroducedGame, figures: _Figures, highest: int, names: Mapping[int, str]) -> GameCard:
    """`highest`: how many games were played of the game for two that is played most."""
    leader = figures.leaders.get(game.key)
    played = figures.played.get(game.key, 0)
    puzzle_rules = [rules.key for rules in game.rules if rules.key in rules_with_puzzles()]
    return GameCard(
        game,
        _draw_middle(game.key, get_language() or ""),
        played,
        min(100, round(100 * played / highest)) if highest else 0,
        0 < played == highest and game.seats == TWO_SEATS,
        leader,
        names.get(leader.person_id, "–") if leader is not None else "",
        puzzle_rules[0] if puzzle_rules else "",
        sum(len(puzzles_of(key)) for key in puzzle_rules),
    )


def _known_figures() -> _Figures:
    """Counted once in ten minutes, whatever is asked; none while another request counts for long."""
    try:
        return compute_once(f"game-cards:{release()}", _Figures, _count_figures, _KEEP_SECONDS)
    except BeingComputedError:
        return _Figures({}, {})


def _count_figures() -> _Figures:
    since = timezone.now() - timedelta(days=DAYS)
    games = Game.objects.filter(
        played_on__gt=timezone.localdate(since), result__in=_PLAYED, removed_at=None, parent_scope__hidden=False
    )
    attempts = Attempt.objects.filter(begun_at__gt=since).exclude(counts=None)
    played: Counter[str] = Counter()
    for rows in (games, attempts):
        for key, count in rows.order_by().values_list("rules").annotate(Count("pk")):
            if key in all_rules():
                played[all_rules()[key].game] += count
    return _Figures(dict(played), _find_leaders())


def _find_leaders() -> dict[str, Leader]:
    """One query for the lists, and one for each game that has one."""
    found: dict[str, Pool] = {}
    for pool in server_pools().filter(programs=False):
        game = pool.game or (all_rules()[pool.rules].game if pool.rules in all_rules() else "")
        if game and (game not in found or pool.game):
            found[game] = pool
    leaders = {}
    for game, pool in found.items():
        for row in rating_list(pool, limit=1):
            leaders[game] = Leader(pool.pk, row.person_id, row.value)
    return leaders


@lru_cache(maxsize=_KEPT)
def _draw_middle(key: str, _language: str) -> SafeString:
    """A board from the middle of a game, in the language that is active."""
    game = next(each for each in introduced_games() if each.key == key)
    position = game.position()
    drawn = "" if position is None else draw(position.view(), size="small", translate=translate_message, name=key)
    return mark_safe(drawn)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone
