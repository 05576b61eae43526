"""The state of the whole server in lines for its administrators: what is, whether that is well, what to do if not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from common.jobs import queries as jobs
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipfel.monitoring import recent, server_state
from gipfel.queries import WORKER_ASLEEP

LONG_DUE = timedelta(minutes=5)
OLD_BACKUP = timedelta(hours=26)
"""A backup is asked for when the last is a day old, and takes its time."""
MANY_FAILED_SIGN_INS = 50
LITTLE_SPACE, TOO_LITTLE_SPACE = 5 * 10**9, 10**9
GIGABYTE, MEGABYTE = 10**9, 10**6


class Health(StrEnum):
    """How it is: `plain` lines are neither well nor bad."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class StatusLine:
    """One thing that is so. `at` is a moment that belongs to it; `advice` what to do next, None where nothing is."""

    key: str
    label: Message | str
    value: Message | str
    state: Health = Health.PLAIN
    advice: Message | None = None
    at: datetime | None = None
    link: str = ""
    """The name of the page that tells more, "" for none."""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines about one part of the server."""

    key: str
    title: Message
    lines: tuple[StatusLine, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """All of it."""

    sections: tuple[Section, ...]
    slow_requests: tuple[recent.SlowRequest, ...]


def status() -> Status:
    """Read now: about 15 queries, and one question to Redis where there is one."""
    sections = (
        Section("jobs", Message(_("Workers and jobs")), tuple(_jobs())),
        Section("backups", Message(_("Backups")), tuple(_backups())),
        Section("storage", Message(_("Disks and cache")), (*_disks(), _cache())),
        Section("sign-in", Message(_("Signing in")), (_sign_ins(),)),
        Section("software", Message(_("Software")), tuple(_software())),
    )
    return Status(sections, tuple(recent.slow_requests()))


def _jobs() -> Iterator[StatusLine]:
    awake = jobs.workers_seen_within(WORKER_ASLEEP)
    yield StatusLine(
        "workers",
        Message(_("Workers at work")),
        str(len(awake)),
        Health.GOOD if awake else Health.DANGER,
        None
        if awake
        else Message(_("Start a worker. Until one runs, ratings, mail and backups wait; nothing is lost.")),
        jobs.last_seen_at(),
    )
    numbers, oldest = jobs.numbers_by_state(), jobs.oldest_due_age()
    late = oldest > LONG_DUE
    yield StatusLine(
        "due",
        Message(_("Jobs that are due")),
        str(numbers["due"] + numbers["at_work"]),
        Health.WARNING if late else Health.GOOD,
        Message(_("They have been waiting for more than five minutes. Check that workers are running, and start more."))
        if late
        else None,
        link="jobs",
    )
    yield StatusLine(
        "failing",
        Message(_("Jobs that fail")),
        str(numbers["failing"]),
        Health.WARNING if numbers["failing"] else Health.GOOD,
        Message(_("The page of jobs shows why. They are retried automatically.")) if numbers["failing"] else None,
        link="jobs",
    )


def _backups() -> Iterator[StatusLine]:
    backups = server_state.backups()
    label = Message(_("Last backup"))
    if not backups.enabled:
        advice = Message(_("Set BACKUP_DIR to a folder on another disk, and a worker makes one a day."))
        yield StatusLine("last-backup", label, Message(_("none are made")), Health.WARNING, advice)
        return
    fresh = backups.age is not None and backups.age <= OLD_BACKUP
    advice = Message(_("See the page of jobs for why none was made, and make one: manage.py backup FILE"))
    size = f"{backups.size / MEGABYTE:.1f} MB" if backups.size is not None else ""
    value = size or (Message(_("made")) if backups.last_at else Message(_("none so far")))
    state = Health.GOOD if fresh else Health.WARNING
    yield StatusLine("last-backup", label, value, state, None if fresh else advice, backups.last_at, "jobs")
    yield StatusLine("next-backup", Message(_("Next backup")), Message(_("due")), at=backups.next_at)
    if backups.failure:
        yield StatusLine(
            "failed-backup",
            Message(_("The last attempt failed")),
            backups.failure,
            Health.DANGER,
            Message(_("Fix the cause shown. The job is retried automatically, or at once from the jobs page.")),
            link="jobs",
        )


def _disks() -> Iterator[StatusLine]:
    names = {
        "data": _("Free where the data are"),
        "backups": _("Free where backups are"),
        "temporary": _("Free for temporary files"),
    }
    for disk in server_state.disks():
        little, too_little = disk.free < LITTLE_SPACE, disk.free < TOO_LITTLE_SPACE
        yield StatusLine(
            f"disk-{disk.what}",
            Message(names[disk.what]),
            Message(
                _("%(free)s of %(total)s GB"),
                {"free": f"{disk.free / GIGABYTE:.1f}", "total": f"{disk.total / GIGABYTE:.1f}"},
            ),
            Health.DANGER if too_little else Health.WARNING if little else Health.GOOD,
            Message(_("Free some space. Nothing can be stored on a full disk.")) if little else None,
        )


def _cache() -> StatusLine:
    label, answers = Message(_("Cache")), server_state.redis_answers()
    if answers is None:
        return StatusLine("cache", label, Message(_("in a file on this server")))
    if answers:
        return StatusLine("cache", label, Message(_("Redis answers")), Health.GOOD)
    advice = Message(_("Start Redis. Meanwhile pages are slower, tries to sign in are not counted, and jobs wait."))
    return StatusLine("cache", label, Message(_("Redis does not answer")), Health.DANGER, advice)


def _sign_ins() -> StatusLine:
    hour, day = recent.failed_sign_ins(recent.HOUR), recent.failed_sign_ins(recent.DAY)
    many = hour >= MANY_FAILED_SIGN_INS
    return StatusLine(
        "failed-sign-ins",
        Message(_("Wrong passwords")),
        Message(_("%(hour)s in the last hour, %(day)s in a day"), {"hour": hour, "day": day}),
        Health.WARNING if many else Health.GOOD,
        Message(
            _("Passwords may be under attack. Attempts are slowed down; ask organisers to set up two-factor sign-in.")
        )
        if many
        else None,
    )


def _software() -> Iterator[StatusLine]:
    versions = server_state.versions()
    waiting = versions.waiting_migrations
    yield StatusLine("release", Message(_("Release")), versions.release)
    yield StatusLine("python", "Python", versions.python)
    yield StatusLine("django", "Django", versions.django)
    yield StatusLine("database", Message(_("Database")), versions.database)
    yield StatusLine(
        "migrations",
        Message(_("Migrations that are not applied")),
        str(waiting),
        Health.DANGER if waiting else Health.GOOD,
        Message(_("Run manage.py migrate, then start the server again.")) if waiting else None,
    )
