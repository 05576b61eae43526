"""The pictures of docs/architecture.md that follow from the code: the layers, and the tables with what they point to.

    python -m tools.architecture          # prints both
    python -m tools.architecture --write  # brings the page up to date

A picture is a block of Mermaid behind a comment that names it (`<!-- picture: layers -->`).
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PAGE = PROJECT / "docs" / "architecture.md"
PICTURE = re.compile(r"(<!-- picture: (\w+) -->\n```mermaid\n)(.*?)(```\n)", re.DOTALL)
TABLES = (
    ("journal", ("Scope", "JournalEntry")),
    ("players", ("Club", "Person")),
    ("games", ("Game", "Claim", "Record", "Attempt")),
    ("play", ("OnlineGame",)),
    ("tournaments", ("Event", "Entry", "Round", "Pairing", "Slot", "PairedGame", "PairedAttempt")),
)
"""The tables that everything else hangs on, by app."""


def layers() -> str:
    """The layers, the upper ones first, and below an app's name its subjects in the same order."""
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    ordered = [each for each in contracts if each["type"] == "layers"]
    subjects = {each["containers"][0]: each["layers"] for each in ordered if "containers" in each}
    (apps,) = (each["layers"] for each in ordered if "containers" not in each)
    lines = ["flowchart TB"]
    for app in apps:
        words = "<br>".join(layer.replace(" | ", " · ") for layer in subjects.get(app, ()))
        lines.append(f'  {app}["<b>{app}</b>{f"<br>{words}" if words else ""}"]')
    lines.append(f"  {' --> '.join(apps)}")
    return "\n".join(lines) + "\n"


def tables() -> str:
    """The tables of `TABLES`, and which of them points to which other."""
    from django.apps import apps

    models = {(app, name): apps.get_model(app, name) for app, names in TABLES for name in names}
    known = {model: f"{app}_{name}" for (app, name), model in models.items()}
    named: dict[str, list[str]] = {}
    for model, name in known.items():
        for field in model._meta.concrete_fields:
            if field.related_model in known and field.related_model is not model:
                many = "||--o|" if field.unique else "||--o{"
                named.setdefault(f"  {known[field.related_model]} {many} {name}", []).append(field.name)
    return "\n".join(["erDiagram", *(f'{line} : "{", ".join(fields)}"' for line, fields in named.items())]) + "\n"


PICTURES: Mapping[str, Callable[[], str]] = {"layers": layers, "tables": tables}


def drawn(page: str) -> str:
    """The page with its pictures as the code is now."""
    return PICTURE.sub(lambda found: f"{found[1]}{PICTURES[found[2]]()}{found[4]}", page)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings_test")
    import django

    django.setup()
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        sys.stdout.write("\n".join(picture() for picture in PICTURES.values()))


if __name__ == "__main__":
    main()
