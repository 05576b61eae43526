"""What a search said of positions, and which records a person wants to have analysed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class PositionAnalysis(models.Model):
    """What a search of so many `nodes` found in a position (its text): the same for everybody who asks.

    `version` names the search and its evaluation: with others there are other rows. `lines` are as
    `gipf_engine.analysis.answer.ScoredLine` has them: [score, [turn …]]. `asked_on` is a day on which a person read it.
    """

    rules = models.CharField(max_length=40)
    position = models.CharField(max_length=400)
    version = models.CharField(max_length=16)
    nodes = models.PositiveIntegerField()
    depth = models.PositiveSmallIntegerField()
    lines = models.JSONField()
    asked_on = models.DateField(db_index=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["position", "rules", "version", "nodes"], name="one_analysis_of_a_position_and_nodes"
            ),
        ]

    def __str__(self) -> str:
        return f"analysis {self.pk}"


class AskedPosition(models.Model):
    """A position that a person wants to have judged at the analysis board: jobs name it by its id."""

    rules = models.CharField(max_length=40)
    position = models.CharField(max_length=400)
    asked_on = models.DateField(db_index=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["position", "rules"], name="a_position_is_asked_for_once"),
        ]

    def __str__(self) -> str:
        return f"asked position {self.pk}"


class RecordAnalysis(models.Model):
    """That a record is to be analysed: the first `done` of its positions are, by the search called `version`."""

    record = models.OneToOneField("games.Record", on_delete=models.CASCADE, related_name="analysis", primary_key=True)
    version = models.CharField(max_length=16)
    done = models.PositiveIntegerField(default=0)
    asked_on = models.DateField(db_index=True)

    class Meta:
        ordering: ClassVar = ["record"]

    def __str__(self) -> str:
        return f"analysis of record {self.pk}"

    @property
    def scope(self) -> str:
        """Its version moves whenever more is known; pages follow it."""
        return scope_of_analysis(self.pk)


def scope_of_analysis(record: int) -> str:
    """The key of the scope in which the analysis of a record goes on."""
    return f"analysis:{record}"
