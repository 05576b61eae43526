"""Taking an erased person's names out of what people wrote about games. The games themselves stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.models import ClaimReason, Move, Record
from games.services.claiming import LONGEST_REASON
from players.scrubbing import scrubbed


def scrub_texts(names: Sequence[str], stand_in: str) -> None:
    """Put `stand_in` for each of `names` in reasons of claims, comments of moves and tags of records.

    Inside the caller's transaction. A record keeps its fingerprint: handed in again with the name, it is
    still the one that is kept.
    """

    def clean(text: str) -> str:
        return scrubbed(text, names, stand_in)

    _scrub_reasons(clean)
    _scrub_comments(clean)
    _scrub_tags(clean)


def _scrub_reasons(clean: Callable[[str], str]) -> None:
    for pk, text in ClaimReason.objects.values_list("pk", "text").iterator():
        if clean(text) != text:
            ClaimReason.objects.filter(pk=pk).update(text=clean(text)[:LONGEST_REASON])


def _scrub_comments(clean: Callable[[str], str]) -> None:
    for pk, text in Move.objects.exclude(comment="").values_list("pk", "comment").iterator():
        if clean(text) != text:
            Move.objects.filter(pk=pk).update(comment=clean(text))


def _scrub_tags(clean: Callable[[str], str]) -> None:
    for pk, tags in Record.objects.values_list("pk", "tags").iterator():
        cleaned = {name: clean(value) for name, value in tags.items()}
        if cleaned != tags:
            Record.objects.filter(pk=pk).update(tags=cleaned)
