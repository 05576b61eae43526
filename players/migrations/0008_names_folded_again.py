"""Names that are stored are found as today's searches fold what is typed: without what nobody sees."""

from typing import Any, ClassVar

from django.db import migrations

from players.names import normalize_name

BATCH = 500


def fold_again(apps: Any, schema_editor: Any) -> None:
    """The folded name of every person, of hidden ones too; rows that say the same already are not touched."""
    person = apps.get_model("players", "Person")
    longest, changed = person._meta.get_field("folded").max_length, []
    for one in person._base_manager.only("pk", "name", "folded").iterator(chunk_size=2000):
        if one.folded != (now := normalize_name(one.name)[:longest]):
            one.folded = now
            changed.append(one)
    person._base_manager.bulk_update(changed, ["folded"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("players", "0007_role_offers")]

    operations: ClassVar = [migrations.RunPython(fold_again, migrations.RunPython.noop, elidable=False)]
