"""A release after this one, in a folder of its own: with migrations, styles and scripts that this one does not have."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from common.release import SERVED
from testing import PROJECT

BESIDE = ("deploy", "locale", "static", "templates")
FILES = ("manage.py", "pyproject.toml")
SHEET = "css/site.css"
"""It has all that css/base.css says."""
FIRST, SECOND = "0002_of_the_next_release", "0003_of_the_next_release"
_EXPAND = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "{before}")]
    operations = [
        migrations.AddField("game", "next_note", models.CharField(max_length=40, null=True)),
        migrations.AddField("game", "next_weight", models.IntegerField(db_default=1)),
        migrations.CreateModel(
            "NextThing",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("game", models.ForeignKey("games.Game", on_delete=models.CASCADE)),
            ],
        ),
    ]
"""
_INDEX = """from django.db import migrations, models

from common.migrations import AddIndexWhileOthersWrite


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "{before}")]
    operations = [AddIndexWhileOthersWrite("game", models.Index(fields=["rules", "played_on"], name="next_by_day"))]
"""


class NextRelease:
    """Made in `folder`, ready to run there."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self._environment = folder, dict(environment)
        for name in (*SERVED, *BESIDE):
            shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(PROJECT / name, folder / name)
        migrations = folder / "games/migrations"
        last = max(file.stem for file in migrations.glob("[0-9]*.py"))
        (migrations / f"{FIRST}.py").write_text(_EXPAND.format(before=last))
        (migrations / f"{SECOND}.py").write_text(_INDEX.format(before=FIRST))
        with (folder / "static/css/base.css").open("a") as sheet:
            sheet.write(".of-the-next-release {\n  color: red;\n}\n")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")

    def manage(self, *command: str) -> str:
        """What a command of this release prints."""
        asked = [sys.executable, "manage.py", *command]
        done = subprocess.run(
            asked, cwd=self.folder, env=self._environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)} of the next release: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr


def address_of_sheet(release: Path) -> str:
    """Where pages of a release ask for their style."""
    manifest = json.loads((release / "static-built/staticfiles.json").read_text(encoding="utf-8"))
    return f"/static/{manifest['paths'][SHEET]}"
