from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Which draw of the round said who begins on a board. Boards that are there keep who began, and have none."""

    dependencies: ClassVar = [("tournaments", "0006_agreed_draws")]

    operations: ClassVar = [migrations.AddField("pairing", "lot", models.PositiveIntegerField(blank=True, null=True))]
