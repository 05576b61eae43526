"""Deals to play in tests."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils import timezone

from common.journal.services import open_scope
from games.core.replay import Start
from games.models import Attempt
from gipf_engine.rules import rules_for
from play.core.replay import PlayedDeal
from play.models import DayAttempt, DayDeal, PracticeDeal
from play.solitaires.services.days import begin_day, today
from players.models import Account, Person

GWG = "guowuguan-gwg"
OPEN_SETUP = "6644623111433332531161216131652255544266646555445163516441335222"
"""Generals 66 44 62 31 11 43; levels 33 32 53 31 61, 21 61 31 65 22, 55 54 42 66 64, …; 22 in the commons."""


def played(rules: str = GWG, setup: str = OPEN_SETUP, tokens: tuple[str, ...] = ()) -> PlayedDeal:
    """A deal with turns on it."""
    return PlayedDeal(Start(rules, (), setup), tokens)


def swap_tiles(setup: str, one: int, other: int) -> str:
    """The set-up with the tiles at these places, from 0, exchanged."""
    tiles = [setup[at : at + 2] for at in range(0, len(setup), 2)]
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return "".join(tiles)


def setup_of(number: int, rules: str = GWG) -> str:
    """What chance lays out with a number for its seed."""
    chance = rules_for(rules).chance
    assert chance is not None
    return chance.draw(f"{number:064x}")


def practice_deal(rules: str = GWG, setup: str = "", number: int = 7, par: int | None = 6) -> PracticeDeal:
    """A deal to practise with that the solver has looked at."""
    return PracticeDeal.objects.create(
        rules=rules,
        seed=f"{number:064x}",
        setup=setup or setup_of(number, rules),
        par=par,
        solved_at=timezone.now(),
    )


def day_deal(day: date) -> DayDeal:
    """The deal of a day that lies as in the examples of the rules."""
    made = DayDeal.objects.create(
        day=day, rules=GWG, limit=3_000_000, seed="ab" * 32, commitment=f"{day:%d}" * 32, number=1, setup=OPEN_SETUP,
        par=6, made_at=timezone.now() - timedelta(days=1),
    )  # fmt: skip
    open_scope(made.scope, "server")
    return made


def day_attempt(deal: DayDeal, person: Person, **fields: object) -> DayAttempt:
    """An attempt that ended without a turn; `fields` are the attempt's."""
    then = timezone.now() - timedelta(hours=1)
    counts = {"won": 0, "gates": 0, "generals": 0, "rounds": 1, "moves": 0}
    usual = {"begun_at": then, "ended_at": then, "ending": "resigned", "result": "open", "counts": counts}
    attempt = Attempt.objects.create(
        parent_scope=open_scope(deal.scope), player=person, rules=deal.rules, setup=deal.setup, **usual | fields
    )
    open_scope(attempt.scope, deal.scope)
    return DayAttempt.objects.create(day=deal, attempt=attempt, person=person)


def begin_today(player: Account) -> Account:
    """A person who has begun the deal of today."""
    assert player.person is not None
    day_deal(today())
    begin_day(player, player.person)
    return player
