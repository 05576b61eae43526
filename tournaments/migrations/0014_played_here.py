"""Events whose games are played on this server: by which clock, and how long a player may be late."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_numbering")]

    operations = [
        migrations.AddField("event", "time_control", models.CharField(blank=True, default="", max_length=40)),
        migrations.AddField("event", "no_show_minutes", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "event",
            models.CheckConstraint(
                condition=Q(time_control="", no_show_minutes__isnull=True)
                | (~Q(time_control="") & Q(no_show_minutes__isnull=False, no_show_minutes__gte=1)),
                name="who_plays_here_has_a_clock_and_a_time_to_come",
            ),
        ),
    ]
