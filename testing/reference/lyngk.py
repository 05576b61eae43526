"""LYNGK from the rule text, with nothing clever: the checker that the fast one is tested against.

A board is a dict from spot name to the pieces that stand there, bottom to top ("IRJ"). A turn is
(claim, from, to), or None for a pass. It shares no code with `gipf_engine.games.lyngk`. "LYNGK 7" is article 7 of
docs/game-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

COLOURS = "IBRGK"
JOKER = "J"
COLUMN_HEIGHTS = {"a": 1, "b": 4, "c": 7, "d": 6, "e": 7, "f": 6, "g": 7, "h": 4, "i": 1}
LOWEST_ROW = {"a": 3, "b": 2, "c": 1, "d": 2, "e": 2, "f": 3, "g": 3, "h": 5, "i": 7}
"""Where each column begins on skewed axes, on which every line runs along (0, 1), (1, 0) or (1, 1)."""
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))

PLACES = {
    f"{column}{number}": (ord(column) - ord("a"), LOWEST_ROW[column] + number - 1)
    for column, height in COLUMN_HEIGHTS.items()
    for number in range(1, height + 1)
}
SPOTS = {place: spot for spot, place in PLACES.items()}

Turn = tuple[str, str, str] | None
Board = Mapping[str, str]


@dataclass(frozen=True)
class Game:
    """A position with its rule set. `limit` is 5 (main) or 6 (six); `winner` is the seat of a won six-stack.

    `taken`: for each seat the columns that it took off, in the six-stack game the stack that won.
    """

    board: Board
    limit: int = 5
    turn: int = 0
    claimed: tuple[str, str] = ("", "")
    taken: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    winner: int | None = None
    options: frozenset[str] = field(default_factory=frozenset)


def start(setup: str, limit: int = 5, options: frozenset[str] = frozenset()) -> Game:
    """Lay 43 letters out on the spots in the order a1 b1 b2 … i1."""
    return Game(dict(zip(PLACES, setup, strict=True)), limit, options=options)


def first_stack(board: Board, spot: str, direction: tuple[int, int]) -> str | None:
    """The first occupied spot seen from `spot` along a direction."""
    column, row = PLACES[spot]
    while True:
        column, row = column + direction[0], row + direction[1]
        seen = SPOTS.get((column, row))
        if seen is None or seen in board:
            return seen


def fits(game: Game, mover: str, target: str) -> bool:
    """Whether the stacks may be put together: not over the limit, and no colour twice, jokers aside (LYNGK 7)."""
    colours = [piece for piece in mover + target if piece != JOKER]
    return len(mover + target) <= game.limit and len(colours) == len(set(colours))


def landings(game: Game, seat: int, source: str) -> dict[str, tuple[str, ...]]:
    """Where the stack on `source` may land when `seat` moves it now, without a claim: spot to a shortest way there.

    A way is the start, every springboard, and the end.
    """
    mover = game.board[source]
    colour = mover[-1]
    if colour == JOKER or colour in game.claimed[1 - seat]:
        return {}
    rest = {spot: stack for spot, stack in game.board.items() if spot != source}
    own = colour in game.claimed[seat]
    reached: dict[str, tuple[str, ...]] = {}
    ways: list[tuple[str, ...]] = [(source,)]
    springboards = {source}
    for way in ways:  # grows while it is walked: the shortest ways come first
        for direction in DIRECTIONS:
            seen = first_stack(rest, way[-1], direction)
            if seen is None:
                continue
            if fits(game, mover, rest[seen]) and (own or len(rest[seen]) <= len(mover)):
                reached.setdefault(seen, (*way, seen))
            if own and rest[seen][-1] == colour and seen not in springboards:
                springboards.add(seen)
                ways.append((*way, seen))
    return reached


def claim(game: Game, seat: int, colour: str) -> Game:
    """The game after a claim, before the move that belongs to it (LYNGK 4, 9)."""
    claimed = list(game.claimed)
    claimed[seat] += colour
    board, taken = dict(game.board), list(game.taken)
    if "claim_captures" in game.options:
        columns = [spot for spot, stack in board.items() if len(stack) == game.limit and stack[-1] == colour]
        taken[seat] += tuple(board[spot] for spot in columns)
        for spot in columns:
            del board[spot]
    return replace(game, board=board, claimed=(claimed[0], claimed[1]), taken=(taken[0], taken[1]))


def claims(game: Game, seat: int) -> list[str]:
    """No claim, and every colour that `seat` may claim now."""
    if len(game.claimed[seat]) == 2:
        return [""]
    return ["", *(colour for colour in COLOURS if colour not in "".join(game.claimed))]


def moves(game: Game, seat: int) -> Iterator[tuple[str, str, str]]:
    """Every (claim, from, to) that `seat` might play."""
    for colour in claims(game, seat):
        after = claim(game, seat, colour) if colour else game
        for source in after.board:
            for target in landings(after, seat, source):
                yield colour, source, target


def turns(game: Game) -> set[Turn]:
    """Every legal turn of the player to move; a forced pass is None; nothing when the game is over (LYNGK 11)."""
    if game.winner is not None:
        return set()
    found: set[Turn] = set(moves(game, game.turn))
    if not found and any(moves(game, 1 - game.turn)):
        return {None}
    return found


def play(game: Game, turn: Turn) -> Game:
    """The game after a legal turn (LYNGK 6, 9, 13)."""
    seat = game.turn
    if turn is None:
        return replace(game, turn=1 - seat)
    colour, source, target = turn
    after = claim(game, seat, colour) if colour else game
    board, taken, winner = dict(after.board), list(after.taken), after.winner
    stack = board[target] + board.pop(source)
    board[target] = stack
    if len(stack) == game.limit and stack[-1] in after.claimed[seat]:
        taken[seat] += (stack,)
        if game.limit == 6:
            winner = seat
        else:
            del board[target]
    return replace(after, board=board, taken=(taken[0], taken[1]), winner=winner, turn=1 - seat)


def tally(game: Game) -> list[list[int]]:
    """For each seat: completed columns (main) or five-stacks (six), then its own stacks of 4, 3, 2 and 1 (LYNGK 12)."""
    rows = []
    for seat in (0, 1):
        own = [len(stack) for stack in game.board.values() if stack[-1] in game.claimed[seat]]
        best = len(game.taken[seat]) if game.limit == 5 else own.count(5)
        rows.append([best, *(own.count(height) for height in (4, 3, 2, 1))])
    return rows


def result(game: Game) -> tuple[str, str] | None:
    """(result, reason) when the game is over (LYNGK 12, 13)."""
    if game.winner is not None:
        return ("1-0", "0-1")[game.winner], "six-stack"
    if turns(game):
        return None
    white, black = tally(game)
    if "literal_tie" in game.options:
        white, black = white[:1], black[:1]
    if white == black:
        return "1/2-1/2", "no-moves"
    return ("1-0" if white > black else "0-1"), "no-moves"
