from django.db import migrations, models
from django.db.models import F


def stand_since_they_were_played(apps, schema_editor):
    """Of results that no list counts yet: those of events that go on."""
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    going_on = games.filter(rated_on=None, removed_at=None).exclude(result="pending")
    going_on.update(stands_on=F("played_on"))


class Migration(migrations.Migration):
    dependencies = [("games", "0017_histories")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stands_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.RunPython(stand_since_they_were_played, migrations.RunPython.noop),
    ]
