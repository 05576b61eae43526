"""The event file: a whole event as JSON, everything that is stored of it and nothing that is computed.

It holds no ids, so that an event that was taken in and written again gives the same bytes. Players are referred to
by pairing number, before the start by their place in the list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from games.core.broadcasts import shown_records
from games.core.queries.page import game_page, record_view
from games.core.queries.texts import record_text
from games.models import Game
from gipf_engine.messages import gettext_noop as _
from tournaments.core.draws import lot_values
from tournaments.core.event_values import entry_values, game_values, pairing_values, plain, plan_values
from tournaments.core.formats import has_opponents, is_for_teams
from tournaments.core.loader import EntryRow, EventData, GameRow, RoundRow
from tournaments.core.queries.tables import act_lines
from tournaments.core.standard_rules import exit_values
from tournaments.duplicate.queries import draw_document
from tournaments.interchange.formats.exporters import Exporter, register
from tournaments.interchange.formats.json_deals import WrittenAttempts
from tournaments.interchange.formats.json_teams import kept_apart_values, match_values, team_values
from tournaments.models import Entry

FORMAT, VERSION = "gipfel-event", 1


@register
class EventFileExporter(Exporter):
    """The event file: everything, so it refuses nothing."""

    key = "json"
    name = _("Event file")
    help = _(
        "The complete event with records, for another Gipfel server. The only format with two-game rounds, "
        "set-ups and annulled results."
    )
    file_name = "event-file.json"
    content_type = "application/json"

    def serialize(self, rows: EventData) -> bytes:
        """The event as a file, UTF-8."""
        text = json.dumps(document(rows), ensure_ascii=False, indent=1)
        return (text + "\n").encode()


def document(rows: EventData) -> dict[str, Any]:
    """The event as plain values."""
    event, refs = rows.event, _refs(rows)
    details = dict(Entry.objects.filter(event=event).values_list("pk", "details"))
    games, attempts, exits, lots = _Games(rows), WrittenAttempts(rows), exit_values(event), lot_values(rows)
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": plan_values(event),
        "first_colour": event.first_colour,
        "header": plain(_header(rows)),
        **({"left_rules": exits} if exits else {}),
        **({"lots": lots} if lots else {}),
        "entries": [_entry(entry, details[entry.id]) for entry in rows.entries],
        **({"teams": team_values(rows, refs)} if is_for_teams(event.format) else {}),
        "byes": [
            {"entry": refs[entry], "round": number, "kind": kind}
            for (entry, number), kind in sorted(rows.byes.items(), key=lambda item: (item[0][1], refs[item[0][0]]))
        ],
        "kept_apart": [
            {
                **kept_apart_values(rows, each, refs),
                "first_round": each.first_round,
                "last_round": each.last_round,
                **({"strength": each.strength} if each.is_soft else {}),
            }
            for each in rows.forbidden
        ],
        "rounds": [_round(rows, round_, refs, games, attempts) for round_ in rows.rounds if _is_exported(rows, round_)],
    }


def _header(rows: EventData) -> dict[str, Any]:
    """What a file brought that the event has no other place for, and what of its journal every file tells."""
    header, lines = rows.event.file_header, list(act_lines(rows))
    return {**header, "comments": [*header.get("comments", ()), *lines]} if lines else dict(header)


def _refs(rows: EventData) -> dict[int, int]:
    """How the file calls each entry: by its number, or by its place where no one has one."""
    return {entry.id: entry.number or place for place, entry in enumerate(rows.entries, 1)}


def _entry(entry: EntryRow, details: dict[str, str]) -> dict[str, Any]:
    flags: dict[str, Any] = {"no_half_byes": True} if entry.no_half_byes else {}
    if entry.rating_source:
        flags |= {"rating_source": entry.rating_source, "rating_day": plain(entry.rating_day)}
    return entry_values(entry) | flags | {"virtual_points": list(entry.virtual_points), "details": plain(details)}


def _is_exported(rows: EventData, round_: RoundRow) -> bool:
    """Whether a round stands in files: one of deals only when everybody has finished it."""
    return has_opponents(rows.event.format) or round_.deals_are_over


def _round(
    rows: EventData, round_: RoundRow, refs: dict[int, int], games: _Games, attempts: WrittenAttempts
) -> dict[str, Any]:
    by_hand = {"by_hand": plain(round_.by_hand)} if round_.by_hand is not None else {}
    draw = draw_document(rows, round_)
    return {
        "deadline": plain(round_.deadline),
        "known": plain(round_.known),
        **by_hand,
        **({"draw": draw} if draw is not None else {}),
        **(match_values(rows, round_) if round_.matches else {}),
        "pairings": [pairing_values(each, refs, games.values, attempts.values) for each in round_.pairings],
    }


class _Games:
    """What the file says of games beyond their rows: read at once for the whole event."""

    def __init__(self, rows: EventData) -> None:
        ids = [game.id for round_ in rows.rounds for pairing in round_.pairings for game in pairing.games]
        wanted = Game.objects.filter(pk__in=ids).values_list("pk", "handicap", "setup", "rated_result")
        self._more = {pk: more for pk, *more in wanted}
        self._rows = rows
        self._recorded: set[int] = set(shown_records().filter(game__in=ids).values_list("game", flat=True))

    def values(self, game: GameRow) -> dict[str, Any]:
        """A game; what is as usual is left out."""
        handicap, setup, rated_result = self._more[game.id]
        values = game_values(game) | {"rated": game.rated}
        more = {"rated_result": rated_result, "handicap": handicap, "setup": setup, "records": self._records(game)}
        return values | {name: value for name, value in (more | self._of_medley(game)).items() if value}

    def _of_medley(self, game: GameRow) -> dict[str, Any]:
        """By which rules a game of a medley is played, and who chooses them, or chose."""
        if not self._rows.event.medley:
            return {}
        chooser = self._rows.by_id[game.chooser].number if game.chooser is not None else None
        return {"rules": game.rules, "chooser": chooser, "chosen": bool(game.chosen)}

    def _records(self, game: GameRow) -> Sequence[str]:
        return list(record_texts(game.id)) if game.id in self._recorded else []


def record_texts(game_id: int) -> Iterable[str]:
    """The records of a game, as they are downloaded from its page."""
    page = game_page(game_id)
    for line in page.records:
        view = record_view(page, line.number)
        assert view is not None
        yield record_text(page, view)
