"""That events left standard rules."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class RuleExit(models.Model):
    """That an event left standard rules, and by what: for good. Rows are only ever added; none is changed.

    `setting` is a key of `tournaments.core.standard_rules.SETTINGS`, `after_round` the number of rounds that were
    paired. `by` names the account by its number, as in "account 3" (of the server that a file came from), "" for the
    system.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="rule_exits")
    setting = models.CharField(max_length=40)
    after_round = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering: ClassVar = ["event", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(setting=""), name="rules_are_left_by_a_setting"),
        ]

    def __str__(self) -> str:
        return f"{self.setting} after round {self.after_round}"
