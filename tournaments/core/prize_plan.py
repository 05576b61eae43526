"""What organisers write down about categories and prizes: checked, and from words to values and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.prizes import Prize, Rules
from players.names import clean_name
from tournaments.core.errors import EventRefused, kept_name
from tournaments.models.prizes import MOST_CENTS, Category

MOST_PRIZES, MOST_CATEGORIES = 100, 30
LONGEST_NAME, LONGEST_CURRENCY, LONGEST_CATEGORY = 80, 8, 60
CENTS = 100
_AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class CategoryPlan:
    """What a category is to be. `members` are entries (ids) of one that is marked by hand; `club` is a club's id."""

    name: str
    kind: str
    club: int | None = None
    least: int | None = None
    most: int | None = None
    on_day: date | None = None
    members: frozenset[int] = frozenset()
    board: int | None = None

    def values(self) -> dict[str, object]:
        """The columns of its row. What does not belong to its kind is left out."""
        kind = Category.Kind(self.kind)
        bounds = kind in (Category.Kind.AGE, Category.Kind.RATING)
        of_board = kind is Category.Kind.BOARD
        return {
            "name": clean_name(self.name),
            "kind": self.kind,
            "club_id": self.club if kind is Category.Kind.CLUB else None,
            "least": self.least if bounds or of_board else None,
            "most": self.most if bounds else None,
            "on_day": self.on_day if kind is Category.Kind.AGE else None,
            "board": self.board if of_board else None,
        }


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """All prizes of an event: the rules, and what each place brings, by category (id) and for the event (None)."""

    rules: Rules = field(default_factory=Rules)
    currency: str = ""
    lists: Mapping[int | None, Sequence[Prize]] = field(default_factory=dict)


def check_category(plan: CategoryPlan) -> None:
    """EventRefused where a category does not say who is in it."""
    kinds = Category.Kind
    kept_name(plan.name, longest=LONGEST_CATEGORY)
    if plan.kind == kinds.CLUB and plan.club is None:
        raise EventRefused(Message(_("Choose the club whose members are in this category.")), field="club")
    if plan.kind == kinds.BOARD and not plan.board:
        raise EventRefused(Message(_("Choose the board whose players are in this category.")), field="board")
    if plan.kind == kinds.AGE and plan.on_day is None:
        raise EventRefused(Message(_("Choose the day that decides the age.")), field="on_day")
    if plan.kind in (kinds.AGE, kinds.RATING):
        if plan.least is None and plan.most is None:
            raise EventRefused(Message(_("Give a lower or an upper bound, or both.")), field="most")
        if plan.least is not None and plan.most is not None and plan.least > plan.most:
            raise EventRefused(Message(_("The lower bound is above the upper one.")), field="most")


def check_prizes(prizes: Sequence[Prize], field_name: str) -> None:
    """EventRefused where the prizes of one list cannot be given."""
    if len(prizes) > MOST_PRIZES:
        raise EventRefused(Message(_("A list has at most %(most)d prizes."), {"most": MOST_PRIZES}), field=field_name)
    for place, prize in enumerate(prizes, 1):
        if not prize.amount and not prize.name:
            raise EventRefused(
                Message(_("Place %(place)d has no prize: enter an amount or a name."), {"place": place}),
                field=field_name,
            )
        if prize.amount > MOST_CENTS or len(prize.name) > LONGEST_NAME:
            raise EventRefused(
                Message(_("The prize for place %(place)d is too large, or its name too long."), {"place": place}),
                field=field_name,
            )
        if place > 1 and prize.amount > prizes[place - 2].amount:
            raise EventRefused(
                Message(_("The prize for place %(place)d is larger than the one above it."), {"place": place}),
                field=field_name,
            )


def parse_prizes(text: str) -> list[Prize]:
    """One prize a line, the first place first: `100`, `99.50`, `100 + Trophy`, or `Trophy` alone."""
    return [_parse_prize(line.strip()) for line in text.splitlines() if line.strip()]


def _parse_prize(line: str) -> Prize:
    money, plus, name = line.partition("+")
    found = _AMOUNT.fullmatch(money.strip())
    if found is None:
        return Prize(name=line)
    return Prize(int(found[1]) * CENTS + int((found[2] or "0").ljust(2, "0")), name.strip() if plus else "")


def write_prizes(prizes: Sequence[Prize]) -> str:
    """The prizes as `parse_prizes` reads them."""
    return "\n".join(
        " + ".join(filter(None, (money(each.amount) if each.amount else "", each.name))) for each in prizes
    )


def money(cents: int) -> str:
    """An amount in digits: "60", "33.33"."""
    whole, rest = divmod(cents, CENTS)
    return f"{whole}.{rest:02}" if rest else str(whole)
