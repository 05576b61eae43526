from typing import Any, ClassVar

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from common.journal.operations import AppendOnly

IN_HANDBOOK = ("swiss-dutch", "round-robin", "double-round-robin", "scheveningen", "double-scheveningen")
USUAL_POINTS = {"win": 10, "draw": 5, "loss": 0}


def note_events_outside(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Events that are there say by what they are outside standard rules."""
    exits, now = apps.get_model("tournaments", "RuleExit"), timezone.now()
    for event in apps.get_model("tournaments", "Event")._base_manager.all().iterator():
        paired = event.rounds.count()
        exits.objects.bulk_create(
            exits(event=event, setting=setting, after_round=paired, at=now) for setting in _departures(event)
        )


def _departures(event: Any) -> list[str]:
    outside = {
        "format": event.format not in IN_HANDBOOK,
        "colour-free": event.format_options.get("colour_free"),
        "two-games": event.games_per_round > 1,
        "points": any(event.scoring.get(name, usual) != usual for name, usual in USUAL_POINTS.items()),
        "handicap": event.handicap != "none",
    }
    return [setting for setting, is_so in outside.items() if is_so]


class Migration(migrations.Migration):
    """By what an event left standard rules, for good."""

    dependencies: ClassVar = [("tournaments", "0009_round_drafts")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="RuleExit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("setting", models.CharField(max_length=40)),
                ("after_round", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("by", models.CharField(blank=True, max_length=40)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rule_exits",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("setting", ""), _negated=True), name="rules_are_left_by_a_setting"
                    )
                ],
            },
        ),
        AppendOnly("tournaments_ruleexit"),
        migrations.RunPython(note_events_outside, migrations.RunPython.noop, elidable=False),
    ]
