"""Circuits: a table over several events of a club, from the places of its players in each."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gipf_engine.tournament.circuits import CircuitRules, Scale, Sharing, TieRule
from players.models import Club


def usual_ties() -> list[str]:
    """How players with the same total are parted, where an organiser chooses nothing else."""
    return [rule.value for rule in CircuitRules().ties]


class Circuit(models.Model):
    """A grand prix of a club. Its scope is "circuit:<id>" and lies in its club's.

    `game` is the only game of its events, "" for all games. `scale` is what places bring, with `own` points in
    hundredths where it is `Scale.OWN`; `counted` is how many results of a player count (None: all), `ties` the rules
    that part equal totals, the first one first. Its standings are not stored: they follow from the events.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="circuits")
    name = models.CharField(max_length=80)
    about = models.TextField(max_length=2000, blank=True)
    game = models.CharField(max_length=20, blank=True)
    scale = models.CharField(max_length=10, default=Scale.TOP_TEN.value)
    own = models.JSONField(default=list, blank=True)
    tied = models.CharField(max_length=8, default=Sharing.AVERAGE.value)
    counted = models.PositiveIntegerField(null=True, blank=True)
    ties = models.JSONField(default=usual_ties, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="circuit_has_a_name"),
            models.CheckConstraint(
                condition=Q(scale__in=("own", "top-ten", "top-eight", "top-five", "steep", "field", "score")),
                name="circuit_has_a_known_scale",
            ),
            models.CheckConstraint(
                condition=Q(tied__in=("average", "highest", "lowest")), name="circuit_deals_with_ties_in_a_known_way"
            ),
            models.CheckConstraint(
                condition=Q(counted__isnull=True) | Q(counted__gte=1), name="one_result_of_a_circuit_counts_at_least"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        return f"circuit:{self.pk}"

    @property
    def rules(self) -> CircuitRules:
        """What the engine goes by."""
        ties = tuple(TieRule(key) for key in self.ties)
        return CircuitRules(Scale(self.scale), tuple(self.own), Sharing(self.tied), self.counted, ties)


class CircuitEvent(models.Model):
    """That an event counts in a circuit: its points times `weight`. An event may count in several circuits."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="places")
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="circuit_places")
    weight = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["circuit", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["circuit", "event"], name="an_event_counts_once_in_a_circuit"),
            models.CheckConstraint(condition=Q(weight__gte=1) & Q(weight__lte=5), name="weights_are_from_1_to_5"),
        ]

    def __str__(self) -> str:
        return f"event {self.event_id} in circuit {self.circuit_id}"
