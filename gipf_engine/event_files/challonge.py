"""Challonge's API (v1 and v2.1): a tournament, its participants and its matches, in one answer or in several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.documents import Object, list_in, number_in, object_in, objects_in, read_json, text_in
from gipf_engine.event_files.event import EventFileError, FileEvent, FilePlayer, Heading
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

SINGLE, DOUBLE, ROUND_ROBIN, SWISS = "single elimination", "double elimination", "round robin", "swiss"
_KINDS: Mapping[str, tuple[str, bool]] = {
    SINGLE: ("Knock-out", False),
    DOUBLE: ("Double elimination (Challonge)", True),
    ROUND_ROBIN: ("Round robin", False),
    SWISS: ("Swiss (Challonge)", True),
}
_COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class _Match:
    """A match between two participants: the round as Challonge counts it, below 0 among the losers."""

    order: int
    round: int
    players: tuple[str, str]
    letters: tuple[str, str]
    group: str


@register
class Challonge(EventFormat):
    """`/tournaments/ID.json?include_participants=1&include_matches=1`, and what v2.1 gives."""

    key = "challonge"
    name = _("Challonge (JSON of the API)")

    def recognizes(self, start: str) -> bool:
        """Objects of matches or participants, as both versions name them."""
        if start.lstrip()[:1] not in ("{", "["):
            return False
        return "tournament_type" in start or '"player1_id"' in start or "points_by_participant" in start

    def read(self, text: str) -> FileEvent:
        """The event; numbers are the seeds."""
        return _Reading(list(objects_in(read_json(text)))).event()


class _Reading:
    def __init__(self, objects: Sequence[Object]) -> None:
        inner = {id(each.get("attributes")) for each in objects}
        resources = [_flat(each) for each in objects if id(each) not in inner]
        self.tournament = next((each for each in resources if text_in(each, "tournament_type")), {})
        self.participants = {
            text_in(each, "id"): each
            for each in resources
            if "seed" in each and text_in(each, "name", "display_name", "username", "challonge_username")
        }
        self.matches = [each for each in resources if _is_match(each)]
        self.made = FileEvent()
        self.has_scores = False

    def event(self) -> FileEvent:
        kind = text_in(self.tournament, "tournament_type").replace("_", " ").lower() or SWISS
        if kind not in _KINDS:
            raise EventFileError(Message(_("Tournaments of the kind “%(kind)s” have no games."), {"kind": kind[:40]}))
        numbers = self._add_players()
        matches = [self._match(order, each) for order, each in enumerate(self.matches)]
        found = sorted((each for each in matches if each is not None), key=lambda match: (not match.group, match.order))
        is_mixed = any(each.group for each in found)
        rounds = _rounds_in_order(found) if kind == DOUBLE or is_mixed else _rounds_as_numbered(found)
        for round_, match in zip(rounds, found, strict=True):
            white, black = (numbers[key] for key in match.players)
            self.made.add_game(round_, white, black, match.letters, coloured=False)
        self.made.heading = self._heading(kind, is_mixed)
        self._add_byes(kind)
        self._tell_lost_of_matches(is_mixed)
        return self.made.checked()

    def _heading(self, kind: str, is_mixed: bool) -> Heading:
        name, is_foreign = ("Groups and finals (Challonge)", True) if is_mixed else _KINDS[kind]
        return Heading(
            name=text_in(self.tournament, "name"),
            first_day=_day(self.tournament, "started_at"),
            last_day=_day(self.tournament, "completed_at"),
            kind=name,
            is_foreign=is_foreign,
        )

    def _add_players(self) -> dict[str, int]:
        """Numbers by participant, and by the ids that it has in groups."""
        ranked = sorted(self.participants.items(), key=lambda each: number_in(each[1], "seed") or kinds.MOST_PLAYERS)
        numbers: dict[str, int] = {}
        for number, (key, each) in enumerate(ranked, 1):
            name = text_in(each, "name", "display_name", "username", "challonge_username")
            self.made.add_player(FilePlayer(number=number, name=name))
            numbers[key] = number
            groups = each.get("group_player_ids")
            for other in groups if isinstance(groups, list) else ():
                numbers[str(other)] = number
        return _Known(numbers)

    def _match(self, order: int, match: Object) -> _Match | None:
        """None for a match whose players are not known yet."""
        players = _players_of(match)
        if not all(players):
            return None
        self.has_scores |= bool(text_in(match, "scores_csv", "scores"))
        winner, is_over = text_in(match, "winner_id"), text_in(match, "state") == _COMPLETE
        if winner in players:
            letters = kinds.WIN if winner == players[0] else kinds.LOSS
            if match.get("forfeited") is True:
                letters = kinds.FORFEIT_WIN if winner == players[0] else kinds.FORFEIT_LOSS
        else:
            letters = kinds.DRAW if is_over else kinds.OPEN
        place = number_in(match, "suggested_play_order")
        group = text_in(match, "group_id")
        return _Match(order if place is None else place, number_in(match, "round") or 0, players, letters, group)

    def _add_byes(self, kind: str) -> None:
        """A free seat in the first round of a tree is a bye; a Swiss gives one to the player who is left."""
        if kind == SINGLE:
            for number in self.made.players:
                if not self.made.is_busy(number, 1) and self.made.is_busy(number, 2):
                    self.made.add_bye(1, number, kinds.FULL_BYE)
        elif kind == SWISS:
            for round_ in range(1, self.made.rounds + 1):
                left = [number for number in self.made.players if not self.made.is_busy(number, round_)]
                if len(left) == 1:
                    self.made.add_bye(round_, left[0], kinds.PAIRING_BYE)
        self.made.fill(kinds.ZERO_BYE)

    def _tell_lost_of_matches(self, is_mixed: bool) -> None:
        lost = [_("colours, which Challonge does not have"), _("days of the matches")]
        if self.has_scores:
            lost.append(_("scores of sets"))
        if is_mixed:
            lost.append(_("groups: their matches come before the finals"))
        self.made.leave_out(*lost)


class _Known(dict[str, int]):
    """Numbers by participants. Raises EventFileError for one that is in no list."""

    def __missing__(self, key: str) -> int:
        template = _("Player %(key)s of a match is not among the participants: add them to the file.")
        raise EventFileError(Message(template, {"key": key[:20]}))


def _flat(resource: Object) -> Object:
    """A resource of v2.1 as one of v1: its attributes beside its id, and its players."""
    attributes = object_in(resource, "attributes")
    if not attributes:
        return resource
    found = {**attributes, "id": text_in(resource, "id")}
    for player in ("player1", "player2"):
        if key := text_in(object_in(resource, "relationships", player, "data"), "id"):
            found[f"{player}_id"] = key
    return found


def _is_match(each: Object) -> bool:
    return "player1_id" in each or bool(list_in(each, "points_by_participant"))


def _players_of(match: Object) -> tuple[str, str]:
    players = text_in(match, "player1_id"), text_in(match, "player2_id")
    if all(players):
        return players
    ids = [text_in(each, "participant_id") for each in list_in(match, "points_by_participant")]
    return (ids[0], ids[1]) if len(ids) == 2 else ("", "")


def _rounds_as_numbered(matches: Sequence[_Match]) -> list[int]:
    """Rounds as Challonge numbers them; the match for third place (round 0) is in the last one."""
    last = max((match.round for match in matches), default=1)
    return [match.round if match.round > 0 else last for match in matches]


def _rounds_in_order(matches: Sequence[_Match]) -> list[int]:
    """Each match in the round after the last one of either player."""
    last: dict[str, int] = {}
    rounds = []
    for match in matches:
        round_ = max(last.get(player, 0) for player in match.players) + 1
        last.update(dict.fromkeys(match.players, round_))
        rounds.append(round_)
    return rounds


def _day(values: Object, name: str) -> str:
    return text_in(values, name)[:10]
