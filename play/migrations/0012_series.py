"""Series of games."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0011_guests")]

    operations = [
        migrations.CreateModel(
            "Series",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("length", models.PositiveSmallIntegerField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(length__in=(2, 4, 6, 8, 10)), name="a_series_has_as_many_games_a_colour"
                    )
                ],
            },
        ),
        migrations.AddField("challenge", "games", models.PositiveSmallIntegerField(default=1)),
        migrations.AddConstraint(
            "challenge",
            models.CheckConstraint(
                condition=models.Q(games__in=(1, 2, 4, 6, 8, 10)), name="a_challenge_is_to_one_game_or_a_series"
            ),
        ),
        migrations.AddField(
            "onlinegame",
            "series",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="play.series",
            ),
        ),
        migrations.AddField("onlinegame", "series_number", models.PositiveSmallIntegerField(default=0)),
        migrations.AddConstraint(
            "onlinegame",
            models.UniqueConstraint(fields=["series", "series_number"], name="one_game_a_number_in_a_series"),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(
                condition=models.Q(series=None, series_number=0) | models.Q(series__isnull=False, series_number__gte=1),
                name="a_game_of_a_series_has_its_number",
            ),
        ),
    ]
