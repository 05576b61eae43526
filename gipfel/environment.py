"""What the environment says, read in one place and checked.

Every difference between the embedded form and the service is one of these variables; docs/operators.md
lists them. A value that cannot be used stops the start with one line that says what to set.
"""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

HOUSE = Path(__file__).resolve().parent.parent
TRUE, FALSE = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The variable `name`, without white space at its ends."""
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool = False) -> bool:
    """A yes-or-no variable."""
    value = text(name, "1" if default else "0").lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to 1 or 0.")
    return value in TRUE


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def number(name: str, default: int) -> int:
    """A whole number."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to a whole number.") from None


def home() -> Path:
    """The folder that holds what the embedded form keeps: database, secret, log."""
    return Path(text("GIPFEL_HOME") or HOUSE / "var")


def secret_key() -> str:
    """The secret, from SECRET_KEY_FILE, SECRET_KEY or the embedded form's own file; "" when there is none.

    Django itself refuses to sign anything with an empty secret, so commands that need none just run.
    """
    named = text("SECRET_KEY_FILE")
    file = Path(named) if named else home() / "secret_key"
    if file.is_file():
        return file.read_text(encoding="utf-8").strip()
    if named:
        raise ImproperlyConfigured(f"SECRET_KEY_FILE names {named}, and there is no such file.")
    return text("SECRET_KEY")
