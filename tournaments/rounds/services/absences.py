"""Games of players who are not there are forfeited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.results.services.internal import decide_games
from players.models import Account
from tournaments.core.loader import EventData
from tournaments.core.mapping import StoredGame


def forfeit_for_absence(rows: EventData, actor: Account, games: Sequence[StoredGame]) -> None:
    """Decide the games of a new round where somebody had left before: inside the caller's act."""
    gone = {entry.number for entry in rows.entries if entry.withdrawn}
    forfeits = {
        each.game.pk: _forfeit(each.pair.white in gone, each.pair.black in gone, swapped=each.leg > 1) for each in games
    }
    decide_games(_only_forfeits(forfeits), actor)


def _only_forfeits(codes: Mapping[int, str]) -> dict[int, str]:
    return {game: code for game, code in codes.items() if code}


def _forfeit(white_gone: bool, black_gone: bool, *, swapped: bool) -> str:
    """The result of a game when these seats of its pairing are empty; "" while both are there."""
    if swapped:
        white_gone, black_gone = black_gone, white_gone
    return {(True, True): "--", (True, False): "-+", (False, True): "+-"}.get((white_gone, black_gone), "")
