"""Swiss events and arenas of lichess: its API's games as NDJSON, and its results before or behind them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.documents import Object, number_in, object_in, objects_in, read_json, text_in
from gipf_engine.event_files.event import EventFileError, FileEvent, FilePlayer, Heading, by_rating
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.meanings import TITLES

_GAME = re.compile(r'"(?:swiss|arenaTour|tournament)"\s*:')
_RESULT = re.compile(r'"(?:tieBreak|sheet|score)"\s*:')
_RUNNING = frozenset({"created", "started"})
_NOT_PLAYED = frozenset({"aborted", "unknownFinish"})
_NOT_STARTED = "noStart"
_VARIANT = "standard"


@dataclass(frozen=True, slots=True)
class _Game:
    """A game: two user ids, when it began and ended, and both letters."""

    white: str
    black: str
    began: int
    ended: int
    letters: tuple[str, str]


@register
class Lichess(EventFormat):
    """What `/api/swiss/ID/games`, `/api/tournament/ID/games` and their `/results` give."""

    key = "lichess"
    name = _("lichess (results and games of the API)")

    def recognizes(self, start: str) -> bool:
        """Objects of games in an event, or of its results."""
        if start.lstrip()[:1] not in ("{", "["):
            return False
        is_game = '"players"' in start and '"white"' in start and bool(_GAME.search(start))
        return is_game or ('"username"' in start and '"rank"' in start and bool(_RESULT.search(start)))

    def read(self, text: str) -> FileEvent:
        """The event; numbers are given by rating."""
        return _Reading(list(objects_in(read_json(text)))).event()


class _Reading:
    def __init__(self, objects: Sequence[Object]) -> None:
        self.results = [each for each in objects if isinstance(each.get("username"), str) and "rank" in each]
        games = [each for each in objects if isinstance(each.get("players"), dict) and "status" in each]
        self.games = list({text_in(each, "id") or str(at): each for at, each in enumerate(games)}.values())
        self.lost: Counter[str] = Counter()
        self.made = FileEvent()

    def event(self) -> FileEvent:
        if not self.games:
            template = _("These are results without games: add what /games of the same event gives to the file.")
            raise EventFileError(Message(template))
        events = {
            text_in(each, "swiss", "tournament") or text_in(object_in(each, "arenaTour"), "id") for each in self.games
        }
        if len(events) > 1:
            raise EventFileError(Message(_("The games are of several events.")))
        is_arena = not any("swiss" in each for each in self.games)
        numbers = self._add_players()
        games = [found for each in self.games if (found := self._game(each)) is not None]
        games.sort(key=lambda game: game.began)
        placed = _rounds_of_arena(games) if is_arena else _rounds_of_swiss(games)
        for round_, game in placed:
            self.made.add_game(round_, numbers[game.white], numbers[game.black], game.letters)
        self.made.heading = self._heading(is_arena)
        if not is_arena:
            self._add_points(numbers)
        self.made.fill(kinds.ZERO_BYE if is_arena else kinds.UNEXPLAINED)
        self._tell_lost_of_games(is_arena)
        return self.made.checked()

    def _heading(self, is_arena: bool) -> Heading:
        name = next((found for each in self.games if (found := text_in(object_in(each, "arenaTour"), "name"))), "")
        return Heading(name=name, kind="Arena (lichess)" if is_arena else "Swiss (lichess)", is_foreign=True)

    def _add_players(self) -> dict[str, int]:
        """All who are in the results or in a game: the results say how high a rating was when the event began."""
        found: dict[str, Object] = {each["username"].casefold(): each for each in self.results}
        for game in self.games:
            for side in (object_in(game, "players", "white"), object_in(game, "players", "black")):
                user = object_in(side, "user")
                if (name := text_in(user, "name")) and name.casefold() not in found:
                    rating = number_in(side, "rating")
                    found[name.casefold()] = {"username": name, "rating": rating, "title": user.get("title")}
        numbers = by_rating((key, number_in(each, "rating")) for key, each in found.items())
        for key, number in numbers.items():
            each = found[key]
            title = text_in(each, "title")
            self.lost["titles"] += bool(title) and title not in TITLES
            rating = number_in(each, "rating")
            self.made.add_player(
                FilePlayer(
                    number=number,
                    name=text_in(each, "username"),
                    rating=rating if rating is not None and 0 < rating <= kinds.MOST_PLAYERS else None,
                    title=title if title in TITLES else "",
                )
            )
        return numbers

    def _game(self, game: Object) -> _Game | None:
        """None for a game that does not count, or has an anonymous player."""
        names = [text_in(object_in(game, "players", side, "user"), "name").casefold() for side in ("white", "black")]
        status = text_in(game, "status")
        if status in _NOT_PLAYED or not all(names):
            self.lost["aborted"] += 1
            return None
        self.lost["variant"] += text_in(game, "variant") != _VARIANT
        winner = text_in(game, "winner")
        if status in _RUNNING:
            letters = kinds.OPEN
        elif status == _NOT_STARTED:
            letters = {"white": kinds.FORFEIT_WIN, "black": kinds.FORFEIT_LOSS}.get(winner, kinds.BOTH_FORFEIT)
        else:
            letters = {"white": kinds.WIN, "black": kinds.LOSS}.get(winner, kinds.DRAW)
        began = number_of(game, "createdAt")
        return _Game(names[0], names[1], began, number_of(game, "lastMoveAt") or began, letters)

    def _add_points(self, numbers: dict[str, int]) -> None:
        for each in self.results:
            points = each.get("points")
            if isinstance(points, int | float) and not isinstance(points, bool) and 0 <= points < kinds.MOST_ROUNDS:
                self.made.points[numbers[each["username"].casefold()]] = round(points * 2)

    def _tell_lost_of_games(self, is_arena: bool) -> None:
        lost: list[Message | str] = [_("moves"), _("times of the games")]
        if is_arena:
            lost.append(_("points of streaks and of berserk (a win counts 1)"))
        if self.results:
            lost.append(_("performances and tie-breaks"))
        if self.lost["titles"]:
            lost.append(_("titles that are not FIDE's"))
        if self.lost["aborted"]:
            lost.append(Message(_("aborted games (%(count)d)"), {"count": self.lost["aborted"]}))
        if self.lost["variant"]:
            lost.append(_("the variant"))
        self.made.leave_out(*lost)
        if not is_arena and not self.results:
            template = _("Byes are not in games: add what /results of the same event gives to the file.")
            self.made.notes.append(Message(template))
        if is_arena:
            template = _("An arena has no rounds: a game is in the first round in which both players are free.")
            self.made.notes.append(Message(template))


def number_of(values: Object, name: str) -> int:
    """Milliseconds since 1970; 0 where the file does not say."""
    value = values.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _rounds_of_swiss(games: Iterable[_Game]) -> Iterable[tuple[int, _Game]]:
    """All games of a round begin before any of the next: a round ends when all are over, or a person plays again."""
    round_, busy, last_end = 1, set[str](), 0
    for game in games:
        if busy and (game.white in busy or game.black in busy or game.began > last_end):
            round_, busy, last_end = round_ + 1, set(), 0
        busy |= {game.white, game.black}
        last_end = max(last_end, game.ended)
        yield round_, game


def _rounds_of_arena(games: Iterable[_Game]) -> Iterable[tuple[int, _Game]]:
    """Each game in the first round in which neither of its players has one."""
    busy: dict[str, set[int]] = {}
    for game in games:
        taken = busy.setdefault(game.white, set()) | busy.setdefault(game.black, set())
        round_ = next(number for number in range(1, len(taken) + 2) if number not in taken)
        busy[game.white].add(round_)
        busy[game.black].add(round_)
        yield round_, game
