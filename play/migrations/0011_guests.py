"""Guests, and challenges that they may take."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0016_guests"), ("play", "0010_vacations"), ("players", "0011_guests")]

    operations = [
        migrations.CreateModel(
            "Guest",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("address", models.CharField(db_index=True, max_length=64)),
                ("seen_at", models.DateTimeField(db_index=True)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guest", to="players.person"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.AddField("challenge", "guests", models.BooleanField(default=False)),
        migrations.AddConstraint(
            "challenge",
            models.CheckConstraint(
                condition=models.Q(guests=False) | models.Q(rated=False, opponent=None, least=None, most=None),
                name="guests_take_unrated_challenges",
            ),
        ),
    ]
