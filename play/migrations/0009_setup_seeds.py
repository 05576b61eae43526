"""Set-ups by commit and reveal: the seeds of challenges, games and rematches."""

from django.db import migrations, models

SEEDS = (("challenge", "seed"), ("onlinegame", "seed"), ("onlinegame", "rematch_seed"))


class Migration(migrations.Migration):
    dependencies = [("play", "0008_handicaps")]

    operations = [
        migrations.AddField(
            model, name, models.CharField(blank=True, default="", max_length=64), preserve_default=False
        )
        for model, name in SEEDS
    ]
