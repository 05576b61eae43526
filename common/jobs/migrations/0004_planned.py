"""Marks jobs whose time somebody chose. Rows of before count as such if they never failed and were put off by hours."""

from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.db.models import F


def mark(apps: Any, _editor: Any) -> None:
    rows = apps.get_model("jobs", "Job").objects.filter(failures=0, due_at__gt=F("asked_at") + timedelta(hours=1))
    rows.update(is_planned=True)


class Migration(migrations.Migration):
    dependencies = [("jobs", "0003_job_counts")]
    operations = [
        migrations.AddField(model_name="job", name="is_planned", field=models.BooleanField(default=False)),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
