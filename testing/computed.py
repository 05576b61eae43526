"""Answers that workers have to compute first, or that wait until another process has drawn its picture."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import Any

from common.jobs.models import Job
from common.jobs.services import run_now
from ratings.evidence.services import EVIDENCE
from testing.patience import PAUSE, Patience

MOST_PARTS = 40
"""More than there are systems: evidence is computed one system at a time."""


def ask_until_computed(ask: Callable[[], Any]) -> Any:
    """What `ask` is answered; where that is 503, once more after the evidence that it asked a worker for is there.

    One process of a machine draws at a time: where another test has its picture drawn, it is asked until that is over.
    """
    answer = ask()
    if answer.status_code != 503:
        return answer
    for _part in range(MOST_PARTS):
        subjects = list(Job.objects.filter(kind=EVIDENCE).values_list("subject", flat=True))
        if not subjects:
            break
        run_now(EVIDENCE, subjects)
    answer, patience = ask(), Patience(5)
    while answer.status_code == 503 and patience.lasts():
        sleep(PAUSE)
        answer = ask()
    return answer
