"""What stands behind the slashes of a tie-break's code, in words."""

from __future__ import annotations

from collections.abc import Iterator

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments.standings.api import TieBreak

HALVES = 2


def told(chosen: TieBreak) -> Phrase:
    """What a tie-break counts, its variant considered: "BH/C1" says that the lowest is left out, "BH" does not."""
    text = Phrase(chosen.help)
    for each in _variant(chosen):
        text = Phrase(_("%(text)s %(more)s"), {"text": text, "more": each})
    return text


def _variant(chosen: TieBreak) -> Iterator[Phrase]:
    """A sentence for each part of the variant (FIDE C.07, article 14)."""
    variant = chosen.variant
    if variant.cut_high:
        yield _both(variant.cut_high)
    elif variant.cut_low:
        yield _low(variant.cut_low)
    if variant.forfeits:
        yield Phrase(_("A forfeit counts as a game against the opponent who was due."))
    if variant.fore:
        yield Phrase(_("The games of the last round count as drawn."))
    if variant.limit:
        shift = f"{variant.limit / HALVES:+g}".replace("-", "−")
        yield Phrase(_("The limit is moved by %(shift)s points."), {"shift": shift})
    if variant.unrated is not None:
        yield Phrase(_("Who has no rating counts as %(rating)d."), {"rating": variant.unrated})
    if variant.reverse:
        lower = Phrase(_("The lower value ranks first."))
        yield lower if chosen.higher_is_better else Phrase(_("The higher value ranks first."))


def _low(count: int) -> Phrase:
    if count == 1:
        return Phrase(_("The lowest is left out."))
    return Phrase(_("The %(count)d lowest are left out."), {"count": count})


def _both(count: int) -> Phrase:
    if count == 1:
        return Phrase(_("The lowest and the highest are left out."))
    return Phrase(_("The %(count)d lowest and the %(count)d highest are left out."), {"count": count})
