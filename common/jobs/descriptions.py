"""What jobs are called and whose they are. The app that does a kind of job says so beside its handler."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from common.jobs.models import Job
from gipf_engine.messages import Message

SERVER = "server"


@dataclass(frozen=True, slots=True)
class Description:
    """A job in words, and the scope whose organisers may see it."""

    label: Message
    scope: str = SERVER


Describe = Callable[[Collection[str]], Mapping[str, Description]]
"""For many subjects of one kind their descriptions, in a constant number of queries; unknown ones are left out."""

_describers: dict[str, Describe] = {}


def register(kind: str, label: str | Describe) -> None:
    """Say what jobs of `kind` are called: one text marked for the catalogs for all, or a function of the subjects."""
    if isinstance(label, str):
        same = Description(Message(label))
        _describers[kind] = lambda subjects: dict.fromkeys(subjects, same)
    else:
        _describers[kind] = label


def describe(jobs: Iterable[Job]) -> dict[int, Description]:
    """The description of each job by its id; one that no app knows any more shows its kind and subject."""
    by_kind: dict[str, list[Job]] = {}
    for job in jobs:
        by_kind.setdefault(job.kind, []).append(job)
    found: dict[int, Description] = {}
    for kind, several in by_kind.items():
        known = _describers[kind]([job.subject for job in several]) if kind in _describers else {}
        found |= {job.pk: known.get(job.subject) or _unknown(job) for job in several}
    return found


def _unknown(job: Job) -> Description:
    return Description(Message("%(kind)s %(subject)s", {"kind": job.kind, "subject": job.subject}))
