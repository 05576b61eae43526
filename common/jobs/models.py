"""Rows that say what must happen, and that workers are alive."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Job(models.Model):
    """One thing to do for one subject. Asking twice is asking once: the second raises `version`.

    A worker leases a due row (`leased_until`), does the work, and removes the row only if `version`
    has not moved meanwhile. A failure keeps the row with `failures` and `error` and a later `due_at`. `is_planned`:
    its service chose `due_at`, which may be as far ahead as they like; else it is hardly ever more than a pause away.
    """

    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    is_planned = models.BooleanField(default=False)
    leased_until = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["due_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "subject"], name="one_job_a_subject"),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="job_version_counts_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class JobCount(models.Model):
    """How often jobs of a kind were done and failed so far, in how many seconds together, and when last done.

    Rows, because jobs are done by many processes on several machines, none of which lives as long as the count.
    """

    kind = models.CharField(max_length=40, unique=True)
    done = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0)
    last_done_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind}: {self.done} done, {self.failed} failed"


class Heartbeat(models.Model):
    """When a worker was last seen, by its name."""

    worker = models.CharField(max_length=80, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.worker


class Probe(models.Model):
    """One row that is written now and then to see that the database can write."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"written {self.at}"
