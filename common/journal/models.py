"""Scopes and the lines of their journals."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Scope(models.Model):
    """What is locked, versioned, granted and logged as one: "server", "club:3", "event:12".

    The key is opaque here. `parent` is the scope whose grants also hold in this one. `hidden` while what belongs to
    it is stored piece by piece: no one sees it and no act takes place in it.
    """

    key = models.CharField(max_length=40, unique=True)
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    version = models.PositiveIntegerField(default=0)
    hidden = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(key=""), name="scope_has_a_key"),
            models.CheckConstraint(
                condition=models.Q(parent__isnull=True) | ~models.Q(parent=models.F("id")),
                name="scope_is_not_its_own_parent",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class JournalEntry(models.Model):
    """One act in one scope. Entries are only ever added; the database refuses to change one.

    `version` is the scope's version that the act made. `actor` is an account's id, None for the server
    itself. `data` holds ids and values, never names of people: a person who is erased is nowhere here. `sending` is the
    fingerprint of the form that was sent, so that the same form, sent again after an outage, does nothing twice.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="lines")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.BigIntegerField(null=True)
    action = models.CharField(max_length=60, db_column="verb")
    data = models.JSONField(default=dict)
    sending = models.CharField(max_length=80, null=True, db_index=True)  # noqa: DJ001  added without a rebuild

    class Meta:
        db_table = "journal_line"
        ordering: ClassVar = ["-version"]
        # news of the whole server are the newest lines of a few acts
        indexes: ClassVar = [models.Index(fields=["action", "-at"], name="lines_of_act_by_time")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scope", "version"], name="one_line_a_version"),
            models.CheckConstraint(condition=~models.Q(action=""), name="line_has_a_verb"),
        ]

    def __str__(self) -> str:
        return f"{self.scope_id} v{self.version} {self.action}"


class StoredAnswer(models.Model):
    """The answer to a request of a program that carried an Idempotency-Key, kept for who sends it again.

    `key` is a digest of the account and its key, `request` one of what was sent. Without a `status` the request is
    being dealt with, since `begun_at`. `body` is compressed. When a person is erased all go: they may tell the name.
    """

    key = models.CharField(max_length=40, unique=True)
    request = models.CharField(max_length=20)
    account = models.BigIntegerField()
    begun_at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["account", "-begun_at"], name="answers_of_account")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(key="") & ~models.Q(request=""), name="answer_has_digests"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.status or 'running'}"
