from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """A page of a long list is read without the rest of it."""

    dependencies: ClassVar = [("ratings", "0004_columns_of_elo_go")]

    operations: ClassVar = [
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["pool", "-value", "-games"], name="rating_by_value"),
        ),
    ]
