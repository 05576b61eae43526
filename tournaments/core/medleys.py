"""Events of several games: which game a board has, by which rules and rating list. Pure, but for the rows it is given.

Everything that asks for the rules of a game of an event asks here, whether the event has one game or several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules
from gipf_engine.rules.possible_results import PossibleResults, possible_results
from gipf_engine.tournament import medleys
from gipf_engine.tournament.medleys import ALL_BOARDS, Order, distinct
from gipf_engine.tournament.pairing.base import Pair
from ratings.models.coverage import PROJECT
from tournaments.core.loader import EventData, GameRow, PairingRow
from tournaments.models import Event

ORDER_NAMES: Mapping[str, str] = {
    Order.LIST: _("By round, in the order of the list"),
    Order.ROUND: _("Drawn for each round"),
    Order.BOARD: _("Drawn for each board"),
    Order.CHOICE: _("Chosen by the lower rated player of each board"),
}


def is_medley(event: Event) -> bool:
    """Whether the event is of several games."""
    return bool(event.medley)


def order_of(event: Event) -> Order | None:
    """How the game of a board is settled; None in an event of one game."""
    return Order(event.medley_order) if event.medley else None


def games_of(event: Event) -> tuple[str, ...]:
    """The rule sets of the event, each once, in their order: the only one where it is of one game."""
    return distinct(event.medley) if event.medley else (event.rules,)


def options_for(options: Collection[str], rules: str) -> list[str]:
    """Those of an event's options that this rule set knows."""
    known = all_rules()[rules].option_help if rules in all_rules() else {}
    return sorted(option for option in options if option in known)


def list_key(event: Event) -> str:
    """The rating list by which the event seeds and predicts, by its key: of all games unless another was chosen."""
    return (event.seeding_list or PROJECT) if event.medley else event.rules


def game_name(event: Event) -> Message:
    """What players call the game of the event, or its games."""
    if not event.medley:
        return rules_name(event.rules)
    return Message(_("Medley: %(games)s"), {"games": [rules_name(key) for key in games_of(event)]})


def names_of_games(event: Event) -> dict[str, Message]:
    """The games of a medley by their keys; none in an event of one game."""
    return {key: rules_name(key) for key in games_of(event)} if event.medley else {}


@dataclass(frozen=True, slots=True)
class _Played:
    """What a game of an event is played by."""

    rules: str
    options: Collection[str]
    agreed_draws: bool


def results_of(event: Event, rules: str = "") -> PossibleResults:
    """Which results a game by `rules` can have in the event; "": any of its games."""
    if rules or not event.medley:
        key = rules or event.rules
        options = options_for(event.options, key) if event.medley else event.options
        return possible_results(_Played(key, options, event.agreed_draws))
    return PossibleResults(any(results_of(event, key).has_draws for key in games_of(event)))


# --- the games of the boards of a round ---------------------------------------------------------------------


def games_of_boards(
    rows: EventData, number: int, boards: Sequence[tuple[int, Pair]], seed: str
) -> list[tuple[str, ...]]:
    """For each of these boards of round `number`, with its pair, the rules of its games in the order of the legs.

    `seed` is that of the round's draw, where a lot settles the games; where they are chosen, those that are played
    without a choice.
    """
    event = rows.event
    games, legs, order = games_of(event), event.games_per_round, order_of(event)
    if order is None:
        return [(event.rules,) * legs] * len(boards)
    mixed = event.mixed_matches
    if order is Order.LIST:
        return [medleys.games_by_list(event.medley, number, legs, mixed=mixed)] * len(boards)
    if order is Order.ROUND:
        before = _played_in_rounds(rows, number)
        return [medleys.draw_games(games, before, seed, ALL_BOARDS, legs, mixed=mixed)] * len(boards)
    found = []
    for board, pair in boards:
        played = _played_by(rows, number, pair)
        drawn = order is Order.BOARD
        found.append(
            medleys.draw_games(games, played, seed, board, legs, mixed=mixed)
            if drawn
            else medleys.games_unless_chosen(games, played, legs, mixed=mixed)
        )
    return found


def candidates_of(rows: EventData, number: int, pair: Pair, seed: str, board: int) -> list[tuple[str, ...]]:
    """From which rule sets a draw took those of a board (`ALL_BOARDS`: of the round), a tuple for each draw."""
    event = rows.event
    played = _played_by(rows, number, pair) if board else _played_in_rounds(rows, number)
    drawn: tuple[str, ...] = ()
    found = []
    for leg in range(1, (event.games_per_round if event.mixed_matches else 1) + 1):
        found.append(medleys.least_played(games_of(event), played, drawn))
        drawn += (medleys.draw_game(found[-1], seed, board, leg),)
    return found


def _played_in_rounds(rows: EventData, number: int) -> Counter[str]:
    """In how many earlier rounds each game was played."""
    return Counter(key for each in rows.rounds[: number - 1] for key in games_of_round(each.pairings))


def games_of_round(pairings: Sequence[PairingRow]) -> tuple[str, ...]:
    """The rule sets of a round whose boards have the same, by leg: those of its first board with games."""
    first = next((pairing.games for pairing in pairings if pairing.games), ())
    return tuple(dict.fromkeys(game.rules for game in first))


def _played_by(rows: EventData, number: int, pair: Pair) -> Counter[str]:
    """How often the two played each game in earlier rounds, together."""
    seats = {rows.by_number[seat].id for seat in (pair.white, pair.black)}
    return Counter(
        game.rules
        for entry in seats
        for pairing in rows.of_entry(entry)
        if pairing.round < number
        for game in pairing.games
    )


def choosers_of(rows: EventData, pairs: Sequence[Pair]) -> list[int]:
    """For each pair the entry (id) that chooses its games: the lower rated player."""
    found = []
    for pair in pairs:
        white, black = rows.by_number[pair.white], rows.by_number[pair.black]
        chooses = medleys.chooser(pair.white, white.rating, pair.black, black.rating)
        found.append(rows.by_number[chooses].id)
    return found


def may_choose(rows: EventData, pairing: PairingRow, game: GameRow) -> tuple[str, ...]:
    """The rule sets from which a game of a pairing can be chosen: another one than in the other game of the match."""
    taken = {other.rules for other in pairing.games if other.id != game.id and not other.is_choice_open}
    games = games_of(rows.event)
    if not rows.event.mixed_matches:
        return games
    return tuple(key for key in games if key not in taken)
