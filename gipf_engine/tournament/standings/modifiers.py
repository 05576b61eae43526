"""What stands behind the slashes of a tie-break's code, in words."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.standings.base import TieBreak

HALVES = 2


def describe(chosen: TieBreak) -> Message:
    """What a tie-break counts, its variant considered: "BH/C1" says that the lowest is left out, "BH" does not."""
    text = Message(chosen.help)
    for each in describe_variant(chosen):
        text = Message(_("%(text)s %(more)s"), {"text": text, "more": each})
    return text


def describe_variant(chosen: TieBreak) -> Iterator[Message]:
    """A sentence for each part of the variant (FIDE C.07, article 14)."""
    variant = chosen.variant
    if variant.cut_high:
        yield _both(variant.cut_high)
    elif variant.cut_low:
        yield _low(variant.cut_low)
    if variant.forfeits:
        yield Message(_("A forfeit counts as a game against the opponent who was due."))
    if variant.fore:
        yield Message(_("The games of the last round count as drawn."))
    if variant.limit:
        shift = f"{variant.limit / HALVES:+g}".replace("-", "−")
        yield Message(_("The limit is moved by %(shift)s points."), {"shift": shift})
    if variant.divisor is not None:
        yield Message(_("The strength of the opponents is divided by %(divisor)d."), {"divisor": variant.divisor})
    if variant.unrated is not None:
        yield Message(_("Players without a rating count as %(rating)d."), {"rating": variant.unrated})
    if variant.reverse:
        lower = Message(_("The lower value ranks first."))
        yield lower if chosen.higher_is_better else Message(_("The higher value ranks first."))


def _low(count: int) -> Message:
    if count == 1:
        return Message(_("The lowest is left out."))
    return Message(_("The %(count)d lowest are left out."), {"count": count})


def _both(count: int) -> Message:
    if count == 1:
        return Message(_("The lowest and the highest are left out."))
    return Message(_("The %(count)d lowest and the %(count)d highest are left out."), {"count": count})
