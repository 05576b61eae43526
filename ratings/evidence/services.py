"""Evidence of a list is computed by workers: asking for it, and doing the next part of it."""

from __future__ import annotations

from common.computed_once import Admit, BeingComputedError
from common.jobs import queries as jobs
from common.jobs.services import request
from ratings.evidence.queries import NotJudgedYet, SystemEvidence, judge_next_system, pool_evidence
from ratings.models import Pool

EVIDENCE = "evidence"


def evidence_or_ask(pool: Pool, admit: Admit) -> list[SystemEvidence] | None:
    """`pool_evidence`; where it is not there yet a worker is asked for it once, and `BeingComputedError` is raised.

    `admit` is called before a worker is asked, and may raise TooMany.
    """
    try:
        return pool_evidence(pool)
    except NotJudgedYet:
        if jobs.find(EVIDENCE, str(pool.pk)) is None:
            admit()
            request(EVIDENCE, str(pool.pk))
        raise BeingComputedError from None


def judge_pool(pool_id: int) -> None:
    """Judge one more system by the games of a list, and ask for the next."""
    pool = Pool.objects.filter(pk=pool_id).first()
    if pool is not None and not judge_next_system(pool):
        request(EVIDENCE, str(pool_id))
