"""What the rule sets of GIPF share, whichever checker plays them: set-ups, options, the rules told."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Chapter, Outcome, Position, Rules
from gipf_engine.rules.errors import BadSetup, IllegalMove
from gipf_engine.rules.gipf.manual import chapters_of
from gipf_engine.rules.gipf.position_text import GIPFS_ONLY, NOTHING_YET, SINGLES, PositionData, parse_position
from gipf_engine.rules.gipf.rules_text import CROSSING_STAYS, END_REASONS, OPTIONS, REMOVER_WINS, REPETITION
from gipf_engine.rules.gipf.score import BASIC_NAMES, LINE_OF, NAMES, count_score, explain_outcome, outcome_of
from gipf_engine.rules.score import Score

_CORNERS = {"b5": "W", "e2": "W", "h5": "W", "b2": "B", "e8": "B", "h2": "B"}
_NAMES = (_("White"), _("Black"))


class GipfRules(Rules):
    """One of the three rule sets. A checker says in `place` what its positions are."""

    game = "gipf"
    game_name = _("GIPF")
    alternating = True
    option_help: ClassVar[Mapping[str, str]] = OPTIONS
    styles = ("official", "gf1")
    pieces: ClassVar[int] = 18
    """Each player's pieces, those on the board at the start counted."""
    most_handicap: ClassVar[int] = 0
    has_gipfs: ClassVar[bool] = True
    has_opening: ClassVar[bool] = False
    """Whether GIPF-pieces are brought in by the players."""
    end_reasons: ClassVar[Mapping[str, str]] = END_REASONS
    score_names: ClassVar[Mapping[str, str]] = NAMES
    piece_names: ClassVar[Mapping[str, Message]] = {"W": Message(_NAMES[0]), "B": Message(_NAMES[1])}

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        super().__init__(options)
        self.draws = REPETITION in options
        self.crossing_row_may_stay = CROSSING_STAYS in options

    @abstractmethod
    def place(self, position_data: PositionData) -> Position:
        """The checker's own position of these data."""

    def start(self, setup: str = "", handicap: str = "") -> Position:
        """The position before the first turn. `handicap` "1/0": extra pieces in White's and Black's reserve."""
        if setup:
            raise BadSetup(Message(_("GIPF has one fixed start and takes no set-up")), setup[:40])
        extra = self._read_handicap(handicap)
        board = {} if self.has_opening else {spot: self._start_piece(colour) for spot, colour in _CORNERS.items()}
        standing = len(board) // 2 * (2 if self.has_gipfs else 1)
        reserve = self.pieces - standing
        phase = NOTHING_YET if self.has_opening else SINGLES
        return self.place(PositionData(board, WHITE, (reserve + extra[0], reserve + extra[1]), (0, 0), (phase, phase)))

    def position(self, text: str) -> Position:
        """Read a position text (see `gipf_engine.rules.gipf.position_text`)."""
        position_data = parse_position(text)
        self._check_kinds(position_data, text)
        for seat in (WHITE, BLACK):
            self._check_pieces(position_data, seat, text)
        return self.place(position_data)

    def handicaps(self) -> Mapping[str, Message]:
        """ "2/0": two more pieces for White. A handicap is for one side."""
        white, black = _("%(count)d more pieces for White"), _("%(count)d more pieces for Black")
        known: dict[str, Message] = {}
        for count in range(1, self.most_handicap + 1):
            known[f"{count}/0"] = Message(white, {"count": count})
            known[f"0/{count}"] = Message(black, {"count": count})
        return known

    def swap_handicap(self, handicap: str) -> str:
        """ "2/0" is "0/2" then."""
        return "/".join(reversed(handicap.split("/")))

    def handicap_steps(self, handicap: str) -> int:
        """ "2/0" is 2, "0/2" is -2."""
        white, black = self._read_handicap(handicap)
        return white - black

    def check_count(self, before: Position, after: Position, written: int) -> None:
        """`(16)` behind a turn is what is left in the reserve of whoever played it. Raises `IllegalMove`."""
        left = after.view().pool("reserve", before.turn).count
        if left != written:
            numbers = {"left": left, "written": written}
            raise IllegalMove(Message(_("%(left)s pieces are left in the reserve, not %(written)s"), numbers))

    def score(self, position: Position) -> Score:
        """What both players have in reserve, on the board and captured."""
        return count_score(position, self.score_names)

    def explain_outcome(self, outcome: Outcome) -> Message:
        """Who had nothing left, and of what."""
        return explain_outcome(outcome, self.end_reasons)

    def deciding_count(self, outcome: Outcome) -> str:
        """Of what the loser had nothing left."""
        return LINE_OF.get(outcome.reason, "")

    def outcome_of(self, counts: Sequence[Sequence[int]]) -> Outcome:
        """Who has lost by these counts. Raises `BadSetup`."""
        return outcome_of(counts, self.score_names)

    def explain(self) -> Sequence[Message]:
        """The rules told to players, a paragraph each; options that are on come last."""
        return [paragraph for chapter in self.chapters() for paragraph in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """The rules told to players in chapters, with pictures."""
        return chapters_of(self)

    def _start_piece(self, colour: str) -> str:
        return colour * 2 if self.has_gipfs else colour

    def _read_handicap(self, text: str) -> tuple[int, int]:
        if not text:
            return 0, 0
        if not self.most_handicap:
            raise BadSetup(Message(_("only basic GIPF is played with a handicap")), text[:40])
        found = re.fullmatch(r"([0-9])/([0-9])", text)
        extra = (int(found[1]), int(found[2])) if found else (0, 0)
        if not found or max(extra) > self.most_handicap or min(extra) > 0:
            raise BadSetup(
                Message(
                    _("a handicap is written 0/2, at most %(most)s extra pieces for one side, not %(text)s"),
                    {"most": self.most_handicap, "text": text[:40]},
                ),
                text[:40],
            )
        return extra

    def _check_kinds(self, position_data: PositionData, text: str) -> None:
        if not self.has_gipfs and any(len(pieces) == 2 for pieces in position_data.board.values()):
            raise BadSetup(Message(_("basic GIPF has no GIPF-pieces")), text)
        if not self.has_opening and position_data.phases != (SINGLES, SINGLES):
            raise BadSetup(Message(_("only tournament GIPF begins with bringing in GIPF-pieces")), text)
        if position_data.times > 1 and REPETITION not in self.options:
            raise BadSetup(Message(_("positions are counted only where repetition draws")), text)

    def _check_pieces(self, position_data: PositionData, seat: int, text: str) -> None:
        total = position_data.pieces(seat)
        if not self.pieces <= total <= self.pieces + self.most_handicap:
            raise BadSetup(
                Message(
                    _("%(player)s has %(count)s pieces on the board, in reserve and captured; it should be %(right)s"),
                    {"player": Message(_NAMES[seat]), "count": total, "right": self.pieces},
                ),
                text,
            )
        phase, standing = position_data.phases[seat], [p for p in position_data.board.values() if p[0] == "WB"[seat]]
        untouched = position_data.reserves[seat] == total
        if (phase == NOTHING_YET and not untouched) or (phase == GIPFS_ONLY and any(len(p) == 1 for p in standing)):
            raise BadSetup(
                Message(
                    _("%(player)s's pieces on the board do not fit the phase %(phase)s"),
                    {"player": Message(_NAMES[seat]), "phase": phase},
                ),
                text,
            )


class Basic(GipfRules):
    """Fifteen pieces each, three of them on the board; no GIPF-pieces (GIPF 9)."""

    key = "gipf-basic"
    variant = "basic"
    name = _("GIPF, basic game")
    help = _("Fifteen pieces each and no GIPF-pieces. A player with no piece left to bring in loses.")
    pieces = 15
    most_handicap = 3
    has_gipfs = False
    score_names = BASIC_NAMES
    option_help = {name: text for name, text in OPTIONS.items() if name not in (REMOVER_WINS, CROSSING_STAYS)}


class Standard(GipfRules):
    """Eighteen pieces each; the three on the board are GIPF-pieces (GIPF 9)."""

    key = "gipf-standard"
    variant = "standard"
    name = _("GIPF, standard game")
    help = _("Three GIPF-pieces each stand on the board: whoever has none left, or no piece to bring in, loses.")


class Tournament(GipfRules):
    """Eighteen pieces each and an empty board; the players bring in as many GIPF-pieces as they like (GIPF 11)."""

    key = "gipf-tournament"
    variant = "tournament"
    name = _("GIPF, tournament game")
    help = _("The board is empty: each player begins with GIPF-pieces and decides when to go over to singles.")
    has_opening = True
