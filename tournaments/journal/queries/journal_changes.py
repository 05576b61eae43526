"""What an act changed, in words: old and new values, as the lines of an event's journal hold them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.journal.models import JournalEntry
from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from gipf_engine.tournament.prizes import Sharing
from tournaments.core.formats import format_of
from tournaments.core.prize_plan import money
from tournaments.models import ByeRequest, Event, Pairing
from tournaments.rating_columns import SHORT_NAMES

LEFT_TO_RIGHT, END_OF_IT = "\u2066", "\u2069"
"""Around a result or a pairing, which reads from the left in every language."""
NOTHING = "–"

FIELDS: dict[str, str] = {
    "name": _("name"),
    "place": _("place"),
    "about": _("information"),
    "starts_on": _("first day"),
    "ends_on": _("last day"),
    "time_zone": _("time zone"),
    "format": _("format"),
    "format_options": _("choices within the format"),
    "rules": _("game"),
    "options": _("options"),
    "setups": _("set-ups"),
    "rounds_planned": _("rounds"),
    "games_per_round": _("games a round"),
    "scoring": _("points"),
    "tie_breaks": _("tie-breaks"),
    "agreed_draws": _("agreed draws"),
    "rated": _("rated"),
    "self_entry": _("players register themselves"),
    "time_control": _("clock of games played here"),
    "no_show_minutes": _("minutes for the first turn"),
    "hides_rounds": _("rounds hidden in standings"),
    "two_persons": _("results verified by a second person"),
    "rating_columns": _("ratings in the standings"),
    "state": _("state"),
    "first_colour": _("colour of number 1 in round 1"),
    "deadline": _("to be played by"),
    "line_ups_due": _("line-ups due"),
    "publish_at": _("published at"),
    "pairings": _("pairings"),
    "matches": _("matches"),
    "bye": _("bye"),
    "kept_apart": _("kept apart in rounds"),
    "withdrawn_after": _("rounds played before withdrawing"),
    "annulled": _("results annulled"),
    "expelled": _("expelled"),
    "no_half_byes": _("no half-point byes"),
    "result": _("result"),
    "rated_result": _("result for ratings"),
    "handicap": _("handicap"),
    "rating": _("rating"),
    "numbers": _("pairing numbers"),
    "most": _("limit of players"),
    "moves_up": _("players move up automatically"),
    "prizes": _("prizes"),
    "sharing": _("how equal players share"),
    "unit": _("rounding of shares"),
    "several": _("several prizes for one player"),
}
"""What values are called that acts change."""

YES_OR_NO: dict[bool, str] = {True: _("yes"), False: _("no")}
STATES: dict[str, str] = {
    Event.State.DRAFT: _("draft"),
    Event.State.OPEN: _("announced"),
    Event.State.RUNNING: _("running"),
    Event.State.CLOSED: _("closed"),
}
COLOURS: dict[str, str] = {"w": _("White"), "b": _("Black")}
BYES: dict[str, str] = {
    ByeRequest.Kind.FULL: _("full point"),
    ByeRequest.Kind.HALF: _("half a point"),
    ByeRequest.Kind.ZERO: _("no points"),
    Pairing.Kind.PAIRING_BYE: _("pairing bye"),
    Pairing.Kind.REST: _("rest"),
}

SHARING: dict[str, str] = {
    Sharing.EQUAL: _("equally"),
    Sharing.HORT: _("by the Hort system"),
    Sharing.RANK: _("by tie-breaks alone"),
}

Text = Message | str


@dataclass(frozen=True, slots=True)
class Change:
    """One value that an act changed: what it is called, and how it reads before and after."""

    field: str
    label: Message
    old: Message
    new: Message


def changes_of(line: JournalEntry) -> tuple[Change, ...]:
    """What a line says that its act changed, in its order."""
    found = _changed(line.data)
    return tuple(
        Change(name, Message(FIELDS[name]), _say(name, old), _say(name, new))
        for name, (old, new) in found.items()
        if name in FIELDS
    )


def _changed(data: Mapping[str, Any]) -> Mapping[str, tuple[Any, Any]]:
    """Old and new values by name; of a decision before values were kept beside each other, too."""
    found: Mapping[str, tuple[Any, Any]] = data.get("changed", {})
    if not found and "old" in data and "result" in data and not data.get("late"):
        return {"result": (data["old"], data["result"])}
    return found


def _say(name: str, value: Any) -> Message:
    if isinstance(value, bool):
        return Message(YES_OR_NO[value])
    text = NOTHING if value in (None, "", [], {}) else SAY.get(name, _plainly)(value)
    return text if isinstance(text, Message) else Message("%(value)s", {"value": text})


def _plainly(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def result_label(code: str) -> Text:
    """A result as it is printed, so that it reads from the left everywhere; "" for none."""
    result = RESULTS.get(code)
    if result is None:
        return ""
    return Message(result.name) if result.is_open else f"{LEFT_TO_RIGHT}{result.label}{END_OF_IT}"


def _prizes(lists: Iterable[Sequence[int]]) -> str:
    """Amounts by place, the event's and then each category's."""
    found: dict[int, list[str]] = {}
    for category, _place, amount in lists:
        found.setdefault(category, []).append(money(amount) if amount else NOTHING)
    return f"{LEFT_TO_RIGHT}{' | '.join(', '.join(each) for each in found.values())}{END_OF_IT}"


def _boards(round_: Mapping[str, Any]) -> str:
    """A round in pairing numbers, who begins first; a bye is a number alone."""
    seats = [f"{white}–{black}" for white, black, *_rest in round_["pairs"]]
    seats += [str(number) for number, _kind in round_["byes"]]
    return f"{LEFT_TO_RIGHT}{', '.join(seats)}{END_OF_IT}" if seats else NOTHING


def _round_span(value: Iterable[int | None]) -> str:
    first, last = value
    return f"{first}–{last or ''}"


def _column_names(keys: Iterable[str]) -> Message:
    return Message("%(value)s", {"value": [Message(SHORT_NAMES.get(key, key)) for key in keys]})


def _one_of(names: Mapping[str, str]) -> Callable[[str], Text]:
    return lambda value: Message(names[value]) if value in names else value


def _points(scoring: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {worth / 10:g}" for name, worth in scoring.items())


SAY: Mapping[str, Callable[[Any], Text]] = {
    "state": _one_of(STATES),
    "first_colour": _one_of(COLOURS),
    "bye": _one_of(BYES),
    "sharing": _one_of(SHARING),
    "format": lambda key: Message(format_of(key).name),
    "rules": rules_name,
    "scoring": _points,
    "pairings": _boards,
    "matches": _boards,
    "kept_apart": _round_span,
    "result": result_label,
    "rated_result": result_label,
    "prizes": _prizes,
    "unit": money,
    "rating_columns": _column_names,
}
"""How values read that are not printed as they are."""
