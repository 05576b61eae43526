from django.db import migrations

# PostgreSQL compresses what is long. For the lines of a million games that took three times as long as writing them did.
COLUMNS = [("ratings_history", "lines"), ("ratings_checkpoint", "state"), ("ratings_checkpoint", "counts")]


def set_storage(schema_editor, kind):
    if schema_editor.connection.vendor == "postgresql":
        for table, column in COLUMNS:
            schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STORAGE {kind}")


def keep_as_they_are(apps, schema_editor):
    set_storage(schema_editor, "EXTERNAL")


def compress(apps, schema_editor):
    set_storage(schema_editor, "EXTENDED")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0012_inactive_players")]

    operations = [migrations.RunPython(keep_as_they_are, compress)]
