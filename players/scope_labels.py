"""What a scope is called and where it is shown. Apps above add the scopes that they open.

The journal knows scopes by key alone; pages about roles and the journal print what the app that
opened the scope says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.urls import reverse

from gipf_engine.messages import Message
from players.models import Club


@dataclass(frozen=True, slots=True)
class Label:
    """A scope's name, the address of its page ("" for none), and what is said wherever something of it is shown."""

    name: str
    url: str = ""
    notice: Message | None = None


Labeller = Callable[[list[int]], dict[int, Label]]
_labellers: dict[str, Labeller] = {}


def labeller(kind: str) -> Callable[[Labeller], Labeller]:
    """Decorator: this function knows the labels of scopes "kind:<id>", for many ids in one query."""

    def register(function: Labeller) -> Labeller:
        if kind in _labellers:
            raise ValueError(f"two labellers of {kind}")
        _labellers[kind] = function
        return function

    return register


def labels(keys: Iterable[str]) -> dict[str, Label]:
    """The label of each key; the key itself where no one knows better."""
    wanted = list(keys)
    found = {key: Label(key) for key in wanted}
    for kind, write in _labellers.items():
        ids = [int(key.partition(":")[2]) for key in wanted if key.startswith(f"{kind}:")]
        if ids:
            found |= {f"{kind}:{number}": label for number, label in write(ids).items()}
    return found


@labeller("club")
def _clubs(ids: list[int]) -> dict[int, Label]:
    names = Club.objects.filter(pk__in=ids).values_list("pk", "name", "slug")
    return {club: Label(name, reverse("club", args=[slug])) for club, name, slug in names}
