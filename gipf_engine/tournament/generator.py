"""Random tournaments, paired by the rules, for tests and for checking other programs. Pure.

What is not wished for is drawn within sensible limits, so that many generated events differ in every
respect. The same wishes and the same `random.Random` give the same event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from random import Random

from gipf_engine.messages import Message
from gipf_engine.results import Scoring, SideResult
from gipf_engine.tournament.crosstable import (
    Bye,
    ByeKind,
    Cell,
    Colour,
    CrossTable,
    Entrant,
    ForbiddenGroup,
    GameSide,
    Meeting,
)
from gipf_engine.tournament.pairing import PairingError, PairingSystem, RoundPairings
from gipf_engine.tournament.pairing.acceleration import baku
from gipf_engine.tournament.standings.expectancy import expected_percent
from gipf_engine.tournament.trf import Document
from gipf_engine.tournament.trf.tournament_types import code_of

SCORINGS: dict[str, Scoring] = {
    "1-half-0": Scoring(),
    "3-1-0": Scoring(win=30, draw=10, pairing_bye=30, full_bye=30, half_bye=10, forfeit_win=30),
    "half-bye": Scoring(pairing_bye=5),
    "2-1-0": Scoring(win=20, draw=10, pairing_bye=20, full_bye=20, half_bye=10, forfeit_win=20),
}
"""Points systems by name; "half-bye" is 1-½-0 with a pairing-allocated bye worth ½."""

TIE_BREAKS = ("BH/C1", "BH", "SB", "DE", "WIN")
WHOLE = 100
PERCENTS = (
    *("draws", "forfeits", "double_forfeits", "odd_results", "half_byes", "zero_byes", "full_byes"),
    *("late", "withdrawals", "unrated"),
)
"""Wishes that are percents."""
FIRST_MOVE = 35
"""Rating points that beginning is worth when results are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorOptions:
    """What is asked of an event; None leaves a choice to chance. Rates are percents.

    `draws`, `forfeits` (one side), `double_forfeits` and `odd_results` (½-0, 0-½ or 0-0) are of the
    games; `half_byes`, `zero_byes` and `full_byes` of the entrants in each round; `late` and
    `withdrawals` of the entrants; `unrated` too. `forbidden` counts groups of two or three.
    """

    players: int | None = None
    rounds: int | None = None
    draws: int | None = None
    forfeits: int | None = None
    double_forfeits: int | None = None
    odd_results: int | None = None
    half_byes: int | None = None
    zero_byes: int | None = None
    full_byes: int | None = None
    late: int | None = None
    withdrawals: int | None = None
    unrated: int | None = None
    lowest: int | None = None
    highest: int | None = None
    scoring: str | None = None
    baku: bool | None = None
    forbidden: int | None = None
    games_per_round: int = 1
    colour_free: bool = False
    tie_breaks: tuple[str, ...] = TIE_BREAKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Wishes with every choice made; the same fields."""

    players: int
    rounds: int
    draws: int
    forfeits: int
    double_forfeits: int
    odd_results: int
    half_byes: int
    zero_byes: int
    full_byes: int
    late: int
    withdrawals: int
    unrated: int
    lowest: int
    highest: int
    scoring: str
    baku: bool
    forbidden: int
    games_per_round: int
    colour_free: bool
    tie_breaks: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(f"{each.name}={_as_text(getattr(self, each.name))}" for each in fields(self))


@dataclass(frozen=True, slots=True)
class GeneratedTournament:
    """A finished event, what it was made by, and why it ended early, if it did."""

    table: CrossTable
    document: Document
    recipe: Recipe
    ended: Message | None


def recipe_of(wishes: GeneratorOptions, random: Random) -> Recipe:
    """The wishes with everything else drawn. ValueError where they contradict each other.

    Every choice is drawn even where it is not needed, so that one wish does not change the others.
    """
    players = random.randint(4, 120)
    lowest = random.choice((1000, 1500, 1990))
    drawn = {
        "players": players,
        "rounds": random.randint(3, 11),
        "draws": random.choice((0, 15, 30, 60)),
        "forfeits": random.choice((0, 0, 2, 10)),
        "double_forfeits": random.choice((0, 0, 1)),
        "odd_results": random.choice((0, 0, 1)),
        "half_byes": random.choice((0, 0, 3, 8)),
        "zero_byes": random.choice((0, 0, 2, 5)),
        "full_byes": random.choice((0, 0, 2)),
        "late": random.choice((0, 0, 5)),
        "withdrawals": random.choice((0, 0, 5, 20)),
        "unrated": random.choice((0, 0, 10, 100)),
        "lowest": lowest,
        "highest": lowest + random.choice((0, 20, 300, 1000)),
        "scoring": random.choice(("1-half-0", "1-half-0", "3-1-0", "half-bye")),
        "baku": random.random() < 0.25,
        "forbidden": random.choice((0, 0, 0, 2)),
    }
    wished = {each.name: getattr(wishes, each.name) for each in fields(wishes)}
    chosen = drawn | {name: value for name, value in wished.items() if value is not None}
    if wishes.rounds is None:
        chosen["rounds"] = min(chosen["rounds"], max(1, chosen["players"] // 2))
    if wishes.highest is None:
        chosen["highest"] = max(chosen["highest"], chosen["lowest"])
    return _possible(Recipe(**chosen), wishes)


def _possible(recipe: Recipe, wishes: GeneratorOptions) -> Recipe:
    if recipe.players < 2 or recipe.rounds < 1 or recipe.games_per_round not in (1, 2):
        raise ValueError("an event needs two players, one round, and one or two games a round")
    if not 0 <= recipe.lowest <= recipe.highest:
        raise ValueError("ratings go from the lowest, 0 or more, up to the highest")
    wrong = [name for name in PERCENTS if not 0 <= getattr(recipe, name) <= WHOLE]
    if wrong:
        raise ValueError(f"{wrong[0].replace('_', ' ')} must be a percentage from 0 to 100")
    if recipe.forbidden < 0:
        raise ValueError("there cannot be fewer than no groups that may not meet")
    if recipe.scoring not in SCORINGS:
        raise ValueError(f"no points system is called {recipe.scoring!r}")
    if recipe.baku and wishes.baku is None and recipe.scoring == "3-1-0":
        return replace(recipe, baku=False)
    return recipe


def generate(wishes: GeneratorOptions, random: Random, system: PairingSystem) -> GeneratedTournament:
    """An event played out, each round paired by `system`.

    It ends early where a round has no legal pairing. Raises `PairingError` where acceleration is
    wished for and impossible, ValueError for wishes that contradict each other.
    """
    recipe = recipe_of(wishes, random)
    table = _start_table(recipe, random)
    plans = [_Plan(recipe, random) for _entrant in table.entrants]
    ended = None
    for number in range(1, recipe.rounds + 1):
        announced = _with_announced(table, plans, number)
        if recipe.baku and number == 1:
            announced = baku(announced)
        try:
            made = system.pair(announced)
        except PairingError as error:
            ended = error.message
            break
        table = play_game(announced, made, recipe, random)
    document = Document(
        name="Generated event",
        kind=code_of(system.key, baku=recipe.baku),
        tie_breaks=recipe.tie_breaks,
        comments=(str(recipe),),
    )
    return GeneratedTournament(table, document, recipe, ended)


def _start_table(recipe: Recipe, random: Random) -> CrossTable:
    """The field in the order of its ratings, the unrated last, before round 1."""
    ratings = sorted((random.randint(recipe.lowest, recipe.highest) for _number in range(recipe.players)), reverse=True)
    unrated = _share(recipe.unrated, recipe.players)
    known: list[int | None] = [*ratings[: recipe.players - unrated], *[None] * unrated]
    entrants = tuple(Entrant(number, f"Player {number:04}", rating) for number, rating in enumerate(known, 1))
    return CrossTable(
        entrants,
        rounds_played=0,
        rounds_planned=recipe.rounds,
        scoring=_scoring(recipe),
        first_colour=random.choice(list(Colour)),
        games_per_round=recipe.games_per_round,
        colour_free=recipe.colour_free,
        forbidden=_forbidden(recipe, random),
    )


def _scoring(recipe: Recipe) -> Scoring:
    """The points of the event; byes are worth as many games as a round has."""
    scoring, games = SCORINGS[recipe.scoring], recipe.games_per_round
    return replace(
        scoring,
        pairing_bye=scoring.pairing_bye * games,
        full_bye=scoring.full_bye * games,
        half_bye=scoring.half_bye * games,
    )


def _forbidden(recipe: Recipe, random: Random) -> tuple[ForbiddenGroup, ...]:
    numbers = range(1, recipe.players + 1)
    sizes = [min(random.choice((2, 3)), recipe.players) for _group in range(recipe.forbidden)]
    return tuple(ForbiddenGroup(frozenset(random.sample(numbers, size))) for size in sizes)


class _Plan:
    """When one entrant is there, drawn before round 1."""

    def __init__(self, recipe: Recipe, random: Random) -> None:
        rounds = recipe.rounds
        self.first = random.randint(2, max(2, rounds // 2)) if _happens(recipe.late, random) and rounds > 1 else 1
        self.last = random.randint(self.first, rounds) if _happens(recipe.withdrawals, random) else rounds
        kinds = ((ByeKind.HALF, recipe.half_byes), (ByeKind.ZERO, recipe.zero_byes), (ByeKind.FULL, recipe.full_byes))
        self.byes = {number: kind for number in range(1, rounds + 1) for kind, rate in kinds if _happens(rate, random)}

    def bye(self, number: int) -> Bye | None:
        """The bye announced for a round, if any: absence before the first and after the last round."""
        if not self.first <= number <= self.last:
            return Bye(ByeKind.ZERO)
        return Bye(self.byes[number]) if number in self.byes else None


def _with_announced(table: CrossTable, plans: Sequence[_Plan], number: int) -> CrossTable:
    entrants = []
    for entrant, plan in zip(table.entrants, plans, strict=True):
        bye = plan.bye(number)
        entrants.append(replace(entrant, cells=(*entrant.cells, bye)) if bye is not None else entrant)
    return replace(table, entrants=tuple(entrants))


def play_game(table: CrossTable, made: RoundPairings, recipe: Recipe, random: Random) -> CrossTable:
    """The table with the round played: results for every pair as the recipe and chance decide."""
    cells: dict[int, Cell] = {bye.number: Bye(bye.kind) for bye in made.byes}
    ratings = {entrant.number: entrant.rating or recipe.lowest for entrant in table.entrants}
    for pair in made.pairs:
        sides = [
            _make_game(ratings[pair.white], ratings[pair.black], recipe, random, swapped=leg == 2)
            for leg in range(1, recipe.games_per_round + 1)
        ]
        cells[pair.white] = Meeting(pair.black, tuple(white for white, _black in sides))
        cells[pair.black] = Meeting(pair.white, tuple(black for _white, black in sides))
    entrants = tuple(
        replace(entrant, cells=(*entrant.cells[: table.rounds_played], cells.get(entrant.number)))
        for entrant in table.entrants
    )
    return replace(table, entrants=entrants, rounds_played=made.number)


_ODD = ((SideResult.DRAW, SideResult.LOSS), (SideResult.LOSS, SideResult.DRAW), (SideResult.LOSS, SideResult.LOSS))


def _make_game(first: int, second: int, recipe: Recipe, random: Random, *, swapped: bool) -> tuple[GameSide, GameSide]:
    """One game of a pair, from the side of each: forfeits first, odd results, then what the ratings promise."""
    outcomes, played, rated = _outcomes(first, second, recipe, random, swapped)
    colours: tuple[Colour | None, Colour | None] = (Colour.WHITE, Colour.BLACK)
    if recipe.colour_free:
        colours = (None, None)
    elif swapped:
        colours = (Colour.BLACK, Colour.WHITE)
    one, other = (
        GameSide(colour, outcome, played=played, rated=rated) for colour, outcome in zip(colours, outcomes, strict=True)
    )
    return one, other


def _outcomes(
    first: int, second: int, recipe: Recipe, random: Random, swapped: bool
) -> tuple[tuple[SideResult, SideResult], bool, bool]:
    """Both sides' outcomes, whether the game was played, and whether it is rated."""
    win, loss, draw = SideResult.WIN, SideResult.LOSS, SideResult.DRAW
    if _happens(recipe.double_forfeits, random):
        return (loss, loss), False, False
    if _happens(recipe.forfeits, random):
        return random.choice(((win, loss), (loss, win))), False, False
    if _happens(recipe.odd_results, random):
        return random.choice(_ODD), True, False
    if _happens(recipe.draws, random):
        return (draw, draw), True, True
    begins = -FIRST_MOVE if swapped else FIRST_MOVE
    promised = expected_percent(first + begins, second)
    return ((win, loss) if _happens(promised, random) else (loss, win)), True, True


def _happens(percent: int, random: Random) -> bool:
    return random.random() * 100 < percent


def _share(percent: int, whole: int) -> int:
    return whole * percent // 100


def _as_text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
