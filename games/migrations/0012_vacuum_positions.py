from django.db import migrations

# Positions are found and counted in the index alone, as long as PostgreSQL knows the rows to be visible to everybody: a
# vacuum notes that. By itself it comes when a fifth of the rows is new; here, when a fiftieth is.
SET = "ALTER TABLE games_indexedposition SET (autovacuum_vacuum_insert_scale_factor = 0.02)"
RESET = "ALTER TABLE games_indexedposition RESET (autovacuum_vacuum_insert_scale_factor)"


def vacuum_often(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(SET)


def vacuum_as_usual(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(RESET)


class Migration(migrations.Migration):
    dependencies = [("games", "0011_record_archives")]

    operations = [migrations.RunPython(vacuum_often, vacuum_as_usual)]
