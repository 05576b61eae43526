"""Random events of teams, paired by the rules, for tests and for checking other programs. Pure.

What is not wished for is drawn within sensible limits. The same wishes and the same `Random` give the same event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from random import Random

from gipf_engine.messages import Message
from gipf_engine.tournament.crosstable import ByeKind, Colour, Entrant
from gipf_engine.tournament.pairing import PairingError, PairingSystem
from gipf_engine.tournament.standings.expectancy import expected_percent
from gipf_engine.tournament.teams.line_ups import seat, usual_line_up, with_result
from gipf_engine.tournament.teams.pairings import pair_teams, round_of, with_round
from gipf_engine.tournament.teams.values import (
    FORFEITS,
    AnnouncedBye,
    LineUp,
    Match,
    Score,
    Team,
    TeamSettings,
    TeamTable,
)

PERCENTS = ("draws", "forfeits", "match_forfeits", "half_byes", "zero_byes", "absences", "out_of_order", "withdrawals")
"""Wishes that are percents."""
FIRST_MOVE = 35
WHOLE = 100
MOST_TEAMS = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWishes:
    """What is asked of an event of teams; None leaves a choice to chance. Rates are percents.

    `draws` and `forfeits` are of the boards, `match_forfeits` of the matches; `half_byes` and `zero_byes` of the teams
    in each round; `absences` of the players in each round (reserves move up, or a board stays empty); `out_of_order`
    of the line-ups; `withdrawals` of the teams.
    """

    teams: int | None = None
    rounds: int | None = None
    boards: int | None = None
    reserves: int | None = None
    draws: int | None = None
    forfeits: int | None = None
    match_forfeits: int | None = None
    half_byes: int | None = None
    zero_byes: int | None = None
    absences: int | None = None
    out_of_order: int | None = None
    withdrawals: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecipe:
    """Wishes with every choice made; the same fields."""

    teams: int
    rounds: int
    boards: int
    reserves: int
    draws: int
    forfeits: int
    match_forfeits: int
    half_byes: int
    zero_byes: int
    absences: int
    out_of_order: int
    withdrawals: int

    def __str__(self) -> str:
        return " ".join(f"{each.name}={getattr(self, each.name)}" for each in fields(self))


@dataclass(frozen=True, slots=True)
class GeneratedTeamEvent:
    """A finished event, what it was made by, and why it ended early, if it did."""

    table: TeamTable
    recipe: TeamRecipe
    ended: Message | None


def team_recipe_of(wishes: TeamWishes, random: Random) -> TeamRecipe:
    """The wishes with everything else drawn. ValueError for what no event can have."""
    drawn = {
        "teams": random.randint(4, 40),
        "rounds": random.randint(3, 9),
        "boards": random.choice((1, 2, 3, 4, 4, 4, 6)),
        "reserves": random.choice((0, 1, 2)),
        "draws": random.choice((10, 30, 60)),
        "forfeits": random.choice((0, 0, 2, 10)),
        "match_forfeits": random.choice((0, 0, 2, 5)),
        "half_byes": random.choice((0, 0, 3)),
        "zero_byes": random.choice((0, 0, 3)),
        "absences": random.choice((0, 5, 20)),
        "out_of_order": random.choice((0, 0, 20)),
        "withdrawals": random.choice((0, 0, 5)),
    }
    wished = {each.name: getattr(wishes, each.name) for each in fields(wishes)}
    recipe = TeamRecipe(**(drawn | {name: value for name, value in wished.items() if value is not None}))
    if wishes.rounds is None:
        recipe = replace(recipe, rounds=min(recipe.rounds, max(1, recipe.teams // 2)))
    if not 2 <= recipe.teams <= MOST_TEAMS or recipe.rounds < 1 or recipe.boards < 1 or recipe.reserves < 0:
        raise ValueError("an event of teams needs from 2 to 999 teams, one round and one board")
    wrong = [name for name in PERCENTS if not 0 <= getattr(recipe, name) <= WHOLE]
    if wrong:
        raise ValueError(f"{wrong[0].replace('_', ' ')} must be a percentage from 0 to 100")
    return recipe


def generate_teams(
    wishes: TeamWishes, random: Random, system: PairingSystem, *, primary: Score = Score.MATCH, secondary: bool = True
) -> GeneratedTeamEvent:
    """An event played out, each round paired by `system`; it ends early where a round has no legal pairing."""
    recipe = team_recipe_of(wishes, random)
    table = _start_table(recipe, random, primary, secondary=secondary)
    leaving = {team.number: _last_round(recipe, random) for team in table.teams}
    table = replace(table, predetermined=not system.needs_results)
    for number in range(1, recipe.rounds + 1):
        if system.pairs_freely:
            table = _announce(table, recipe, random, leaving, number)
        try:
            paired = round_of(pair_teams(table, system))
        except PairingError as error:
            return GeneratedTeamEvent(replace(table, announced=()), recipe, error.message)
        played = tuple(_played(table, recipe, random, match) for match in paired.matches)
        table = with_round(table, replace(paired, matches=played))
    return GeneratedTeamEvent(table, recipe, None)


def _start_table(recipe: TeamRecipe, random: Random, primary: Score, *, secondary: bool) -> TeamTable:
    """The teams in the order of their strength, players numbered in the order of all ratings."""
    size = recipe.boards + recipe.reserves
    strengths = sorted((random.randint(1400, 2300) for _team in range(recipe.teams)), reverse=True)
    ratings = [
        sorted((max(1000, strength + random.randint(-200, 200)) for _player in range(size)), reverse=True)
        for strength in strengths
    ]
    order = sorted(
        ((rating, team, at) for team, own in enumerate(ratings) for at, rating in enumerate(own)),
        key=lambda each: (-each[0], each[1:]),
    )
    numbers = {(team, at): number for number, (_rating, team, at) in enumerate(order, 1)}
    players = tuple(
        Entrant(number, f"Player {number:04}", rating) for number, (rating, _team, _at) in enumerate(order, 1)
    )
    teams = tuple(
        Team(
            at + 1,
            f"Team {at + 1:03}",
            tuple(numbers[at, seat_at] for seat_at in range(size)),
            nickname=f"T{at + 1:03}",
            strength=sum(ratings[at][: recipe.boards]) // recipe.boards,
        )
        for at in range(recipe.teams)
    )
    settings = TeamSettings(recipe.boards, fixed_order=not recipe.out_of_order, primary=primary, secondary=secondary)
    first = random.choice(list(Colour))
    return TeamTable(teams, players, settings, rounds_planned=recipe.rounds, first_colour=first)


def _last_round(recipe: TeamRecipe, random: Random) -> int:
    return random.randint(1, recipe.rounds) if _happens(recipe.withdrawals, random) else recipe.rounds


def _announce(table: TeamTable, recipe: TeamRecipe, random: Random, leaving: dict[int, int], number: int) -> TeamTable:
    byes = []
    for team in table.teams:
        kinds = ((ByeKind.HALF, recipe.half_byes), (ByeKind.ZERO, recipe.zero_byes))
        kind = next((kind for kind, rate in kinds if _happens(rate, random)), None)
        if number > leaving[team.number]:
            kind = ByeKind.ZERO
        if kind is not None:
            byes.append(AnnouncedBye(number, team.number, kind))
    return replace(table, announced=tuple(byes))


def _played(table: TeamTable, recipe: TeamRecipe, random: Random, match: Match) -> Match:
    """A match with line-ups and results, or forfeited."""
    if _happens(recipe.match_forfeits, random):
        return replace(match, forfeit=random.choice(FORFEITS))
    settings = table.settings
    white, black = (_line_up(table, recipe, random, number) for number in (match.white, match.black))
    seated = seat(settings, match, white, black)
    for at, board in enumerate(seated.boards, 1):
        if board.first is not None and board.second is not None:
            first_is_white = board.first_side.colour is Colour.WHITE
            pair = (board.first, board.second) if first_is_white else (board.second, board.first)
            ratings = [table.player(number).rating or 0 for number in pair]
            seated = with_result(settings, seated, at, _result(recipe, random, ratings))
    return seated


def _line_up(table: TeamTable, recipe: TeamRecipe, random: Random, number: int) -> LineUp:
    """Those who are there; one at least."""
    team = table.team(number)
    absent = [player for player in team.roster[1:] if _happens(recipe.absences, random)]
    line_up = list(usual_line_up(table.settings, team, absent))
    if _happens(recipe.out_of_order, random):
        random.shuffle(line_up)
    return tuple(line_up)


def _result(recipe: TeamRecipe, random: Random, ratings: Sequence[int]) -> str:
    if _happens(recipe.forfeits, random):
        return random.choice(FORFEITS)
    if _happens(recipe.draws, random):
        return "1/2-1/2"
    return "1-0" if _happens(expected_percent(ratings[0] + FIRST_MOVE, ratings[1]), random) else "0-1"


def _happens(percent: int, random: Random) -> bool:
    return random.random() * WHOLE < percent
