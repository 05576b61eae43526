"""Running games as those see them who watch: names, clocks, and which game is the best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.cache import cache
from django.db.models import Q, QuerySet

from common.cached_values import read_as
from common.translation import translate_message
from games.core.broadcasts import recorded_boards, shown_games
from games.core.labels import rules_name
from games.core.questions import unpublished_scopes
from games.core.running import RunningGame
from games.models import Game
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from play.chat.services.spectators import spectators_scope
from play.core.playing import GameInPlay, load_games, now_ms
from play.models import OnlineGame
from play.table.live_turns import SideClock
from players.models import Person
from players.scope_labels import Label, labels
from ratings.core.queries.lists import current

_BEST_KEPT_SECONDS = 5
MOST_LISTED = 300
"""Running games that are looked at for the list, the latest."""


@dataclass(frozen=True, kw_only=True)
class WatchedSide(SideClock):
    """One player of a game, with what turns change."""

    person: Person
    rating: int | None


@dataclass(frozen=True)
class WatchedGame:
    """A game that goes on; `ratings` of its players by person, `event` the one that paired it."""

    game: GameInPlay
    ratings: dict[int, int]
    event: Label | None = None

    @property
    def pk(self) -> int:
        return self.game.game.pk

    @property
    def running(self) -> RunningGame:
        """Its turns."""
        return self.game.running

    @property
    def chat_scope(self) -> str:
        """The key of the scope of what spectators write."""
        return spectators_scope(self.pk)

    @property
    def rules_name(self) -> Message:
        return rules_name(self.game.game.rules)

    @property
    def control(self) -> Message:
        """Its time control in words."""
        return parse_control(self.game.online.control).explain()

    @property
    def strength(self) -> int:
        """By which games are put in order: the ratings of both in sum, the unrated as 0."""
        return sum(side.rating or 0 for side in self.sides)

    @cached_property
    def sides(self) -> tuple[WatchedSide, WatchedSide]:
        """White and Black."""
        return self._side(0), self._side(1)

    def _side(self, seat: int) -> WatchedSide:
        game, at = self.game, now_ms()
        person = game.game.white if seat == 0 else game.game.black
        is_turn = game.to_move == seat
        return WatchedSide(
            seat=seat,
            person=person.merged_into or person,
            rating=self.ratings.get(person.pk),
            remaining=game.remaining(at)[seat],
            at=at,
            runs=is_turn and not game.clock.pauses and game.stands_until is None,
            is_turn=is_turn,
            has=" · ".join(map(translate_message, game.running.frame.has(seat))),
        )


@dataclass(frozen=True)
class RecordedGame:
    """A game over the board whose turns are being recorded, as everybody may see it; `ratings` by person."""

    running: RunningGame
    ratings: dict[int, int]
    event: Label | None = None

    @property
    def pk(self) -> int:
        return self.running.game.pk

    @property
    def rules_name(self) -> Message:
        return rules_name(self.running.game.rules)

    @property
    def strength(self) -> int:
        """As that of a game that is played here."""
        return sum(rating or 0 for _person, rating in self.sides)

    @cached_property
    def sides(self) -> tuple[tuple[Person, int | None], tuple[Person, int | None]]:
        """White and Black with their ratings."""
        game = self.running.game
        white, black = ((each.merged_into or each, self.ratings.get(each.pk)) for each in (game.white, game.black))
        return white, black


def recorded_list(rules: str = "") -> Sequence[RecordedGame]:
    """The boards of events that are being recorded and have a turn to be seen, the strongest players first."""
    people = ("parent_scope", "white__merged_into", "black__merged_into")
    rows = recorded_boards().exclude(parent_scope__key__in=unpublished_scopes()).select_related(*people)
    if rules:
        rows = rows.filter(rules=rules)
    running = [each for each in shown_games(rows[:MOST_LISTED]).values() if each.tokens]
    known = labels({each.game.parent_scope.key for each in running})
    games = [each.game for each in running]
    ratings = {key: current(key, None, _seated(games, key)) for key in {game.rules for game in games}}
    found = [RecordedGame(each, ratings[each.game.rules], known.get(each.game.parent_scope.key)) for each in running]
    return sorted(found, key=lambda each: (-each.strength, each.pk))


def watched(game: Game) -> WatchedGame | None:
    """A game that goes on here; None for another one. Seven queries at most."""
    if not game.online:
        return None
    return _watched_row(game.pk)


def watched_games(game_ids: Iterable[int]) -> dict[int, WatchedGame]:
    """Those of these games that go on here, by id, without ratings. Four queries, none where there is no game."""
    wanted = list(game_ids)
    rows = list(_running_rows().filter(pk__in=wanted, game__parent_scope__hidden=False)) if wanted else []
    return {game.game.pk: WatchedGame(game, {}) for game in load_games(rows)} if rows else {}


def running_list(rules: str = "") -> Sequence[WatchedGame]:
    """The public games that go on between people, the strongest players first; of one set of `rules`, or of all ("").

    A constant number of queries, and one for each set of rules.
    """
    of_programs = Q(game__white__program_level__isnull=False) | Q(game__black__program_level__isnull=False)
    rows = _running_rows().filter(game__parent_scope__hidden=False).exclude(of_programs)
    if rules:
        rows = rows.filter(game__rules=rules)
    found_rows = list(rows.order_by("-pk")[:MOST_LISTED])
    games = load_games(found_rows) if found_rows else []
    known = labels({game.game.parent_scope.key for game in games if game.in_event})
    rows_of_games = [game.game for game in games]
    ratings = {key: current(key, None, _seated(rows_of_games, key)) for key in {game.game.rules for game in games}}
    found = [WatchedGame(game, ratings[game.game.rules], known.get(game.game.parent_scope.key)) for game in games]
    return sorted(found, key=lambda each: (-each.strength, -each.pk))


def best_game(rules: str = "") -> WatchedGame | None:
    """The game of the strongest players that goes on in real time, else of all; None where none does.

    Which one it is is looked for every few seconds, once for all who watch, and as soon as that one is over.
    """
    kept = read_as(int, cache.get(f"best-game:{rules}"))
    found = _watched_row(kept) if kept else None
    if found is not None or kept == 0:
        return found
    games = running_list(rules)
    live = (each for each in games if each.game.clock.control.is_real_time)
    best = next(live, games[0] if games else None)
    cache.set(f"best-game:{rules}", best.pk if best is not None else 0, _BEST_KEPT_SECONDS)
    return best


def _watched_row(game_id: int) -> WatchedGame | None:
    row = _running_rows().filter(pk=game_id, game__parent_scope__hidden=False).first()
    if row is None:
        return None
    found = load_games([row])[0]
    return WatchedGame(found, current(found.game.rules, None, [found.game.white_id, found.game.black_id]))


def _running_rows() -> QuerySet[OnlineGame]:
    people = ("game__parent_scope", "game__white__merged_into", "game__black__merged_into")
    return OnlineGame.objects.filter(ended_at=None).select_related(*people)


def _seated(games: Sequence[Game], rules: str) -> set[int]:
    return {person for game in games if game.rules == rules for person in (game.white_id, game.black_id)}
