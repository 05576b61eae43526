"""A game while it is being recorded: what stands in its recording now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import QuerySet
from django.db.models.expressions import Combinable

from common.compiled_query import CompiledQuery
from common.journal import queries as journal
from games.core.replay import Frame, Reached, Start, reach
from games.models import Game, RecordedTurn, Recording


def open_recordings(game: Combinable | int) -> QuerySet[Recording]:
    """The open recording of a game; there is one at most."""
    return Recording.objects.filter(game=game, closed_at__isnull=True).order_by()


_RECORDING = CompiledQuery(lambda game: open_recordings(game).values_list("pk"))
_TURNS = CompiledQuery(
    lambda recording, version: (
        RecordedTurn.objects.filter(recording=recording, version__lte=version)
        .order_by("version", "ply")
        .values_list("ply", "token")
    )
)


def scope_of(game_id: int) -> str:
    """The key of the scope in which a game is recorded."""
    return f"game:{game_id}"


def late_scope_of(game_id: int) -> str:
    """The key of the scope that moves when more is shown of a game that is shown late."""
    return f"broadcast:{game_id}"


def start_of(game: Game) -> Start:
    """What `game` begins from."""
    return Start(game.rules, tuple(game.options), game.setup, game.handicap)


@dataclass(frozen=True)
class RunningGame:
    """A game as its recording has it: `tokens` are its turns now, at `version` of the game's scope.

    `recording` is the id of the open one. Where it is None there are no turns. `delay`: by how many minutes it is shown
    late (`games.core.broadcasts`). Then it has a scope and versions of its own, which move when more of it is shown.
    """

    game: Game
    recording: int | None
    version: int
    tokens: tuple[str, ...]
    delay: int = 0

    @property
    def scope(self) -> str:
        """The key of the scope that it is recorded in, or shown in where it is shown late."""
        return late_scope_of(self.game.pk) if self.delay else scope_of(self.game.pk)

    @property
    def start(self) -> Start:
        """What the game begins from."""
        return start_of(self.game)

    @cached_property
    def reached(self) -> Reached:
        """The position now."""
        return reach(self.start, self.tokens)

    @property
    def frame(self) -> Frame:
        """The position as everybody may see it."""
        return self.reached.frame

    @property
    def is_over(self) -> bool:
        """Whether the moves have ended the game."""
        return self.reached.position.outcome is not None

    def common(self, turns: Sequence[str]) -> int:
        """How many turns of the recording and of another line are the same."""
        pairs = enumerate(zip(self.tokens, turns, strict=False))
        return next((ply for ply, (own, other) in pairs if own != other), min(len(self.tokens), len(turns)))

    def after(self, ply: int) -> RunningGame:
        """The recording as it was after its first `ply` turns."""
        return replace(self, tokens=self.tokens[:ply])


def running_game(game: Game) -> RunningGame:
    """The recording of a game that is open, or that none is. Three queries, each of them compiled once."""
    version = journal.version(scope_of(game.pk))
    recording = next((pk for (pk,) in _RECORDING(game.pk)), None)
    return recorded_game(game, recording, version)


def recorded_game(game: Game, recording: int | None, version: int) -> RunningGame:
    """The recording `recording` of a game (None: no open one) at this version. One query."""
    turns = _TURNS(recording, version) if recording is not None else ()
    return RunningGame(game, recording, version, line_of(turns))


def running_games(games: Iterable[Game]) -> dict[int, RunningGame]:
    """The recordings that are open, or that there are none, by id of the game. Three queries."""
    known = {game.pk: game for game in games}
    versions = journal.versions(map(scope_of, known))
    open_ones = Recording.objects.filter(game__in=known, closed_at__isnull=True)
    recordings = dict(open_ones.values_list("game", "pk"))
    rows: dict[int, list[tuple[int, str]]] = {}
    turns = RecordedTurn.objects.filter(recording__in=list(recordings.values())).order_by("recording", "version", "ply")
    for game, version, ply, token in turns.values_list("recording__game", "version", "ply", "token"):
        if version <= versions.get(scope_of(game), 0):
            rows.setdefault(game, []).append((ply, token))
    return {
        pk: RunningGame(game, recordings.get(pk), versions.get(scope_of(pk), 0), line_of(rows.get(pk, ())))
        for pk, game in known.items()
    }


def line_of(rows: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """The turns that stand in the end, from the rows of a recording in their order: ply and token."""
    line: list[str] = []
    for ply, token in rows:
        if token:
            line[ply - 1 :] = [token]
        else:
            del line[ply:]
    return tuple(line)


def turns_without_record(game_ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """What was played of games whose recordings were closed and left no record, as of a game that was aborted."""
    rows = RecordedTurn.objects.filter(
        recording__game__in=list(game_ids), recording__closed_at__isnull=False, recording__record=None
    )
    lines: dict[int, dict[int, list[tuple[int, str]]]] = {}
    for game, recording, ply, token in rows.order_by("recording", "version", "ply").values_list(
        "recording__game", "recording", "ply", "token"
    ):
        lines.setdefault(game, {}).setdefault(recording, []).append((ply, token))
    return {game: line_of(recordings[max(recordings)]) for game, recordings in lines.items()}


def has_recorded_turns(game_ids: Iterable[int]) -> bool:
    """Whether turns stand in an open recording of one of these games."""
    rows = RecordedTurn.objects.filter(recording__game__in=list(game_ids), recording__closed_at__isnull=True)
    lines: dict[int, list[tuple[int, str]]] = {}
    for recording, ply, token in rows.order_by("version", "ply").values_list("recording", "ply", "token"):
        lines.setdefault(recording, []).append((ply, token))
    return any(line_of(line) for line in lines.values())
