"""Whether an event is still what something was thought with: everything that `rows.load` reads and acts can change.

Both functions give the same value for the same event: one from rows that were loaded, one from the tables, which takes
a few milliseconds even in a large event, so that it can be asked for under the event's lock. Names are left out: they
belong to persons and no pairing depends on them.
"""

from __future__ import annotations

from typing import Any

from tournaments.core.loader import EventData, load_byes, load_forbidden
from tournaments.models import Event, Member, PairedAttempt, PairedGame, Round

Fingerprint = tuple[Any, ...]


def fingerprint_of(rows: EventData) -> Fingerprint:
    """What `rows` say of their event."""
    return (
        _event_values(rows.event),
        {
            (
                *(each.id, each.number, each.rating, each.withdrawn_after, each.annulled, each.group),
                *(each.expelled, each.no_half_byes, each.virtual_points),
            )
            for each in rows.entries
        },
        [(each.id, each.version) for each in rows.rounds],
        {
            (game.id, game.code, game.rated)
            for round_ in rows.rounds
            for pairing in round_.pairings
            for game in pairing.games
        },
        {
            (each.id, each.begun, each.ended)
            for round_ in rows.rounds
            for pairing in round_.pairings
            for each in pairing.attempts
        },
        dict(rows.byes),
        rows.forbidden,
    )


def stored_fingerprint(event: Event) -> Fingerprint:
    """What the tables say of `event` now. Seven queries of plain values."""
    entries = Member.objects.filter(event=event).order_by()
    columns = ("number", "rating", "withdrawn_after", "annulled", "group", "expelled", "no_half_byes", "virtual_points")
    attempts = PairedAttempt.objects.filter(pairing__round__event=event).order_by()
    games = PairedGame.objects.filter(pairing__round__event=event).order_by()
    return (
        _event_values(event),
        {(*row[:-1], tuple(row[-1])) for row in entries.values_list("entry", *(f"entry__{name}" for name in columns))},
        list(Round.objects.filter(event=event).order_by("number").values_list("pk", "version")),
        set(games.values_list("game", "game__result", "game__rated")),
        {
            (pk, begun is not None, ended is not None)
            for pk, begun, ended in attempts.values_list("attempt", "attempt__begun_at", "attempt__ended_at")
        },
        load_byes([event.pk])[event.pk],
        load_forbidden([event])[event.pk],
    )


def _event_values(event: Event) -> list[Any]:
    """The event's own values, without what no thinking reads."""
    return [getattr(event, field.attname) for field in Event._meta.concrete_fields]
