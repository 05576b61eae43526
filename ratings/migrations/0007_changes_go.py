from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """Apart from the one before it: PostgreSQL changes no table whose rows the same transaction has changed."""

    dependencies: ClassVar = [("ratings", "0006_histories")]

    operations: ClassVar = [migrations.DeleteModel("Change")]
