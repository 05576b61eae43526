"""Challenges to games with a handicap."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0007_games_of_events")]

    operations = [
        migrations.AddField(
            "challenge",
            "handicap",
            models.CharField(blank=True, default="", max_length=10),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            "challenge",
            models.CheckConstraint(
                condition=models.Q(handicap="") | ~models.Q(colour=""), name="a_handicap_goes_with_a_chosen_colour"
            ),
        ),
    ]
