"""Sums that explain themselves: what went in, what was left out, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

LOWEST = Message(_("(cut: the lowest)"))
HIGHEST = Message(_("(cut: the highest)"))
BY_CHOICE = Message(_("(cut first: a round not played by choice)"))


class Term(NamedTuple):
    """What one round contributes to a tie-break, in the unit of its sum.

    `cut` is the reason why it does not count, None where it does. `weight` orders terms for cutting
    before the value does (the opponent's score, for Sonneborn-Berger); `voluntary` marks rounds that
    article 16.5 cuts first.
    """

    round: int
    value: int
    weight: int = 0
    voluntary: bool = False
    cut: Message | None = None


def terms_that_count(terms: Sequence[Term]) -> int:
    """The sum of the terms that count."""
    return sum(term.value for term in terms if term.cut is None)


def sum_phrase(total: str, terms: Sequence[Term], labels: Mapping[int, object]) -> Message:
    """'total = first + second + …', and behind it what was cut with the reason. `labels` are by round."""
    counted = [labels[term.round] for term in terms if term.cut is None]
    result = Message(_("%(total)s = %(sum)s"), {"total": total, "sum": join_sum(counted)})
    left_out = [
        Message(_("%(term)s %(reason)s"), {"term": labels[term.round], "reason": term.cut})
        for term in terms
        if term.cut
    ]
    if left_out:
        return Message(_("%(result)s; without %(terms)s"), {"result": result, "terms": left_out})
    return result


def join_sum(parts: Sequence[object]) -> object:
    """The parts with plus signs between them; 0 for none."""
    if not parts:
        return "0"
    return reduce(lambda left, right: Message(_("%(left)s + %(right)s"), {"left": left, "right": right}), parts)


def apply_cuts(terms: Sequence[Term], low: int, high: int) -> list[Term]:
    """The terms with the `low` least and the `high` greatest marked as cut (articles 14.1, 14.2, 16.5).

    The least is the one with the least weight, then value. Where there are voluntarily unplayed
    rounds, the least of those is cut instead, unless the least of all has a higher value than it.
    The greatest ones have no such exception.
    """
    cut = _choose_cuts(terms, low, high)
    return [term._replace(cut=cut[place]) if place in cut else term for place, term in enumerate(terms)]


def sum_after_cuts(terms: Sequence[Term], low: int, high: int) -> int:
    """The sum of the terms that `apply_cuts` would not mark."""
    cut = _choose_cuts(terms, low, high)
    return sum([term.value for term in terms]) - sum([terms[place].value for place in cut])


def _choose_cuts(terms: Sequence[Term], low: int, high: int) -> dict[int, Message]:
    """The places of the terms that are cut, each with the reason."""
    waiting, cut = list(range(len(terms))), dict[int, Message]()
    for _number in range(min(low, len(terms))):
        place, reason = _least(terms, waiting)
        waiting.remove(place)
        cut[place] = reason
    for _number in range(min(high, len(waiting))):
        place = max(waiting, key=lambda each: (terms[each].weight, terms[each].value, -each))
        waiting.remove(place)
        cut[place] = HIGHEST
    return cut


def _least(terms: Sequence[Term], waiting: Sequence[int]) -> tuple[int, Message]:
    least = min(waiting, key=lambda each: (terms[each].weight, terms[each].value))
    voluntary = [each for each in waiting if terms[each].voluntary]
    if voluntary:
        unplayed = min(voluntary, key=lambda each: (terms[each].value, terms[each].weight))
        if terms[least].value <= terms[unplayed].value:
            return unplayed, BY_CHOICE
    return least, LOWEST
