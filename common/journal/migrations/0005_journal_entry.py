"""The class `Line` is called `JournalEntry`; its table keeps its name, so that nothing in the database changes."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("journal", "0004_sendings")]
    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Line", "JournalEntry"),
                migrations.AlterModelTable("JournalEntry", "journal_line"),
            ]
        )
    ]
