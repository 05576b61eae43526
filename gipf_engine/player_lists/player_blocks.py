"""Pages of events as text: each player takes lines of her own, the name above what is said of her."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.words import WITHDRAWN

_BETWEEN = " · "
_CROSS = "❌ "
_FEWEST, _MOST_LINES = 4, 6
_MOST_WORDS, _LONGEST = 5, 80
_SIGNS_OF_A_NAME = frozenset(" .'’-–,+1234")
"""“Ada Byron +1” brings one more."""


def with_joined_blocks(lines: Sequence[str]) -> list[str] | None:
    """Lines with what stands below names beside them, each line at its place; None where a text is no such page.

    What else stands on the page is marked as no person's, but for headings above players.
    """
    begins = [at for at in range(len(lines) - 1) if _is_name(lines[at]) and _is_detail(lines[at + 1])]
    if len(begins) < _FEWEST or len(begins) * _MOST_LINES < sum(bool(line.strip()) for line in lines):
        return None
    joined = [line.strip() for line in lines]
    behind = {joined[at + 2].split()[0] for at in begins if at + 2 < len(lines) and joined[at + 2]}
    times = Counter(line.split()[0] for line in joined if line)
    players, is_gone = {*begins}, False
    for at, line in enumerate(joined):
        if at in players:
            joined[at] = f"{_CROSS if is_gone else ''}{line}{_BETWEEN}{joined[at + 1]}"
            joined[at + 1] = ""
        elif line and at + 1 in players and not _may_stand_below(line, behind, times):
            joined[at], is_gone = f"{line}:", plain(line) in WITHDRAWN
        elif line:
            joined[at] = f"<{line.strip('<>')}>"
    return joined


def _may_stand_below(line: str, behind: set[str], times: Counter[str]) -> bool:
    """Whether a line begins as those do that stand below players: “Joined 3 Nov”."""
    word = line.split()[0]
    return word in behind and times[word] >= _FEWEST


def _is_name(line: str) -> bool:
    bare = line.strip()
    letters = all(letter.isalpha() or letter in _SIGNS_OF_A_NAME for letter in bare[:_LONGEST])
    return bare[:1].isalpha() and letters and len(bare.split()) <= _MOST_WORDS


def _is_detail(line: str) -> bool:
    return _BETWEEN in line and len(line) <= _LONGEST
