"""Names that are stored are found as today's searches fold what is typed: ø as o, without apostrophes and CJK spaces."""

from importlib import import_module
from typing import ClassVar

from django.db import migrations

fold_again = import_module("players.migrations.0008_names_folded_again").fold_again


class Migration(migrations.Migration):
    dependencies: ClassVar = [("players", "0008_names_folded_again")]

    operations: ClassVar = [migrations.RunPython(fold_again, migrations.RunPython.noop, elidable=False)]
