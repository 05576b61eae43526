from typing import ClassVar

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, IntegerField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, JSONObject


def gather(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What Elo notes with a change goes from its own columns to where every system keeps its values."""
    changes = apps.get_model("ratings", "Change").objects.using(schema_editor.connection.alias)
    changes.update(details=JSONObject(expected=F("expected"), k=F("k")))


def spread(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    changes = apps.get_model("ratings", "Change").objects.using(schema_editor.connection.alias)
    changes.filter(pool__system="elo").update(
        expected=Cast(KT("details__expected"), IntegerField()), k=Cast(KT("details__k"), IntegerField())
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("ratings", "0002_append_only")]

    operations: ClassVar = [
        migrations.AddField("change", "details", models.JSONField(default=dict)),
        migrations.AddField("rating", "details", models.JSONField(default=dict)),
        migrations.AlterField("change", "expected", models.PositiveIntegerField(default=0)),
        migrations.AlterField("change", "k", models.PositiveIntegerField(default=0)),
        migrations.RunPython(gather, spread),
    ]
