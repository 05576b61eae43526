"""Players may agree on a draw where whoever holds the event allows it. Events in which somebody did allow it."""

from django.db import migrations, models
from django.db.models import Q

DRAW = "1/2-1/2"


def allow_where_it_was_done(apps, schema_editor):
    """Results that stand, and reports that wait for the other player, stay what they are."""
    Event = apps.get_model("tournaments", "Event")
    Game = apps.get_model("games", "Game")
    drawn = Game.objects.filter(Q(result=DRAW) | Q(rated_result=DRAW) | Q(claims__result=DRAW))
    scopes = set(drawn.values_list("occasion", "occasion__key"))
    events = [int(key.partition(":")[2]) for _scope, key in scopes if key.startswith("event:")]
    Event.objects.filter(pk__in=events).update(agreed_draws=True)
    Game.objects.filter(occasion__in=[scope for scope, _key in scopes]).update(agreed_draws=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_byes_stay"), ("games", "0003_agreed_draws")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="agreed_draws",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(allow_where_it_was_done, migrations.RunPython.noop),
    ]
