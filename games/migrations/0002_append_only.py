from typing import ClassVar

from django.db import migrations

from common.journal.operations import AppendOnly


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0001_initial")]

    operations: ClassVar = [AppendOnly("games_claim")]
