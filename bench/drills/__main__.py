"""`python -m bench.drills` lists the drills: what each does and how long it takes."""

from __future__ import annotations

import ast
from pathlib import Path


def drills() -> dict[str, str]:
    """Every module here that is a command, with the first line of its text, by name."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        source = file.read_text(encoding="utf-8")
        if not file.stem.startswith("_") and "sys.exit(main(" in source.splitlines()[-1]:
            found[file.stem] = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
    return found


if __name__ == "__main__":
    for name, purpose in drills().items():
        print(f"python -m bench.drills.{name:<16} {purpose}")
