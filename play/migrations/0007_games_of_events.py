"""Games of events that are played here: by when both must have come, and when they came."""

from django.db import migrations, models
from django.db.models import Q

ENDINGS = ["rules", "resigned", "time", "agreed", "aborted", "left", "no-show", "decided"]


class Migration(migrations.Migration):
    dependencies = [("play", "0006_offers")]

    operations = [
        migrations.RemoveConstraint("onlinegame", "an_online_game_ends_in_a_known_way"),
        migrations.AddField("onlinegame", "no_show_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("onlinegame", "white_came_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("onlinegame", "black_came_at", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField(
            "onlinegame",
            "ending",
            models.CharField(
                blank=True,
                choices=[
                    ("rules", "Rules"),
                    ("resigned", "Resigned"),
                    ("time", "Time"),
                    ("agreed", "Agreed"),
                    ("aborted", "Aborted"),
                    ("left", "Left"),
                    ("no-show", "No Show"),
                    ("decided", "Decided"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(
                condition=Q(ending="", ended_at__isnull=True) | Q(ending__in=ENDINGS, ended_at__isnull=False),
                name="an_online_game_ends_in_a_known_way",
            ),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(
                condition=~Q(ending="no-show") | Q(no_show_at__isnull=False), name="a_time_to_come_is_missed"
            ),
        ),
    ]
