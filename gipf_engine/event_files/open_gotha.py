"""Tournaments of OpenGotha (XML): players of go, their games, byes and absences."""

from __future__ import annotations

from xml.etree import ElementTree

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.documents import read_xml
from gipf_engine.event_files.event import FileEvent, FilePlayer, Heading, by_rating
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_RESULTS = {
    "RESULT_UNKNOWN": kinds.OPEN,
    "RESULT_WHITEWINS": kinds.WIN,
    "RESULT_BLACKWINS": kinds.LOSS,
    "RESULT_EQUAL": kinds.DRAW,
    "RESULT_BOTHLOSE": kinds.BOTH_LOST,
    "RESULT_WHITEWINS_BYDEF": kinds.FORFEIT_WIN,
    "RESULT_BLACKWINS_BYDEF": kinds.FORFEIT_LOSS,
    "RESULT_BOTHLOSE_BYDEF": kinds.BOTH_FORFEIT,
}
_AS_BYES = {
    "RESULT_BOTHWIN": kinds.FULL_BYE,
    "RESULT_BOTHWIN_BYDEF": kinds.FULL_BYE,
    "RESULT_EQUAL_BYDEF": kinds.HALF_BYE,
}
"""What no game here can end with: both players get the points without one."""
_BY_HALF_POINTS = {"0": kinds.ZERO_BYE, "1": kinds.HALF_BYE, "2": kinds.FULL_BYE}
_COUNTRIES = {"UK": "GB", "EL": "GR"}
_FINAL = "FIN"
_LETTERS_I = str.maketrans({"İ": "I", "ı": "I", "i": "I"})
_LONGEST_ROUND = 3


@register
class OpenGotha(EventFormat):
    """OpenGotha's own file, `dataVersion` 200 and 201."""

    key = "open-gotha"
    name = _("OpenGotha (XML)")

    def recognizes(self, start: str) -> bool:
        """A root that other formats write small, and its list of players."""
        return "<Tournament" in start[:3_000] and "<Players" in start[:5_000]

    def read(self, text: str) -> FileEvent:
        """The event; numbers are given by rating."""
        return _Reading(read_xml(text)).event()


class _Reading:
    def __init__(self, root: ElementTree.Element) -> None:
        self.root = root
        general = root.find(".//GeneralParameterSet")
        self.general = general.attrib if general is not None else {}
        self.made = FileEvent()
        self.numbers: dict[str, int] = {}
        self.handicaps = 0

    def event(self) -> FileEvent:
        self.made.heading = self._heading()
        self._add_players()
        for game in self.root.iter("Game"):
            self._add_game(game.attrib)
        for bye in self.root.iter("ByePlayer"):
            self._add_bye(bye.attrib)
        self._add_absences()
        self._tell_lost_values()
        return self.made.checked()

    def _heading(self) -> Heading:
        first = self.root.find(".//PlacementCriterion[@number='1']")
        is_mcmahon = first is not None and first.get("name", "").startswith("MMS")
        rounds = self.general.get("numberOfRounds", "")
        return Heading(
            name=self.general.get("name", ""),
            city=self.general.get("location", ""),
            first_day=self.general.get("beginDate", ""),
            last_day=self.general.get("endDate", ""),
            arbiter=self.general.get("director", ""),
            kind="McMahon (OpenGotha)" if is_mcmahon else "Swiss (OpenGotha)",
            is_foreign=True,
            rounds=int(rounds) if _is_short_number(rounds) else None,
        )

    def _add_players(self) -> None:
        met = {
            _folded(each.get(side, "")) for each in self.root.iter("Game") for side in ("whitePlayer", "blackPlayer")
        }
        all_wait = all(each.get("registeringStatus", _FINAL) != _FINAL for each in self.root.iter("Player"))
        preliminary = []
        found: dict[str, dict[str, str]] = {}
        for player in self.root.iter("Player"):
            key = _key_of_player(player.attrib)
            if player.get("registeringStatus", _FINAL) != _FINAL and key not in met and not all_wait:
                preliminary.append(_name(player.attrib))
            elif key in found:
                params = {"name": _name(player.attrib)}
                self.made.problems.append(Message(_("%(name)s is in the list of players twice"), params))
            else:
                found[key] = player.attrib
        self.numbers = by_rating((key, _rating(values)) for key, values in found.items())
        for key, number in self.numbers.items():
            values = found[key]
            country = values.get("country", "").upper()
            player_ = FilePlayer(
                number=number,
                name=_name(values),
                rating=_rating(values),
                country=_COUNTRIES.get(country, country),
                club=values.get("club", ""),
            )
            self.made.add_player(player_)
        if preliminary:
            self.made.leave_out(Message(_("players who were not confirmed: %(names)s"), {"names": preliminary}))

    def _add_game(self, game: dict[str, str]) -> None:
        round_, result = game.get("roundNumber", ""), game.get("result", "RESULT_UNKNOWN")
        white, black = (self.numbers.get(_folded(game.get(side, ""))) for side in ("whitePlayer", "blackPlayer"))
        if not _is_short_number(round_) or white is None or black is None:
            params = {"white": game.get("whitePlayer", "")[:40], "black": game.get("blackPlayer", "")[:40]}
            template = _("the game %(white)s – %(black)s has no round or no known players")
            self.made.problems.append(Message(template, params))
            return
        self.handicaps += game.get("handicap", "0") not in ("", "0")
        if result in _AS_BYES:
            for player in (white, black):
                self.made.add_bye(int(round_), player, _AS_BYES[result])
            players = {"white": self.made.name_of(white), "black": self.made.name_of(black)}
            template = _("round %(round)d: %(white)s and %(black)s keep their points as byes: no game here ends so")
            self.made.notes.append(Message(template, {"round": int(round_), **players}))
        elif result in _RESULTS:
            coloured = game.get("knownColor", "true") == "true"
            self.made.add_game(int(round_), white, black, _RESULTS[result], coloured=coloured)
        else:
            self.made.problems.append(Message(_("“%(text)s” is not a result"), {"text": result[:40]}))

    def _add_bye(self, bye: dict[str, str]) -> None:
        number, round_ = self.numbers.get(_folded(bye.get("player", ""))), bye.get("roundNumber", "")
        if number is None or not _is_short_number(round_):
            template = _("the bye of %(name)s has no round or no known player")
            self.made.problems.append(Message(template, {"name": bye.get("player", "")[:40]}))
            return
        worth = _BY_HALF_POINTS.get(self.general.get("genNBW2ValueBye", "2"), kinds.FULL_BYE)
        self.made.add_bye(int(round_), number, kinds.PAIRING_BYE if worth == kinds.FULL_BYE else worth)

    def _add_absences(self) -> None:
        """Who took no part in a round that was paired has what the event gives for that; others were not paired."""
        worth = _BY_HALF_POINTS.get(self.general.get("genNBW2ValueAbsent", "0"), kinds.ZERO_BYE)
        took_part = {_key_of_player(each.attrib): each.get("participating", "") for each in self.root.iter("Player")}
        for key, number in self.numbers.items():
            rounds = took_part.get(key, "")
            for round_ in range(1, self.made.rounds + 1):
                if rounds[round_ - 1 : round_] == "0" and not self.made.is_busy(number, round_):
                    self.made.add_bye(round_, number, worth)
        self.made.fill(kinds.ZERO_BYE)

    def _tell_lost_values(self) -> None:
        lost: list[Message | str] = []
        if self.handicaps:
            lost.append(Message(_("handicaps (games: %(count)d)"), {"count": self.handicaps}))
        if any(each.get("rank") or each.get("grade") for each in self.root.iter("Player")):
            lost.append(_("ranks in dan and kyu"))
        if any(each.get(name) for each in self.root.iter("Player") for name in ("egfPin", "ffgLicence", "agaId")):
            lost.append(_("licences and numbers of other federations"))
        if self.root.find(".//PlacementCriterion") is not None:
            lost.append(_("tie-breaks"))
        if self.root.find(".//Team") is not None:
            lost.append(_("teams"))
        self.made.leave_out(*lost)


def _key_of_player(values: dict[str, str]) -> str:
    """How games name a player."""
    return _folded((values.get("name", "") + values.get("firstName", "")).replace(" ", ""))


def _folded(key: str) -> str:
    """A key as it is compared: where it was made in Turkish, its capital of i has a point."""
    return key.translate(_LETTERS_I).upper()


def _name(values: dict[str, str]) -> str:
    parts = [" ".join(values.get(name, "").split()) for name in ("name", "firstName")]
    return ", ".join(filter(None, parts))


def _rating(values: dict[str, str]) -> int | None:
    text = values.get("rating", "")
    return int(text) or None if text.isascii() and text.isdecimal() and len(text) <= 4 else None


def _is_short_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ROUND and int(text) > 0
