"""Deals to practise with: by number, or by chance from a stock of which the solver has won every one."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection, Iterable

from django.db.models import Count, Q
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules import all_rules, rules_for
from engine.rules.base import Rules
from engine.rules.setup_seed import SEED_BYTES
from play.errors import PlayRefused
from play.models import PracticeDeal

SOLVE, STOCK = "solve-deal", "stock-deals"
"""Kinds of jobs: let the solver look at a deal; see to it that there are deals to choose from by chance."""
STOCKED = 50
"""So many deals of each game that the solver won are there for whoever asks for one by chance."""
PORTION = 5
"""So many of them are looked for in one job, which takes about a second."""
LIMIT = 500_000
"""Positions that the solver looks at of a deal to practise with, or for a hint: less than a second of one core."""
HIGHEST_NUMBER = 999_999_999

_UNKNOWN = Message(_("This game cannot be practised here."))
_NONE_READY = Message(
    _("No deal is ready yet. The server is looking for some: try again in a minute, or name a number.")
)
_BAD_NUMBER = Message(_("A deal's number is a whole number from 1 to %(most)s."), {"most": HIGHEST_NUMBER})


def practice_rules() -> list[str]:
    """The keys of the rules that one can practise: solitaires whose deals chance lays out."""
    return [key for key, rules in sorted(all_rules().items()) if rules.seats == 1 and rules.chance is not None]


def deal_by_number(rules: str, number: int) -> PracticeDeal:
    """The deal that has this number: its seed is the number. Raises PlayRefused."""
    if not 1 <= number <= HIGHEST_NUMBER:
        raise PlayRefused(_BAD_NUMBER, field="number")
    deal = _kept(_known(rules), f"{number:0{2 * SEED_BYTES}x}")
    if deal.solved_at is None:
        jobs.request(SOLVE, f"deal:{deal.pk}")
    return deal


def deal_by_chance(rules: str, besides: Iterable[int] = ()) -> PracticeDeal:
    """A deal that can be won, by chance, none of those in `besides`. Raises PlayRefused where none is ready."""
    _known(rules)
    ready = PracticeDeal.objects.filter(rules=rules, par__isnull=False).exclude(pk__in=list(besides))
    keys = list(ready.order_by("-pk").values_list("pk", flat=True)[:STOCKED])
    if not keys:
        raise PlayRefused(_NONE_READY)
    return PracticeDeal.objects.get(pk=random.choice(keys))  # noqa: S311  the deals themselves are secret


def solve_deal(deal_id: int) -> None:
    """Let the solver look at a deal, and keep what it found. It may be done twice."""
    deal = PracticeDeal.objects.filter(pk=deal_id, solved_at=None).first()
    if deal is None:
        return
    rules = rules_for(deal.rules)
    solver = rules.solver()
    assert solver is not None
    par = solver.solve(rules.start(deal.setup), LIMIT).par
    PracticeDeal.objects.filter(pk=deal_id, solved_at=None).update(par=par, solved_at=timezone.now())


def fill_stock(rules: str) -> bool:
    """Find a few of the deals of a game that are missing; whether some were found and more are missing."""
    before = winnable_deals([rules]).get(rules, 0)
    for _deal in range(min(PORTION, STOCKED - before)):
        solve_deal(_kept(_known(rules), secrets.token_hex(SEED_BYTES)).pk)
    there = winnable_deals([rules]).get(rules, 0)
    jobs.progress(STOCK, rules, min(there, STOCKED), STOCKED)
    return before < there < STOCKED


def winnable_deals(rules: Collection[str]) -> dict[str, int]:
    """By rules, how many deals the solver won. One query."""
    rows = PracticeDeal.objects.filter(rules__in=rules, par__isnull=False).order_by()
    return dict(rows.values_list("rules").annotate(Count("pk")))


@jobs.regularly
def look_at_stock() -> None:
    """Ask for deals where there are few. What is asked for already is left alone."""
    known = practice_rules()
    there = winnable_deals(known)
    low = [rules for rules in known if there.get(rules, 0) < STOCKED // 2]
    asked = set(Job.objects.filter(Q(kind=STOCK), subject__in=low).values_list("subject", flat=True)) if low else set()
    for rules in low:
        if rules not in asked:
            jobs.request(STOCK, rules)


def _known(rules: str) -> Rules:
    if rules not in practice_rules():
        raise PlayRefused(_UNKNOWN, field="rules")
    return rules_for(rules)


def _kept(rules: Rules, seed: str) -> PracticeDeal:
    """The deal of a seed, made where it is new."""
    assert rules.chance is not None
    deal, _made = PracticeDeal.objects.get_or_create(
        rules=rules.key, seed=seed, defaults={"setup": rules.chance.draw(seed)}
    )
    return deal
