"""GIPF on the kit as a prototype: how fast turns are listed and checked beside the engine that ships.

    python -m bench.kit_gipf

The prototype takes its bits from `gipf_engine.rules.gipf`, so that only the way through the kit is compared. It knows
no repetition, and refuses without reasons. Over every fifth game of tests/data/games, CPU seconds of one core, the best
of three; the turns listed are the same ones.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from time import process_time
from typing import ClassVar, NamedTuple

from gipf_engine.kit.board import Board
from gipf_engine.kit.choices import Choice, Made
from gipf_engine.kit.effects import Effect
from gipf_engine.kit.rules import GameRules
from gipf_engine.kit.table import Equipment, Table
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Outcome
from gipf_engine.rules.gipf import bits
from gipf_engine.rules.gipf.bits import ENTRIES, has_four
from gipf_engine.rules.gipf.board import SKEWED
from gipf_engine.rules.gipf.notation import write_removal
from gipf_engine.rules.gipf.position import _outcome
from gipf_engine.rules.gipf.position_text import KINDS
from gipf_engine.rules.gipf.state import State, state_of
from gipf_engine.rules.gipf.validation import marks_of
from testing.engine.rules import gipf_data as data

BEFORE, ENTER, AFTER = "before", "enter", "after"
_TEXTS = [[f"{'G' * gipf}{name}" for name in bits.NAMES] for gipf in (0, 1)]
_NUMBERS = {text: (gipf, number) for gipf, texts in enumerate(_TEXTS) for number, text in enumerate(texts)}


class Seen(NamedTuple):
    """A GIPF state, and whose it is."""

    state: State
    seat: int


class KitGipf(GameRules[Seen]):
    """The standard rules without options."""

    key, game, variant = "gipf-kit", "gipf", "kit"
    name = help = "GIPF on the kit"
    parts = re.compile(";?x[^;]+|;?G?[a-i][1-9](?:-[a-i][1-9])?")
    shape = "%(turn)s is not a turn"
    equipment: ClassVar = Equipment(Board(SKEWED), [], pieces="WB")

    def __init__(self, variant: str) -> None:
        super().__init__()
        self.shipped = rules_for(f"gipf-{variant}")

    def choices(self, state: Seen, made: Made) -> Iterable[Choice]:
        """Rows off where there are any, a piece in, rows off."""
        now = state.state
        if not made and has_four(now.own.pieces):
            return _removals(now, BEFORE, "")
        if made and made[-1].kind != BEFORE:
            return _removals(now, AFTER, ";") if made[-1].kind == ENTER else ()
        if made and any(now.has_lost_gipfs(self.shipped.has_gipfs)):
            return ()
        return _entries(now, ";" if made and made[-1].text else "")

    def choose(self, state: Seen, made: Made, text: str) -> Choice | None:
        """An entry without listing the others."""
        now = state.state
        if made or text not in _NUMBERS or has_four(now.own.pieces):
            return super().choose(state, made, text)
        gipf, number = _NUMBERS[text]
        if not now.has_room(number) or gipf not in KINDS[now.own.phase] or now.own.reserve <= gipf:
            return None
        pushed = now.push(number, bool(gipf))
        return Choice(ENTER, text, (text,), last=not has_four(pushed.own.pieces), data=(number, bool(gipf)))

    def after(self, state: Seen, choice: Choice) -> Seen:
        """By the kernel."""
        if choice.kind == ENTER:
            number, gipf = choice.data
            return Seen(state.state.push(number, gipf), state.seat)
        return Seen(state.state.without(choice.data), state.seat)

    def finish(self, state: Seen, made: Made) -> Seen:
        """The other side's turn."""
        return Seen(state.state.swap_sides(), 1 - state.seat)

    def end(self, state: Seen) -> Outcome | None:
        """As it ships."""
        return _outcome(self.shipped, state.state, state.seat, 1)

    def begin(self, setup: str, handicap: str) -> Seen:
        """As it ships."""
        start = self.shipped.start(setup, handicap)
        return Seen(start.state, start.mover)

    def mover(self, state: Seen) -> int:
        """Whose turn it is."""
        return state.seat

    def ask(self, state: Seen, made: Made) -> Message:
        """Nothing of note."""
        return Message("choose")

    def refuse(self, state: Seen, made: Made, part: str) -> Message:
        """No reason."""
        return Message("no")

    def effects(self, state: Seen, choice: Choice) -> Sequence[Effect]:
        """Not in the prototype."""
        return ()

    def table(self, state: Seen) -> Table:
        """Not in the prototype."""
        raise NotImplementedError  # nothing is drawn here: turns are listed and checked alone

    def explain(self) -> Sequence[Message]:
        """Not in the prototype."""
        return []

    def read(self, text: str) -> Seen:
        """As it ships."""
        start = self.shipped.position(text)
        return Seen(state_of(start.position_data()), start.mover)


def _removals(now: State, kind: str, mark: str) -> Iterator[Choice]:
    for taken in now.removals(False):
        text = mark + write_removal(marks_of(now, taken)) if taken else ""
        yield Choice(kind, text, tuple(bits.spots(taken)), last=kind == AFTER, data=taken)


def _entries(now: State, mark: str) -> Iterator[Choice]:
    own, occupied = now.own.pieces, now.occupied
    kinds = [gipf for gipf in KINDS[now.own.phase] if now.own.reserve > gipf]
    for entry in ENTRIES:
        if not occupied & entry.bit:
            last = not has_four(own | entry.bit)
            for gipf in kinds:
                yield Choice(ENTER, mark + _TEXTS[gipf][entry.entry], (), None, last, (entry.entry, gipf))
            continue
        for line, pushes in entry.pushes:
            push = pushes.get(occupied & line)
            if push is not None:
                last = not has_four(push.shift(own) | entry.bit)
                for gipf in kinds:
                    yield Choice(ENTER, mark + _TEXTS[gipf][push.entry], (), None, last, (push.entry, gipf))


def main() -> None:
    """Compare both in the same run."""
    for variant in data.VARIANTS:
        shipped, kit = rules_for(f"gipf-{variant}"), KitGipf(variant)
        records = [write_officially(shipped.start(), data.tokens(game)) for game in data.games(variant)[::5]]
        both = [play(rules, records) for rules in (shipped, kit)]
        for one, other in zip(*both, strict=True):
            assert sorted(map(one.notation, one.legal_moves())) == sorted(other.legal_moves())
        speeds = [measure(rules, records, found) for rules, found in zip((shipped, kit), both, strict=True)]
        for what, of_shipped, of_kit in zip(("checked", "listed"), *speeds, strict=True):
            print(f"{variant}: turns {what}/s: {of_shipped:,.0f}, on the kit {of_kit:,.0f} ({of_kit / of_shipped:.0%})")


def write_officially(position, tokens) -> list[str]:
    """The turns in complete notation, which alone the prototype reads."""
    written = []
    for token in tokens:
        move = position.parse(token)
        written.append(position.notation(move))
        position = position.play(move)
    return written


def measure(rules, records, found) -> list[float]:
    """Turns checked and listed a second."""
    return [best(lambda: play(rules, records), len(found)), best(lambda: count(found), count(found))]


def play(rules, records):
    """Every position of the games, each turn read, checked, played, and the end asked for."""
    found = []
    for tokens in records:
        position = rules.start()
        for token in tokens:
            found.append(position)
            position = position.play(position.parse(token))
            position.outcome  # noqa: B018  (asking is the work)
    return found


def count(found) -> int:
    """How many turns there are."""
    return sum(1 for position in found for turn in position.legal_moves())


def best(work, amount) -> float:
    """The amount a second, the best of three."""
    times = []
    for _try in range(3):
        began = process_time()
        work()
        times.append(process_time() - began)
    return amount / min(times)


if __name__ == "__main__":
    main()
