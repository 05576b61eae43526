from typing import ClassVar

from django.db import migrations

from common.journal.operations import AppendOnly


class Migration(migrations.Migration):
    dependencies: ClassVar = [("ratings", "0001_initial")]

    operations: ClassVar = [AppendOnly("ratings_published")]
