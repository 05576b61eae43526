"""The actions of a LYNGK game of Boardspace, as turns; and its board, which a number lays out.

A turn: a colour may be claimed (`Claim R F`, or `Pick R` and `Drop F`), a stack moves (`Move B 1 B 2`, or `Pickb B 1 0`
and `Dropb B 2`), and `Done`; `Pass` or `Done` alone where nothing can move. N is black there and W a joker. A claim
takes the neutral columns of its colour, which is our option `claim_captures`; it is named where it made a difference.

Source: github.com/ddyer0/boardspace.net, `LyngkBoard.java` (doInit, Execute, checkAllCaptures), `LyngkChip.java`,
`hexBoard.java`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup, NotAMove
from gipf_engine.rules.formats.boardspace_reader import Reader, read_points, reads
from gipf_engine.rules.formats.java_random import JavaRandom
from gipf_engine.rules.formats.lyngk_line import LyngkLine

COLOURS = {"N": "K", "R": "R", "B": "B", "G": "G", "I": "I"}
"""Boardspace's letters of colours to ours."""
_OF_EACH, _JOKERS = 8, 3
_IN_THE_BAG = "J" * _JOKERS + "KRGBI" * _OF_EACH
_KEY_AND_PLAYERS = 2
_PLAYERS = ("F", "S")
_LONGEST_KEY = 20


def draw_setup(key: int) -> str:
    """The set-up of a key: 43 letters in our order of spots.

    The bag is shuffled, and the last of it goes to the last spot: Boardspace lays out its cells from i1 back to a1.
    """
    pieces = list(_IN_THE_BAG)
    JavaRandom(key).shuffle(pieces)
    return "".join(pieces)


@reads({"lyngk": "lyngk-main", "lyngk-6": "lyngk-six"})
class LyngkReader(Reader):
    """Reads one game. `about`: what stands behind the name of the rules: players, key, revision."""

    NAMES: ClassVar[frozenset[str]] = frozenset({"claim", "move", "pick", "drop", "pickb", "dropb", "pass"})

    def __init__(self, key: str, about: Sequence[str]) -> None:
        if len(about) < _KEY_AND_PLAYERS or not about[1].lstrip("-").isdecimal() or len(about[1]) > _LONGEST_KEY:
            raise BadSetup(Message(_("SU has no random key, so the layout of the board is unknown")))
        setup = draw_setup(int(about[1]))
        self.line: LyngkLine = LyngkLine(rules_for(key), setup)
        self.claim = self.picked = self.source = self.target = self.moved_to = ""
        self._passed = False
        self._board = frozenset(self.line.position.view().spots)

    @property
    def tags(self) -> dict[str, str]:
        """The set-up, and the option where it made a difference."""
        return self.line.tags

    def act(self, name: str, arguments: Sequence[str]) -> None:
        """An action of the one who is to move."""
        match name:
            case "claim":
                self._pick(arguments)
                self._claim(arguments[1:])
            case "pick":
                self._pick(arguments)
            case "drop":
                self._claim(arguments)
            case "move":
                self.source, self.target = read_points(arguments, 2, self._board)
            case "pickb":
                spot = read_points(arguments[:2], 1, self._board)[0]
                self.target = ""
                self.source = self.source if self.source and spot == self.moved_to else spot
            case "dropb":
                spot = read_points(arguments, 1, self._board)[0]
                self.target = self.moved_to = "" if spot == self.source else spot
            case "pass":
                self._pass()
            case _:
                raise NotAMove(Message(_("this is not an action in %(game)s"), {"game": "LYNGK"}))

    def end_turn(self) -> None:
        """Play the turn."""
        if self.target:
            turn = f"{self.source}-{self.target}"
            self.line.play_token(f"{self.claim},{turn}" if self.claim else turn)
        elif self.claim:
            raise NotAMove(Message(_("a colour was claimed, but no stack has moved")))
        elif self._passed:
            self._passed = False  # the pass was played when it was said
            return
        else:
            self.line.play_token("pass")
        self._begin_turn()
        self._passed = False

    def finish(self) -> None:
        """Play a turn that was not closed."""
        if self.target:
            self.end_turn()

    def _begin_turn(self) -> None:
        self.claim = self.picked = self.source = self.target = self.moved_to = ""

    def _pick(self, arguments: Sequence[str]) -> None:
        letter = arguments[0].upper() if arguments else ""
        if letter in _PLAYERS:
            self.picked, self.claim = self.claim, ""  # the claim is taken back
            return
        if letter not in COLOURS:
            raise NotAMove(Message(_("this names no colour that can be claimed")))
        self.picked = COLOURS[letter]

    def _claim(self, arguments: Sequence[str]) -> None:
        if arguments and arguments[0].upper() in _PLAYERS:
            self.claim = self.picked
        self.picked = ""

    def _pass(self) -> None:
        self.line.play_token("pass")
        self._begin_turn()
        self._passed = True
