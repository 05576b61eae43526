"""Work that workers do for ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from common.jobs.descriptions import SERVER, Description
from common.jobs.queues import Queue
from common.jobs.services import every, handler
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from ratings.arranged.services import JUDGE, judge_subject, request_judging_all
from ratings.evidence.services import EVIDENCE, judge_pool
from ratings.fitting.services import FIT, fit_one
from ratings.ledger.services.ledgers import recompute
from ratings.lists.services import PUBLISH, publish_lists, request_due_lists
from ratings.models import Pool
from ratings.pools.services.pools import RATE

_SECONDS_BETWEEN_LOOKS = 600.0
_SECONDS_OF_A_DAY = 86_400.0


def _labels(subjects: Collection[str]) -> Mapping[str, Description]:
    pools = Pool.objects.filter(pk__in=[int(each) for each in subjects if each.isdecimal()]).select_related("club")
    return {str(pool.pk): _label(pool) for pool in pools}


def _label(pool: Pool) -> Description:
    rules = (
        pool.name
        if pool.is_main
        else Message(_("%(rules)s, %(system)s"), {"rules": pool.name, "system": pool.system_name})
    )
    if pool.club is None:
        return Description(Message(_("Ratings in %(rules)s, whole server"), {"rules": rules}))
    title = Message(_("Ratings in %(rules)s, %(club)s"), {"rules": rules, "club": pool.club.name})
    return Description(title, pool.club.scope)


@handler(RATE, label=_labels, queue=Queue.RATINGS)
def rate(subject: str) -> None:
    """Recompute one pool. `subject` is its id."""
    recompute(int(subject))


@handler(JUDGE, label=_("Games played here that count in the server's lists"), queue=Queue.RATINGS)
def judge(subject: str) -> None:
    """Judge a game, the games of a person, or all."""
    judge_subject(subject)


@every(_SECONDS_OF_A_DAY)
def ask_for_judging() -> None:
    """Ask for all games once a day, and when a worker starts: a setting may have changed."""
    request_judging_all()


@handler(EVIDENCE, label=_("How well ratings predict"), queue=Queue.HEAVY)
def collect_evidence(subject: str) -> None:
    """Judge one more system by the games of a pool. `subject` is its id."""
    judge_pool(int(subject))


@handler(FIT, label=_("Numbers fitted to a rating list"), queue=Queue.HEAVY)
def fit_parameters(subject: str) -> None:
    """Fit the numbers of a pool to its games. `subject` is its id."""
    fit_one(int(subject))


def _list_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    pools = {subject: int(subject.partition(":")[0]) for subject in subjects}
    clubs = {pool.pk: pool.club for pool in Pool.objects.filter(pk__in=pools.values()).select_related("club")}
    label = Message(_("Rating lists of the month"))
    return {
        subject: Description(label, club.scope if (club := clubs[pool]) is not None else SERVER)
        for subject, pool in pools.items()
        if pool in clubs
    }


@every(_SECONDS_BETWEEN_LOOKS)
def ask_for_lists() -> None:
    """Ask for the lists whose day has come."""
    request_due_lists()


@handler(PUBLISH, label=_list_labels, queue=Queue.RATINGS)
def publish(subject: str) -> None:
    """Publish what is due of one pool. `subject` is its id, and that of the account that asked: "12" or "12:7"."""
    pool, _colon, account = subject.partition(":")
    publish_lists(int(pool), int(account) if account else None)
