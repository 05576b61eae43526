"""An event as it was read from another program's file: players, and for each round whom they met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

WHITE, BLACK, NO_COLOUR = "w", "b", ""
WIN, DRAW, LOSS, OPEN, BOTH_LOST = ("1", "0"), ("=", "="), ("0", "1"), ("?", "?"), ("0", "0")
FORFEIT_WIN, FORFEIT_LOSS, BOTH_FORFEIT = ("+", "-"), ("-", "+"), ("-", "-")
PAIRING_BYE, FULL_BYE, HALF_BYE, ZERO_BYE, UNEXPLAINED = "U", "F", "H", "Z", " "
"""Letters of TRF. The points of a player say what an unexplained round was worth."""
WORTH: Mapping[str, int] = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1}
"""Half points."""
MOST_PLAYERS, MOST_ROUNDS = 9_999, 999
"""What the columns of TRF hold."""


class EventFileError(ValueError):
    """A file whose event cannot be taken; `problems` say why."""

    def __init__(self, *problems: Message) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player: the opponent's number (0: none), the colour and the letter of the result."""

    opponent: int
    colour: str
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePlayer:
    """A player. `country` has two letters; `line` is where the player is in a table of text (0: nowhere)."""

    number: int
    name: str
    rating: int | None = None
    country: str = ""
    federation: str = ""
    title: str = ""
    fide: str = ""
    birth: str = ""
    sex: str = ""
    club: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a file says of the event as a whole. Days are written in any order; `kind` is the pairing system."""

    name: str = ""
    city: str = ""
    federation: str = ""
    first_day: str = ""
    last_day: str = ""
    kind: str = ""
    is_foreign: bool = False
    """Rounds were paired in a way that is none of ours, so that they are not compared with any."""
    arbiter: str = ""
    time_control: str = ""
    rounds: int | None = None
    win: str = ""
    draw: str = ""
    """Points where they are not 1 and ½."""


@dataclass(slots=True)
class FileEvent:
    """An event while it is read. `points` are half points that the file says; `notes` what was not taken over."""

    heading: Heading = field(default_factory=Heading)
    players: dict[int, FilePlayer] = field(default_factory=dict)
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    notes: list[Message] = field(default_factory=list)
    problems: list[Message] = field(default_factory=list)

    def add_player(self, player: FilePlayer) -> None:
        """One more player. Raises EventFileError for more than a file can have."""
        if len(self.players) >= MOST_PLAYERS:
            raise EventFileError(Message(_("The file has too many players.")))
        self.players[player.number] = player

    def add_game(self, round_: int, white: int, black: int, letters: tuple[str, str], *, coloured: bool = True) -> None:
        """A game of a round, with White's letter first."""
        colours = (WHITE, BLACK) if coloured else (NO_COLOUR, NO_COLOUR)
        if white == black:
            template = _("round %(round)d: %(name)s plays against themselves")
            self.problems.append(Message(template, {"round": round_, "name": self.name_of(white)}))
            return
        self._put(white, round_, Cell(black, colours[0], letters[0]))
        self._put(black, round_, Cell(white, colours[1], letters[1]))

    def add_bye(self, round_: int, player: int, letter: str) -> None:
        """A round without an opponent. TRF has one pairing-allocated bye a round; another is a full-point bye."""
        if letter == PAIRING_BYE and any(
            cell.letter == PAIRING_BYE for (_player, number), cell in self.cells.items() if number == round_
        ):
            letter = FULL_BYE
        self._put(player, round_, Cell(0, NO_COLOUR, letter))

    def is_busy(self, player: int, round_: int) -> bool:
        """Whether something is known of a player's round."""
        return (player, round_) in self.cells

    def fill(self, letter: str) -> None:
        """Byes of this kind for all players in the rounds of which the file says nothing."""
        for round_ in range(1, self.rounds + 1):
            for player in self.players:
                if not self.is_busy(player, round_):
                    self.add_bye(round_, player, letter)

    def leave_out(self, *what: Message | str) -> None:
        """Note that something of the file was not taken over."""
        named = [each if isinstance(each, Message) else Message(each) for each in what]
        if named:
            self.notes.append(Message(_("Not imported: %(what)s."), {"what": named}))

    @property
    def rounds(self) -> int:
        """How many rounds something is known of."""
        return max((round_ for _player, round_ in self.cells), default=0)

    def name_of(self, number: int) -> str:
        """A player's name; the number where there is no such player."""
        player = self.players.get(number)
        return player.name if player is not None else str(number)

    def checked(self) -> FileEvent:
        """The event itself. Raises EventFileError where something in it is wrong, or no one plays."""
        if self.problems:
            raise EventFileError(*self.problems)
        if not self.players:
            raise EventFileError(Message(_("The file has no players.")))
        if self.rounds > MOST_ROUNDS:
            raise EventFileError(Message(_("The file has too many rounds.")))
        return self

    def _put(self, player: int, round_: int, cell: Cell) -> None:
        if player not in self.players:
            template = _("round %(round)d: player %(number)s is not in the list of players")
            self.problems.append(Message(template, {"round": round_, "number": str(player)}))
        elif self.is_busy(player, round_):
            template = _("round %(round)d: %(name)s is there twice")
            self.problems.append(Message(template, {"round": round_, "name": self.name_of(player)}))
        else:
            self.cells[player, round_] = cell


def by_rating(players: Iterable[tuple[str, int | None]]) -> dict[str, int]:
    """Numbers from 1 for keys with ratings, the highest first; equal ones in their order."""
    ranked = sorted(players, key=lambda player: -(player[1] or 0))
    return {key: number for number, (key, _rating) in enumerate(ranked, 1)}
