"""Deals to practise with: by number or seed, or by chance from a stock of which the solver has won every one."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Job
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import Rules
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.setup_seed import SEED_BYTES, validate_seed
from play.core.errors import PlayRefused
from play.models import PracticeDeal

SOLVE, STOCK = "solve-deal", "stock-deals"
"""Kinds of jobs: let the solver look at a deal; see to it that there are deals to choose from by chance."""
STOCKED = settings.PRACTICE_DEALS
"""So many deals of each game that the solver won are there for who asks for one by chance."""
PORTION = 5
"""So many of them are looked for in one job, which takes about a second."""
LIMIT = 500_000
"""Positions that the solver looks at of a deal to practise with, or for a hint: less than a second of one core."""
HIGHEST_NUMBER = 999_999_999

_UNKNOWN = Message(_("This game cannot be practised here."))
_NONE_READY = Message(
    _("No deal is ready yet. The server is preparing some: try again in a minute, or enter a number.")
)
_BOTH = Message(_("Give the number of a deal or its seed, not both."))
_NO_SUCH_OPTION = _("%(rules)s has no such option.")
_BAD_SEED = Message(_("A seed is 64 hexadecimal digits: 0 to 9 and a to f."))
_BAD_NUMBER = Message(_("A deal number must be a whole number from 1 to %(most)s."), {"most": HIGHEST_NUMBER})


def practice_rules() -> list[str]:
    """The keys of the rules that one can practise: solitaires whose deals chance lays out."""
    return [key for key, rules in sorted(all_rules().items()) if rules.seats == 1 and rules.chance is not None]


def find_deal(
    rules: str,
    *,
    options: Collection[str] = (),
    number: int | None = None,
    seed: str = "",
    besides: Iterable[int] = (),
) -> PracticeDeal:
    """The deal that was asked for by number or seed; without either one by chance. Raises PlayRefused."""
    if number is not None and seed:
        raise PlayRefused(_BOTH, field="seed")
    if number is not None:
        return deal_by_number(rules, number, options)
    return deal_by_seed(rules, seed, options) if seed else deal_by_chance(rules, besides, options)


def deal_by_number(rules: str, number: int, options: Collection[str] = ()) -> PracticeDeal:
    """The deal that has this number: its seed is the number. Raises PlayRefused."""
    if not 1 <= number <= HIGHEST_NUMBER:
        raise PlayRefused(_BAD_NUMBER, field="number")
    return deal_by_seed(rules, f"{number:0{2 * SEED_BYTES}x}", options)


def deal_by_seed(rules: str, seed: str, options: Collection[str] = ()) -> PracticeDeal:
    """The deal of a seed, 64 hexadecimal digits. Whether it can be won is found out by a worker. Raises PlayRefused."""
    try:
        deal = _kept(_known(rules, options), validate_seed(seed.strip().lower()))
    except BadSetup as error:
        raise PlayRefused(_BAD_SEED, field="seed") from error
    if deal.solved_at is None:
        jobs.request(SOLVE, f"deal:{deal.pk}")
    return _note_asked(deal)


def deal_by_chance(rules: str, besides: Iterable[int] = (), options: Collection[str] = ()) -> PracticeDeal:
    """A deal by chance that can be won, none of those in `besides`. Raises PlayRefused where none is ready.

    With options there is no stock, and no one has looked whether it can be won: one that hardly any deal can be won
    with has to be playable too.
    """
    _known(rules, options)
    if options:
        return deal_by_seed(rules, secrets.token_hex(SEED_BYTES), options)
    ready = _stock([rules]).exclude(pk__in=list(besides))
    keys = list(ready.order_by("-pk").values_list("pk", flat=True)[:STOCKED])
    if not keys:
        raise PlayRefused(_NONE_READY)
    return _note_asked(PracticeDeal.objects.get(pk=random.choice(keys)))  # noqa: S311  the deals themselves are secret


def solve_deal(deal_id: int) -> None:
    """Let the solver look at a deal, and keep what it found. It may be done twice."""
    deal = PracticeDeal.objects.filter(pk=deal_id, solved_at=None).first()
    if deal is None:
        return
    rules = rules_for(deal.rules, deal.options)
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
    return dict(_stock(rules).order_by().values_list("rules").annotate(Count("pk")))


def _stock(rules: Collection[str]) -> QuerySet[PracticeDeal]:
    """Deals of these rules without options that the solver won."""
    return PracticeDeal.objects.filter(rules__in=rules, options=[], par__isnull=False)


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


def _note_asked(deal: PracticeDeal) -> PracticeDeal:
    """Keep that the deal is asked for, once a day."""
    now = timezone.now()
    if deal.asked_at < now - timedelta(days=1):
        PracticeDeal.objects.filter(pk=deal.pk).update(asked_at=now)
    return deal


def _known(rules: str, options: Collection[str] = ()) -> Rules:
    if rules not in practice_rules():
        raise PlayRefused(_UNKNOWN, field="rules")
    try:
        return rules_for(rules, options)
    except BadSetup as error:
        name = Message(all_rules()[rules].name)
        raise PlayRefused(Message(_NO_SUCH_OPTION, {"rules": name}), field="options") from error


def _kept(rules: Rules, seed: str) -> PracticeDeal:
    """The deal of a seed, made where it is new."""
    assert rules.chance is not None
    deal, _made = PracticeDeal.objects.get_or_create(
        rules=rules.key, options=sorted(rules.options), seed=seed, defaults={"setup": rules.chance.draw(seed)}
    )
    return deal
