"""Deals to practise with by rules with options."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0003_online_games")]

    operations = [
        migrations.RemoveConstraint("practicedeal", "one_practice_deal_a_seed"),
        migrations.AddField("practicedeal", "options", models.JSONField(blank=True, default=list)),
        migrations.AddConstraint(
            "practicedeal",
            models.UniqueConstraint(fields=("rules", "options", "seed"), name="one_practice_deal_a_seed"),
        ),
    ]
