"""The field `verb` is called `action`; the column, its constraint and the table stay as they are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0005_journal_entry")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("journalentry", "line_has_a_verb"),
                migrations.AlterField("journalentry", "verb", models.CharField(max_length=60, db_column="verb")),
                migrations.RenameField("journalentry", "verb", "action"),
                migrations.AddConstraint(
                    "journalentry",
                    models.CheckConstraint(condition=~models.Q(action=""), name="line_has_a_verb"),
                ),
            ],
        ),
    ]
