"""The boards of the last round as the screen of a hall shows them: positions, names, clocks and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from games.core.board_state import render_game
from games.core.broadcasts import shown_games
from games.core.queries.lists import newest_lines
from games.core.running import RunningGame
from games.game.page import running_context
from games.models import Game
from play.watching.queries import WatchedGame, watched_games
from tournaments.rounds.queries.rounds import RoundPage

BOARDS_A_PART = 8
"""Two rows of four: names are read from the middle of a hall, on a picture of 1280 × 720 as on one of 1920 × 1080."""
MOST_BOARDS = 48


@dataclass(frozen=True)
class LiveBoard:
    """A game at a board. `watched` has its clocks, where it is played here; `now` is what its picture follows."""

    number: int
    leg: int
    white: str
    black: str
    result: str
    running: RunningGame
    watched: WatchedGame | None
    now: dict[str, object]

    @property
    def svg(self) -> SafeString:
        """The position, the first one where nothing is recorded."""
        drawn = self.now.get("svg")
        return (
            drawn if isinstance(drawn, SafeString) else render_game(self.running.frame, name=str(self.running.game.pk))
        )


@dataclass(frozen=True)
class BoardsPart:
    """Boards that fit on a screen, the `number`-th of so many parts (`total`)."""

    number: int
    total: int
    boards: Sequence[LiveBoard]


def board_parts(page: RoundPage) -> list[BoardsPart]:
    """The games of a round by their boards, as everybody may see them, in parts that fit on a screen.

    A constant number of queries, and three for each board that is shown late.
    """
    seats = {game.row.id: (board, game) for board in page.boards for game in board.games}
    wanted = dict(list(seats.items())[:MOST_BOARDS])
    running = shown_games(Game.objects.filter(pk__in=wanted))
    over = newest_lines(pk for pk, each in running.items() if not each.tokens)
    watched = watched_games(pk for pk, each in running.items() if each.game.online)
    boards = []
    for pk, (board, game) in wanted.items():
        assert board.black is not None
        white, black = board.white.entry.name, board.black.entry.name
        shown = replace(running[pk], tokens=over.get(pk, running[pk].tokens))
        made = LiveBoard(
            number=board.number,
            leg=game.row.leg if len(board.games) > 1 else 0,
            white=black if game.row.is_swapped else white,
            black=white if game.row.is_swapped else black,
            result="" if game.is_open else game.row.code,
            running=shown,
            watched=watched.get(pk),
            now=running_context(shown),
        )
        boards.append(made)
    total = -(-len(boards) // BOARDS_A_PART)
    return [
        BoardsPart(number + 1, total, boards[number * BOARDS_A_PART : (number + 1) * BOARDS_A_PART])
        for number in range(total)
    ]
