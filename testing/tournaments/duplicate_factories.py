"""Duplicate events made by services: three players on two deals, drawn as an event draws them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, islice
from typing import Any
from unittest.mock import patch

from games.attempts.services.attempts import begin_attempt, play_turn, resign_attempt
from games.core.replay import Start
from games.models import Attempt
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from players.models import Account, Club, Person
from testing.factories import AccountFactory
from testing.tournaments.factories import fresh, with_players
from tournaments.core.draws import deals_a_round
from tournaments.duplicate.services import draw_next_deal
from tournaments.events.services import lifecycle
from tournaments.models import Deal, DrawnDeal, Event
from tournaments.rounds.services import rounds, setup_draws

THREE = ("Ada", "Ben", "Cleo")
GWG = "guowuguan-gwg"
SEED = "ab" * 32
"""With it both deals of a round are won by the solver and last for a few turns."""


def announced(club: Club, organiser: Account, names: Iterable[str] = THREE, **changes: Any) -> Event:
    """An announced event of one round of two deals, which the solver decides within few positions."""
    usual: dict[str, Any] = {
        "rules": GWG,
        "format": "duplicate",
        "rounds_planned": 1,
        "format_options": {"deals": 2, "solver_limit": 50_000},
    }
    return with_players(club, organiser, names, **usual | changes)


def started(club: Club, organiser: Account, names: Iterable[str] = THREE, **changes: Any) -> Event:
    """The same, started; its deals are not drawn yet. Round 1 has SEED in every run: some deals are lost at once."""
    event = announced(club, organiser, names, **changes)
    with patch.object(setup_draws, "new_seed", return_value=SEED):
        lifecycle.start_event(event.pk, organiser)
    return fresh(event)


def lay_out(event: Event, number: int) -> None:
    """Store the first deals of a round's draw that last a while, as if the solver had won them, in 9 rounds."""
    draw = Deal.objects.filter(event=event, round_number=number).latest("number")
    rules = rules_for(event.rules, frozenset(event.options))
    chance = rules.chance
    assert chance is not None
    setups = ((each, chance.draw(chance.seed_of_board(draw.seed, each))) for each in count(1))
    lasting = ((each, setup) for each, setup in setups if _lasts(rules.start(setup)))
    DrawnDeal.objects.bulk_create(
        DrawnDeal(draw=draw, number=each, setup=setup, par=9) for each, setup in islice(lasting, deals_a_round(event))
    )


def _lasts(position: Position) -> bool:
    """Whether ten turns leave it open, for one who always plays the first of the legal ones, or the last: to pass."""
    return all(_is_open_after_ten(position, place) for place in (0, -1))


def _is_open_after_ten(position: Position, place: int) -> bool:
    for _turn in range(10):
        if position.outcome is not None:
            return False
        position = position.play(list(position.legal_moves())[place])
    return position.outcome is None


def draw_deals(event_id: int, round_number: int) -> None:
    """Draw and solve until there are as many deals as the round needs."""
    while draw_next_deal(event_id, round_number):
        pass


def playing(
    club: Club, organiser: Account, names: Iterable[str] = THREE, *, solved: bool = False, **changes: Any
) -> Event:
    """The same with round 1 begun. `solved`: its deals are those that the solver really won."""
    event = started(club, organiser, names, **changes)
    if solved:
        draw_deals(event.pk, 1)
    else:
        lay_out(event, 1)
    rounds.start_round(event.pk, organiser)
    return fresh(event)


def account_for(name: str) -> Account:
    """An account of the person called `name`."""
    person = Person.objects.get(name=name)
    return Account.objects.filter(person=person).first() or AccountFactory(person=person)


def attempt(event: Event, name: str, place: int = 1, number: int = 1) -> Attempt:
    """The attempt of `name` at a deal of a round."""
    return Attempt.objects.get(
        paired__pairing__round__event=event,
        paired__pairing__round__number=number,
        paired__place=place,
        player__name=name,
    )


def winning_line(played: Attempt) -> list[str]:
    """Turns that win the deal of an attempt, as the solver found them."""
    start = Start(played.rules, tuple(played.options), played.setup).position()
    solver = rules_for(played.rules, frozenset(played.options)).solver()
    assert solver is not None
    return [str(move) for move in solver.solve(start).line]


def play_line(played: Attempt, turns: Iterable[str]) -> Attempt:
    """Begin an attempt and play these turns, each as it would be played on a page."""
    account = account_for(played.player.name)
    begin_attempt(played.pk, account)
    for turn in turns:
        played = play_turn(played.pk, account, turn)
    return played


def give_up(played: Attempt, turns: Iterable[str] = ()) -> Attempt:
    """Play these turns, and resign."""
    play_line(played, turns)
    return resign_attempt(played.pk, account_for(played.player.name))
