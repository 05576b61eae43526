"""Clubs that are there already go on counting in the rating lists of the whole server; a new one must be admitted."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("players", "0005_staged")]

    operations: ClassVar = [
        migrations.AddField("club", "admitted", models.BooleanField(default=True)),
        migrations.AlterField("club", "admitted", models.BooleanField(default=False)),
    ]
