"""Records of attempts that do not fit their deal."""

from django.db import migrations, models

ENDINGS = ("rules", "resigned", "time", "arbiter", "unplayed", "record")


class Migration(migrations.Migration):
    dependencies = [("games", "0009_online_games")]

    operations = [
        migrations.RemoveConstraint("attempt", "attempt_ends_in_a_known_way"),
        migrations.AddField("attempt", "fault", models.CharField(blank=True, max_length=20, default=""), preserve_default=False),
        migrations.AlterField(
            "attempt",
            "ending",
            models.CharField(blank=True, choices=[(name, name.capitalize()) for name in ENDINGS], max_length=8),
        ),
        migrations.AddConstraint(
            "attempt",
            models.CheckConstraint(
                condition=models.Q(ending__in=("", *ENDINGS)), name="attempt_ends_in_a_known_way"
            ),
        ),
        migrations.AddConstraint(
            "attempt",
            models.CheckConstraint(
                condition=models.Q(fault="") | models.Q(ended_at__isnull=False), name="only_what_ended_has_a_fault"
            ),
        ),
    ]
