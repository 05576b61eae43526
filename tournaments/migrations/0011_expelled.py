from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Players who are expelled, and players who get no half-point byes."""

    dependencies: ClassVar = [("tournaments", "0010_standard_rules")]

    operations: ClassVar = [
        migrations.AddField("entry", "expelled", models.BooleanField(default=False)),
        migrations.AddField("entry", "no_half_byes", models.BooleanField(default=False)),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=models.Q(expelled=False) | models.Q(withdrawn_after__isnull=False, annulled=False),
                name="only_who_left_is_expelled",
            ),
        ),
    ]
