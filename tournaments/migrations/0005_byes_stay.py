"""Byes of rounds that are paired are asked for again: until now a request was forgotten when its round was paired."""

from django.db import migrations

BATCH = 1000


def ask_again(apps, schema_editor):
    """Whoever had a bye that can be asked for had asked for it; only such formats know these byes before a round."""
    Slot = apps.get_model("tournaments", "Slot")
    ByeRequest = apps.get_model("tournaments", "ByeRequest")
    byes = Slot.objects.filter(
        side="alone", pairing__kind__in=("full", "half", "zero"), round__event__format="swiss-dutch"
    )
    asked = [
        ByeRequest(entry_id=entry, round_number=number, kind=kind)
        for entry, number, kind in byes.values_list("entry", "round__number", "pairing__kind")
    ]
    ByeRequest.objects.bulk_create(asked, batch_size=BATCH, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_staged")]

    operations = [migrations.RunPython(ask_again, migrations.RunPython.noop)]
