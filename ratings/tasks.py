"""Work that workers do for ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from common.jobs.descriptions import Description
from common.jobs.services import handler
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules import all_rules
from ratings.models import Pool
from ratings.services import RATE, recompute


def _labels(subjects: Collection[str]) -> Mapping[str, Description]:
    pools = Pool.objects.filter(pk__in=[int(each) for each in subjects if each.isdecimal()]).select_related("club")
    return {str(pool.pk): _label(pool) for pool in pools}


def _label(pool: Pool) -> Description:
    book = all_rules()
    rules = Message(book[pool.rules].name) if pool.rules in book else pool.rules
    if pool.club is None:
        return Description(Message(_("Ratings in %(rules)s, whole server"), {"rules": rules}))
    told = Message(_("Ratings in %(rules)s, %(club)s"), {"rules": rules, "club": pool.club.name})
    return Description(told, pool.club.scope)


@handler(RATE, label=_labels)
def rate(subject: str) -> None:
    """Recompute one pool. `subject` is its id."""
    recompute(int(subject))
