"""Acts that something speaks against, confirmed as often as they ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from testing.api.caller import Caller, error
from tournaments.core.errors import ConfirmationNeeded

T = TypeVar("T")


def confirmed(act: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Do `act`, and confirm whatever it asks."""
    keys: list[str] = []
    while True:
        try:
            return act(*args, **kwargs, confirm=keys)
        except ConfirmationNeeded as needed:
            assert needed.key not in keys
            keys.append(needed.key)


def asked(act: Callable[..., Any], *args: Any, **kwargs: Any) -> list[str]:
    """The keys of the cautions that `act` asks to confirm; nothing where it is done at once."""
    try:
        act(*args, **kwargs)
    except ConfirmationNeeded as needed:
        return [caution.key for caution in needed.cautions]
    return []


def confirm_by_api(caller: Caller, path: str, body: dict[str, Any], *, method: str = "POST") -> Any:
    """Send `body`, and confirm whatever the API asks."""
    keys: list[str] = []
    while True:
        answer = caller.ask(method, path, body | {"confirm": keys})
        if answer.status_code != 409 or error(answer)["code"] != "confirm":
            assert answer.status_code in (200, 201, 204), answer.content
            return answer.json() if answer.content else None
        assert error(answer)["confirm"] not in keys
        keys.append(error(answer)["confirm"])
