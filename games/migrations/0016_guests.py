"""Games with guests, which are never rated."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0015_seat_links"), ("players", "0011_guests")]

    operations = [
        migrations.AddField(
            "game", "guests", models.CharField(blank=True, default="", max_length=5), preserve_default=False
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=models.Q(guests__in=["", "white", "black", "both"]), name="guests_have_known_seats"
            ),
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=models.Q(guests="") | models.Q(rated=False, online=True, club__isnull=True),
                name="a_game_with_a_guest_is_unrated_and_arranged",
            ),
        ),
    ]
