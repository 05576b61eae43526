"""What is kept of acts, and what waits to be done."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from players.models import Club

# --- what belongs to the lines of an event's journal ------------------------------------------------------
# Why an act was done, and how the event was before.


class Reason(models.Model):
    """Why an arbiter did what a line of the event's journal says. Apart from it, so that a name can go.

    `version` is the line's: the version of the event's scope that the act made.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="reasons")
    version = models.PositiveIntegerField()
    text = models.CharField(max_length=300)

    class Meta:
        ordering: ClassVar = ["event", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "version"], name="one_reason_an_act"),
            models.CheckConstraint(condition=~Q(text=""), name="reason_of_an_act_says_something"),
        ]

    def __str__(self) -> str:
        return self.text


class RestorePoint(models.Model):
    """An event as it was before an act that is risky. For arbiters alone: it may hold what is still hidden.

    `version` is that of the journal's line of the act. `content` is what `tournaments.core.saved_event` packs. Rows
    are only ever added; the database refuses to change one.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="restore_points")
    version = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["event", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "version"], name="one_restore_point_an_act"),
        ]

    def __str__(self) -> str:
        return f"point before {self.version} of event {self.event_id}"


# --- what is asked for and not there yet ------------------------------------------------------------------
# Rounds, imports, explanations; and the round that arbiters alone see.


class RoundRequest(models.Model):
    """That a person asked for a round whose pairing takes long: a job makes it, or `refusal` says why not.

    At most one an event. `account` asked; the other fields are what the service was given. `refusal` is a message.
    `draft`: the round is not to be published yet.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="round_request")
    round_number = models.PositiveIntegerField()
    account = models.BigIntegerField()
    despite_open = models.BooleanField(default=False)
    draft = models.BooleanField(default=False)
    played_on = models.DateField(null=True, blank=True)
    deadline = models.DateField(null=True, blank=True)
    asked_at = models.DateTimeField()
    refusal = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"round {self.round_number} asked for"


class RoundDraft(models.Model):
    """A round that is being made, or made anew by hand. Its arbiters alone see it, until it is published.

    At most one an event. `published`: the round `number` is public, and what stands here takes its place when the
    pairing by hand ends. `boards` and `engine` are rounds as `tournaments.core.round_drafts` keeps them, in pairing
    numbers; `engine` is what the format pairs, None where it finds nothing, as `refusal` says, a message. `known` and
    `accelerated` are for the round that it becomes. Pairing by hand is under way while `opened_at` is set: `opened_by`
    (an account) began it, with the boards `before`. `publish_at` is when the round is to be published, for
    `scheduled_by` (an account), who `confirmed` what spoke against it then; `held_back`: more spoke against it later.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="round_draft")
    number = models.PositiveIntegerField()
    published = models.BooleanField(default=False)
    boards = models.JSONField(default=dict)
    engine = models.JSONField(null=True, blank=True)
    refusal = models.JSONField(default=dict, blank=True)
    known = models.JSONField(null=True, blank=True)
    accelerated = models.JSONField(default=dict, blank=True)
    opened_by = models.BigIntegerField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    before = models.JSONField(default=dict, blank=True)
    played_on = models.DateField(null=True, blank=True)
    deadline = models.DateField(null=True, blank=True)
    publish_at = models.DateTimeField(null=True, blank=True)
    scheduled_by = models.BigIntegerField(null=True, blank=True)
    confirmed = models.JSONField(default=list, blank=True)
    held_back = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(number__gte=1), name="drafts_count_from_1"),
            models.CheckConstraint(
                condition=Q(opened_at__isnull=True) | Q(publish_at__isnull=True), name="no_publishing_while_by_hand"
            ),
        ]

    def __str__(self) -> str:
        return f"draft of round {self.number}"


class ImportRequest(models.Model):
    """A file that a person wants to be taken in and that is a worker's work: its `event`, once that is complete.

    `account` asked. `content` is the file, compressed, until it is taken or refused; `choices` is what was said beside
    it. `refusal` lists, as messages, why it was not taken.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    account = models.BigIntegerField()
    content = models.BinaryField()
    choices = models.JSONField(default=dict)
    asked_at = models.DateTimeField()
    event = models.ForeignKey("tournaments.Event", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    refusal = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"import {self.pk}"


class Explanation(models.Model):
    """What a worker found out about a round, or about two who did not meet in it, because an arbiter asked for that.

    `lower` and `higher` are the pairing numbers of the two, 0 for the whole round. `made_of` is a digest of what it was
    worked out from; `beyond` how many steps were too few. Phrases in `found` hold pairing numbers in place of names.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="explanations")
    round_number = models.PositiveIntegerField()
    lower = models.PositiveIntegerField(default=0)
    higher = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    made_of = models.CharField(max_length=64, blank=True)
    beyond = models.PositiveBigIntegerField(null=True, blank=True)
    found = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "round_number", "lower", "higher"], name="one_explanation_a_question"
            ),
            models.CheckConstraint(condition=Q(lower__lte=F("higher")), name="explanation_of_two_in_order"),
        ]

    def __str__(self) -> str:
        return f"explanation of round {self.round_number}"
