"""Work that workers do for play."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from common.jobs.descriptions import Description
from common.jobs.services import handler
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules import all_rules
from play.services import fill_stock, find_hint, solve_deal
from play.services.hints import FIND
from play.services.practice import SOLVE, STOCK


def _stock_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    known = all_rules()
    return {
        key: Description(Message(_("Deals to practise with, %(rules)s"), {"rules": Message(known[key].name)}))
        for key in subjects
        if key in known
    }


@handler(SOLVE, label=_("The solver's par of a deal"))
def solve(subject: str) -> None:
    """Let the solver look at a deal for practice. `subject` is "deal:" and its id."""
    solve_deal(int(subject.partition(":")[2]))


@handler(STOCK, label=_stock_labels)
def stock(subject: str) -> None:
    """Find deals to practise with. `subject` is the key of the rules."""
    fill_stock(subject)


@handler(FIND, label=_("A hint for somebody who practises"))
def hint(subject: str) -> None:
    """Let the solver look at a position. `subject` is "hint:" and its id."""
    find_hint(int(subject.partition(":")[2]))
