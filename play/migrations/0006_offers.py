"""One kind of offer becomes several; adjourned games, games that were left, rematches."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

ENDINGS = ("rules", "resigned", "time", "agreed", "aborted", "left")


def name_draws(apps: Any, _editor: Any) -> None:
    """What was offered until now were draws."""
    apps.get_model("play", "OnlineGame").objects.exclude(offer_by="").update(offer="draw")


class Migration(migrations.Migration):
    dependencies = [("games", "0009_online_games"), ("play", "0005_presence")]

    operations = [
        migrations.RemoveConstraint("onlinegame", "a_seat_offers_the_draw"),
        migrations.RemoveConstraint("onlinegame", "an_online_game_ends_in_a_known_way"),
        migrations.RenameField("onlinegame", "draw_by", "offer_by"),
        migrations.RenameField("onlinegame", "draw_ply", "offer_ply"),
        migrations.RenameField("onlinegame", "draw_open", "offer_open"),
        migrations.AddField(
            "onlinegame",
            "offer",
            models.CharField(
                blank=True,
                choices=[
                    ("draw", "Draw"),
                    ("takeback", "Takeback"),
                    ("adjourn", "Adjourn"),
                    ("resume", "Resume"),
                    ("rematch", "Rematch"),
                ],
                default="",
                max_length=8,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(name_draws, migrations.RunPython.noop),
        migrations.AddField(
            "onlinegame",
            "rematch",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch_of",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            "onlinegame",
            "ending",
            models.CharField(blank=True, choices=[(key, key.capitalize()) for key in ENDINGS], max_length=8),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(
                condition=Q(ending="", ended_at__isnull=True) | Q(ending__in=list(ENDINGS), ended_at__isnull=False),
                name="an_online_game_ends_in_a_known_way",
            ),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(condition=Q(offer_by__in=["", "white", "black"]), name="a_seat_makes_an_offer"),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(
                condition=Q(offer_open=False) | (~Q(offer="") & ~Q(offer_by="")), name="an_open_offer_offers_something"
            ),
        ),
        migrations.AddConstraint(
            "onlinegame",
            models.CheckConstraint(
                condition=Q(offer__in=["", "draw", "takeback", "adjourn", "resume", "rematch"]), name="a_known_offer"
            ),
        ),
    ]
