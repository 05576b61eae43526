"""Two records of one person become one, and two again.

Every merge is a row. The rows in force make a forest; the root of a record's tree stands for the person,
and `Person.merged_into` of every other record in the tree points at it. Nothing else is rewritten.
"""

from __future__ import annotations

from django.utils import timezone

from common.events import emit
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.errors import MergeRefused
from players.core.events import PersonsChanged, PersonsMerging
from players.core.queries.records import record_ids
from players.identity import account_of
from players.models import Account, Merge, Person
from players.people.acts import MergePersons, UnmergePersons
from players.people.services.people import act_on_person, lock_person
from players.permissions import require_person


def merge_persons(*, actor: Account, kept_id: int, gone_id: int) -> Merge:
    """From now on `kept` stands for `gone` as well. Every row that names `gone` stays as it is.

    Raises MergeRefused where the two cannot be one (both have accounts, both entered one event, one is an
    example), Refused where either is erased, NotAllowed unless `actor` manages both.
    """
    with act_on_person(kept_id, actor, MergePersons, gone=gone_id):
        kept, gone = _lock_persons(kept_id, gone_id)
        require_person(actor, kept)
        require_person(actor, gone)
        refuse_merge(kept, gone)
        merge = Merge.objects.create(kept=kept, gone=gone, at=timezone.now(), by=actor.pk)
        _point_at_roots([kept.pk, *record_ids(gone.pk)])
        emit(PersonsChanged(frozenset(record_ids(kept.pk))))
    return merge


def refuse_merge(kept: Person, gone: Person) -> None:
    """Raise MergeRefused if these two persons, both canonical, cannot become one. Pages ask before they offer."""
    if kept == gone:
        raise MergeRefused(Message(_("These two are already one record.")))
    if kept.example != gone.example:
        raise MergeRefused(Message(_("A person of the example club and a real one cannot be merged.")))
    if kept.is_program != gone.is_program:
        raise MergeRefused(Message(_("A program and a person cannot be merged.")))
    if kept.program_level is not None or gone.program_level is not None:
        raise MergeRefused(Message(_("A house player of a club cannot be merged.")))
    if account_of(kept) is not None and account_of(gone) is not None:
        raise MergeRefused(Message(_("Both have an account. Unlink one of the two accounts first.")))
    emit(PersonsMerging(kept, gone))


def unmerge(*, actor: Account, person_id: int) -> Person:
    """Undo the merge that made the record `person_id` part of another person. It stands for itself again.

    Records that had been merged into it before come back with it; what was written for the kept person
    meanwhile stays with the kept person.
    """
    with act_on_person(person_id, actor, UnmergePersons) as act:
        kept = lock_person(person_id)
        require_person(actor, kept)
        merge = Merge.objects.filter(gone=person_id, undone_at=None).first()
        if merge is None:
            raise MergeRefused(Message(_("This record is not merged into another.")))
        records = record_ids(kept.pk)
        merge.undone_at = timezone.now()
        merge.save(update_fields=["undone_at"])
        act.data["kept"] = merge.kept_id
        _point_at_roots(records)
        emit(PersonsChanged(frozenset(records)))
    return Person.objects.get(pk=person_id)


def _lock_persons(kept_id: int, gone_id: int) -> tuple[Person, Person]:
    """Both persons locked, in the order of their ids, so that two merges cannot wait for each other."""
    locked = {person_id: lock_person(person_id) for person_id in sorted({kept_id, gone_id})}
    return locked[kept_id], locked[gone_id]


def _point_at_roots(records: list[int]) -> None:
    """Let each of `records`, which hold every tree they belong to, point at the root of its tree."""
    above = dict(Merge.objects.filter(gone__in=records, undone_at=None).values_list("gone_id", "kept_id"))
    for record in records:
        root = record
        while root in above:
            root = above[root]
        Person.objects.filter(pk=record).update(merged_into=root if root != record else None)
