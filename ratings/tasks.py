"""Work that workers do for ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.rules import all_rules
from jobs.descriptions import Description
from jobs.services import handler
from phrases import Phrase
from phrases import gettext_noop as _
from ratings.models import Pool
from ratings.services import RATE, recompute


def _labels(subjects: Collection[str]) -> Mapping[str, Description]:
    pools = Pool.objects.filter(pk__in=[int(each) for each in subjects if each.isdecimal()]).select_related("club")
    return {str(pool.pk): _label(pool) for pool in pools}


def _label(pool: Pool) -> Description:
    book = all_rules()
    rules = Phrase(book[pool.rules].name) if pool.rules in book else pool.rules
    if pool.club is None:
        return Description(Phrase(_("Ratings in %(rules)s, whole server"), {"rules": rules}))
    told = Phrase(_("Ratings in %(rules)s, %(club)s"), {"rules": rules, "club": pool.club.name})
    return Description(told, pool.club.scope)


@handler(RATE, label=_labels)
def rate(subject: str) -> None:
    """Recompute one pool. `subject` is its id."""
    recompute(int(subject))
