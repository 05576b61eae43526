"""Ask for the numbers that the games of a list propose, and adopt them. Nothing is adopted by itself."""

from __future__ import annotations

from django.db import transaction

from common.computed_once import Admit, BeingComputedError
from common.jobs import queries as jobs_queries
from common.jobs import services as jobs
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings import system_for
from players.models import Account
from players.permissions import require
from players.roles import Permission
from ratings.fitting.acts import AdoptFit
from ratings.fitting.queries import NotFittedYet, Tried, fit_pool, pool_fit
from ratings.models import Pool
from ratings.pools.services.pools import RATE, lock_side_by_side

FIT = "fit-ratings"
"""The kind of job that fits the numbers of a pool; its subject is the pool's id."""


def fit_or_ask(pool: Pool, admit: Admit) -> Tried | None:
    """`pool_fit`; where it is not there yet a worker is asked for it once, and `BeingComputedError` is raised.

    `admit` is called before a worker is asked, and may raise TooMany.
    """
    try:
        return pool_fit(pool)
    except NotFittedYet:
        if jobs_queries.find(FIT, str(pool.pk)) is None:
            admit()
            jobs.request(FIT, str(pool.pk))
        raise BeingComputedError from None


def fit_one(pool_id: int) -> None:
    """Fit the numbers of one list. The work of a job."""
    pool = Pool.objects.filter(pk=pool_id).first()
    if pool is not None:
        fit_pool(pool)


def adopt_fit(pool_id: int, actor: Account, digest: str) -> Pool:
    """Give a list the numbers that its games propose, and ask for the whole of it to be rated anew.

    `digest` is that of the ratings (`Pool.digest`) for which they were shown. Organisers do so for their club,
    administrators for the server. Raises `NotAllowed`, and `Refused` where the list is another one by now, or where
    nothing is to be gained.
    """
    pool = Pool.objects.get(pk=pool_id)
    require(actor, Permission.EDIT_CLUB, pool.scope)
    proposed = _proposed(pool, digest)
    with transaction.atomic():
        pool = lock_side_by_side(pool)[pool_id]
        with journal.commit(pool.scope, actor, AdoptFit) as act:
            if pool.digest != digest:
                raise _overtaken()
            after = system_for(pool.system, pool.parameters | proposed).own_parameters
            act.data |= {"before": pool.parameters, "after": after}
            pool.parameters = after
            pool.save(update_fields=["parameters"])
            jobs.request(RATE, str(pool.pk))
    return pool


def _proposed(pool: Pool, digest: str) -> dict[str, int]:
    """What is kept for the list as it is: found before anything is locked."""
    if pool.digest != digest:
        raise _overtaken()
    try:
        tried = pool_fit(pool)
    except NotFittedYet:
        raise _overtaken() from None
    found = tried.proposal.fit if tried is not None and tried.proposal is not None else None
    if found is None or not found.is_worth_it:
        raise Refused(Message(_("No better numbers were found: the list keeps its own.")))
    return found.proposed


def _overtaken() -> Refused:
    return Refused(Message(_("The list has changed since these numbers were found. Look at the new ones first.")))
