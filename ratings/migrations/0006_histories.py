import hashlib
import struct
from itertools import groupby
from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VALUES = {
    "elo": ("expected", "k"),
    "glicko2": (
        "deviation",
        "rating",
        "volatility",
        "rating_before",
        "deviation_before",
        "volatility_before",
        "elapsed",
    ),
    "live": ("deviation", "rating", "rating_before", "deviation_before", "rest"),
    "whr": ("deviation", "rating", "rating_before", "deviation_before", "expected"),
}
"""What each system notes, in the order of this release."""
COLUMNS = ("before", "after", "games", "games_total", "score")


def pack(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The lines of each person in one row, as `ratings.packed_lines` tells, and the fingerprint of each pool."""
    alias = schema_editor.connection.alias
    changes = apps.get_model("ratings", "Change").objects.using(alias)
    histories = apps.get_model("ratings", "History").objects.using(alias)
    for pool in apps.get_model("ratings", "Pool").objects.using(alias).order_by("pk"):
        values = VALUES.get(pool.system, ())
        record, digest = struct.Struct(f"<q{6 + len(values)}i"), hashlib.sha256()
        rows = changes.filter(pool=pool).order_by("person", "number")
        columns = ("person", "occasion", "rated_on", "details", *COLUMNS)
        found = rows.values_list(*columns).iterator(chunk_size=5_000)
        for person, lines in groupby(found, key=lambda row: row[0]):
            packed = bytes((1, len(values))) + b"".join(
                record.pack(occasion, day.toordinal(), *numbers, *(details[key] for key in values))
                for _person, occasion, day, details, *numbers in lines
            )
            digest.update(struct.pack("<qq", person, len(packed)) + packed)
            histories.create(pool=pool, person_id=person, lines=packed)
        if pool.digest and pool.system in VALUES:
            pool.digest = digest.hexdigest()
            pool.save(update_fields=["digest"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("ratings", "0005_rating_by_value")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="History",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("lines", models.BinaryField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="rating_histories", to="players.person"
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(on_delete=models.deletion.CASCADE, related_name="histories", to="ratings.pool"),
                ),
            ],
        ),
        migrations.AddConstraint(
            "history", models.UniqueConstraint(fields=("pool", "person"), name="one_history_a_person")
        ),
        migrations.RunPython(pack, migrations.RunPython.noop),
    ]
