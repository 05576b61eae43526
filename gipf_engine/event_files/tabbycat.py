"""Tabbycat: the archive of a tournament (XML), and answers of its API (JSON). Teams of debates are the players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.documents import (
    Object,
    list_in,
    object_in,
    objects_in,
    read_json,
    read_xml,
    text_in,
)
from gipf_engine.event_files.event import EventFileError, FileEvent, FilePlayer, Heading
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_ROOT = re.compile(r"\s*(?:<(?:\?xml|!--)[^>]*>\s*)*<tournament\b")
_PAIRING = re.compile(r"/rounds/(\d{1,3})/pairings/(\d+)")
_BALLOT = re.compile(r"/rounds/(\d{1,3})/pairings/(\d+)/ballots/")
_TEAM = re.compile(r"/teams/(\d+)")
_ORDER = ("aff", "neg")
_FIRST_SIDES = ("aff", "0")
_BYE = ("bye", "-1")
_TWO = 2
_FOUR_TEAMS = _("Debates of four teams are no games of two players.")


@register
class TabbycatArchive(EventFormat):
    """The file that Tabbycat exports as an archive."""

    key = "tabbycat-archive"
    name = _("Tabbycat (archive)")

    def recognizes(self, start: str) -> bool:
        """Its root and its rounds."""
        return _ROOT.match(start[:3_000]) is not None and ("<round" in start or "<participants" in start)

    def read(self, text: str) -> FileEvent:
        """The event; numbers are the places in the list of teams."""
        root = read_xml(text)
        made = FileEvent(Heading(name=root.get("name", ""), kind="Tabbycat", is_foreign=True))
        numbers: dict[str, int] = {}
        for number, team in enumerate(root.iter("team"), 1):
            made.add_player(FilePlayer(number=number, name=team.get("name") or team.get("code") or str(number)))
            numbers[team.get("id", "")] = number
        for round_, each in enumerate(root.iter("round"), 1):
            for debate in each.iter("debate"):
                _add_debate(made, round_, debate, numbers)
        made.fill(kinds.ZERO_BYE)
        _tell_lost_of_debates(made)
        return made.checked()


def _add_debate(made: FileEvent, round_: int, debate: ElementTree.Element, numbers: dict[str, int]) -> None:
    sides = debate.findall("side")
    teams = [numbers.get(side.get("team", ""), 0) for side in sides]
    if len(teams) == 1:
        made.add_bye(round_, teams[0], kinds.PAIRING_BYE)
    elif len(teams) > _TWO:
        raise EventFileError(Message(_FOUR_TEAMS))
    elif teams:
        first, second = (_votes(side) for side in sides)
        made.add_game(round_, teams[0], teams[1], _letters(first, second))


def _votes(side: ElementTree.Element) -> int:
    """How many adjudicators placed a team first."""
    return sum(ballot.get("rank") == "1" for ballot in side.findall("ballot"))


@register
class TabbycatAnswers(EventFormat):
    """Answers of the API in one file, in any order: teams, pairings and ballots, and the tournament."""

    key = "tabbycat-answers"
    name = _("Tabbycat (JSON of the API)")

    def recognizes(self, start: str) -> bool:
        """Addresses of teams or of pairings, as all its answers have them."""
        if start.lstrip()[:1] not in ("{", "["):
            return False
        return "/api/v1/tournaments/" in start and ("/teams/" in start or "/pairings/" in start)

    def read(self, text: str) -> FileEvent:
        """The event; numbers are the places in the list of teams."""
        objects = list(objects_in(read_json(text)))
        names = (text_in(each, "name") for each in objects if "slug" in each and "short_name" in each)
        made = FileEvent(Heading(name=next(names, ""), kind="Tabbycat", is_foreign=True))
        numbers: dict[str, int] = {}
        for team in objects:
            key = _TEAM.search(text_in(team, "url"))
            name = text_in(team, "long_name", "short_name", "reference", "code_name")
            if key is not None and name and key[1] not in numbers:
                numbers[key[1]] = len(numbers) + 1
                made.add_player(FilePlayer(number=numbers[key[1]], name=name))
        votes = _votes_of_ballots(objects)
        for pairing in objects:
            place = _PAIRING.search(text_in(pairing, "url"))
            if place is not None and list_in(pairing, "teams") and not _BALLOT.search(text_in(pairing, "url")):
                _add_pairing(made, int(place[1]), list_in(pairing, "teams"), numbers, votes.get(place[2], Counter()))
        made.fill(kinds.ZERO_BYE)
        _tell_lost_of_debates(made)
        return made.checked()


def _votes_of_ballots(objects: Iterable[Object]) -> dict[str, Counter[str]]:
    """For each pairing how many sheets each team won, by its confirmed ballot, or the last where none is."""
    found: dict[str, tuple[bool, Counter[str]]] = {}
    for ballot in objects:
        place = _BALLOT.search(text_in(ballot, "url"))
        if place is None or ballot.get("discarded") is True:
            continue
        is_confirmed = ballot.get("confirmed") is True
        votes: Counter[str] = Counter()
        for sheet in list_in(object_in(ballot, "result"), "sheets"):
            votes.update(_winners(list_in(sheet, "teams")))
        if is_confirmed or not found.get(place[2], (False, votes))[0]:
            found[place[2]] = is_confirmed, votes
    return {key: votes for key, (_is_confirmed, votes) in found.items()}


def _winners(teams: Sequence[Object]) -> list[str]:
    return [key[1] for team in teams if team.get("win") is True and (key := _TEAM.search(text_in(team, "team")))]


def _add_pairing(
    made: FileEvent, round_: int, teams: Sequence[Object], numbers: dict[str, int], votes: Counter[str]
) -> None:
    keys = [(found[1] if (found := _TEAM.search(text_in(team, "team"))) else "") for team in teams]
    sides = [text_in(team, "side") for team in teams]
    if len(keys) > _TWO:
        raise EventFileError(Message(_FOUR_TEAMS))
    if len(keys) == 1 or any(side in _BYE for side in sides):
        for key in keys:
            made.add_bye(round_, numbers.get(key, 0), kinds.PAIRING_BYE)
        return
    pairs = list(zip(sides, keys, strict=True))
    pairs.sort(key=lambda pair: pair[0] not in _FIRST_SIDES)
    first, second = (key for _side, key in pairs)
    coloured = all(side in (*_ORDER, "0", "1") for side in sides)
    letters = _letters(votes[first], votes[second])
    made.add_game(round_, numbers.get(first, 0), numbers.get(second, 0), letters, coloured=coloured)


def _letters(first: int, second: int) -> tuple[str, str]:
    """The result by how many adjudicators each side convinced."""
    if first == second:
        return kinds.DRAW if first else kinds.OPEN
    return kinds.WIN if first > second else kinds.LOSS


def _tell_lost_of_debates(made: FileEvent) -> None:
    made.leave_out(
        _("speakers and their scores"),
        _("adjudicators and feedback"),
        _("motions and venues"),
        _("breaks"),
    )
    made.notes.append(Message(_("Each team is one player; the affirmative side is White.")))
