"""The boards of the desk, drawn: thousands of buttons that differ in a few ids and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.safestring import SafeString

from common.row_pattern import RowPattern
from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.rules.possible_results import DRAW
from gipf_engine.tournament.numbers import points_text
from players.names import search_words
from tournaments.core.loader import swaps_colours
from tournaments.core.medleys import is_medley, results_of
from tournaments.models import Event
from tournaments.rounds.queries.rounds import Board, Game, Side

QUICK = (("1-0", "1"), (DRAW, "="), ("0-1", "0"))
MORE = (("+-", "+"), ("-+", "-"), ("--", ""), ("pending", "p"))
"""Results of the desk's buttons, each with its key."""


@dataclass(frozen=True, slots=True)
class Button:
    """A result that the desk offers on a button, and the key that does the same."""

    code: str
    key: str


class BoardKind(NamedTuple):
    """What decides how a game's row looks. `waiting`: the result that waits for the other player, "" for none.

    `label` is what a tie-break game is called.
    """

    code: str
    has_two_games: bool
    leg: int
    online: bool
    is_disputed: bool
    is_contradicted: bool
    waiting: str
    was_decided: bool
    is_first_open: bool
    label: Message | None = None
    rules: str = ""
    is_choice_open: bool = False

    @property
    def is_swapped(self) -> bool:
        """Whether the second of the pairing begins."""
        return swaps_colours(self.leg)

    @property
    def name(self) -> Message:
        """What players call the game of a medley."""
        return rules_name(self.rules)


class BoardValues(NamedTuple):
    """What it says, and where its buttons lead. `decision` is the number of the claim that an undo takes back.

    `white_facts` and `black_facts` are points before the round and rating: "2½ · 1820".
    """

    game: int
    version: int
    board: int
    white: str
    black: str
    decision: int | None
    white_facts: str = ""
    black_facts: str = ""


class DeskRows:
    """Draws the rows of games in an event, for one reader."""

    def __init__(self, request: HttpRequest, event: Event, *, locked: bool = False, first_open: int | None = None):
        possible, self._first_open, self._names_games = results_of(event), first_open, is_medley(event)
        quick, more = ([Button(*each) for each in kind if each[0] in possible.decided] for kind in (QUICK, MORE))
        self.has_draws = len(quick) == len(QUICK)
        shared = {"event": event, "locked": locked, "quick": quick, "more": more, "csrf_token": get_token(request)}
        self._pattern = RowPattern[BoardKind, BoardValues]("tournaments/results/parts/desk_row.html", shared)

    def draw(self, board: Board, game: Game) -> SafeString:
        """The row of a game at a board."""
        assert board.black is not None
        kind = BoardKind(
            code=game.row.code,
            has_two_games=len(board.games) > 1,
            leg=game.row.leg,
            online=game.row.online,
            is_disputed=game.is_disputed,
            is_contradicted=game.is_contradicted,
            waiting=game.claims.value if game.claims.waiting_for else "",
            was_decided=game.decision is not None,
            is_first_open=game.row.id == self._first_open,
            label=game.label,
            rules=game.row.rules if self._names_games else "",
            is_choice_open=game.row.is_choice_open,
        )
        names = board.white.entry.name, board.black.entry.name
        facts = _facts(board.white), _facts(board.black)
        values = BoardValues(game.row.id, game.row.version, board.number, *names, game.decision, *facts)
        return self._pattern.draw(kind, values)


def find_board(boards: Sequence[Board], text: str) -> int | None:
    """The place of the first board with this number, or with a player who has all words of `text`; None for none."""
    words = search_words(text)
    for place, board in enumerate(boards):
        if not words or not board.games or board.black is None:
            continue
        names = [search_words(side.entry.name) for side in (board.white, board.black)]
        if text.strip() == str(board.number) or any(_has_words(name, words) for name in names):
            return place
    return None


def _has_words(name: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(part.startswith(word) for part in name) for word in words)


def _facts(side: Side) -> str:
    known = ("" if side.points is None else points_text(side.points), str(side.entry.rating or ""))
    return " · ".join(filter(None, known))
