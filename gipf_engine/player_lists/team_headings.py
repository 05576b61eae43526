"""Lines of plain text that are headings of teams or clubs, by what sets them apart from the players below."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.headings import tier_of
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import CLUB
from gipf_engine.player_lists.words import TEAMS

HEADING = Message(_("a heading, not a player"))
TEXT = Message(_("text, not a player"))
_COUNTER = re.compile(
    r"(?P<name>.*[^\W\d_].*?)\s*(?:[(（\[]\s*(?P<in>\d{1,2})\s*[^\W\d_]{0,14}\.?\s*[)）\]]"
    r"|[-–—:,·]\s*(?P<behind>\d{1,2})\s+[^\W\d_]{2,14}\.?)\s*[:：]?"
)
"""“Team Bern 1 (4 Spieler)”, “*Los Alfiles* - 3 jugadores”."""
_TEAM = re.compile(rf"(?:{TEAMS})(?![^\W\d_])(?!['’]).{{0,40}}", re.IGNORECASE)
_EAST_ASIAN_TEAM = re.compile(r"(?:チーム|팀|队|隊).{1,12}|.{1,12}(?:チーム|팀|队|隊)")
_NUMBER = re.compile(r"\d{3}")
_DIGIT = re.compile(r"\d")
_NUMBER_OF_TEAM = re.compile(r".*[^\W\d_]\s+(?:\d{1,2}|[IVX]{1,3}|[A-H])")
_NUMBER_BEFORE = re.compile(r"\s*\d{1,2}[.)]\s+")
_LONGEST = 80
_FEWEST_TEAMS, _FEWEST_PLAYERS = 2, 2
_CELLS_OF_A_NARROW_LIST = 3
_MOST_WORDS, _MOST_WORDS_OF_A_TITLE = 7, 10
_SENTENCE_ENDS = (".", "!", "?", "。", "？", "！", "؟", ",", ";")


def is_team(text: str) -> bool:
    """Whether a heading calls itself a team: “Équipe A”, “تیم الوند”, “チームA”."""
    bare = _NUMBER_BEFORE.sub("", text.strip(" :#=-*"))
    return _TEAM.fullmatch(bare) is not None or (len(bare) < 20 and _EAST_ASIAN_TEAM.fullmatch(bare) is not None)


def without_team(text: str) -> str:
    """The name of a team without the word that calls it one: “Bern 1” of “Team Bern 1”; "" where little is left."""
    bare = re.sub(rf"^(?:{TEAMS})(?![^\W\d_])\s*[:：]?\s*", "", text, count=1, flags=re.IGNORECASE)
    return bare if bare != text and sum(map(str.isalpha, bare)) > 1 else ""


def without_counter(text: str) -> str:
    """A heading without the number of players behind it."""
    found = _COUNTER.fullmatch(text) if len(text) <= _LONGEST else None
    return found["name"] if found is not None else text


def lines_above_teams(lines: Sequence[str]) -> dict[int, Message]:
    """Headings of teams in lines of text, and what stands alone above the first, by number from 0."""
    blocks = _blocks(lines)
    found = _counted_teams(lines, blocks) | _called_teams(lines, blocks) or _set_apart(lines, blocks)
    if len(found) < _FEWEST_TEAMS:
        return {}
    above = [block[0] for block in blocks if len(block) == 1 and block[0] < min(found)]
    titles = [at for at in above if not _NUMBER.search(lines[at]) and len(lines[at].split()) <= _MOST_WORDS_OF_A_TITLE]
    return dict.fromkeys(titles, TEXT) | dict.fromkeys(found, HEADING)


def headings_in_table(body: Sequence[Sequence[str]]) -> dict[int, Message]:
    """Headings of teams in lines of a table, by number from 0: alone in their lines, the first above all players."""
    counts = [sum(map(bool, line)) for line in body]
    filled = [at for at, count in enumerate(counts) if count]
    alone = [at for at in filled if counts[at] == 1 and _may_be_heading("".join(body[at]))]
    if len(alone) < _FEWEST_TEAMS or alone[0] != filled[0]:
        return {}
    fuller = [at for at in filled if counts[at] > 1]
    below = [bisect(fuller, after) - bisect(fuller, at) for at, after in pairwise([*alone, len(body)])]
    if min(below) < _FEWEST_PLAYERS:
        return {}
    texts = ["".join(body[at]) for at in alone]
    are_apart = all(not any(body[at - 1]) for at in alone[1:])
    are_teams = any(all(map(fits, texts)) for fits in (_says_club, is_team, _has_number_of_team, str.isupper))
    are_narrow = max(counts) <= _CELLS_OF_A_NARROW_LIST and len({*texts}) == len(texts)
    return dict.fromkeys(alone, HEADING) if are_apart or are_teams or are_narrow else {}


def headings_above_heads(body: Sequence[Sequence[str]], heads: Sequence[str]) -> dict[int, Message]:
    """Lines of one cell above the heads of the table once more, by number from 0: “U16”."""
    filled = [at for at, line in enumerate(body) if any(line)]
    wanted = [head for head in heads if head]
    return {
        at: HEADING
        for at, below in pairwise(filled)
        if sum(map(bool, body[at])) == 1 and len(wanted) > 1 and [cell for cell in body[below] if cell] == wanted
    }


def _blocks(lines: Sequence[str]) -> list[list[int]]:
    """The lines that stand together, between empty ones."""
    blocks: list[list[int]] = [[]]
    for number, line in enumerate(lines):
        if line.strip():
            blocks[-1].append(number)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _counted_teams(lines: Sequence[str], blocks: Sequence[Sequence[int]]) -> set[int]:
    """Lines that say how many players follow; once that is true of one, the others are believed."""
    counts: dict[int, tuple[int, int]] = {}
    for block in blocks:
        short = [at for at in block if len(lines[at]) <= _LONGEST]
        said = [(at, match) for at in short if (match := _COUNTER.fullmatch(lines[at]))]
        for place, (at, match) in enumerate(said):
            end = said[place + 1][0] if place + 1 < len(said) else block[-1] + 1
            counts[at] = int(match["in"] or match["behind"]), end - at - 1
    are_true = [at for at, (number, below) in counts.items() if number == below >= _FEWEST_PLAYERS]
    return {at for at, (_number, below) in counts.items() if below > 0} if len(are_true) * 2 >= len(counts) else set()


def _called_teams(lines: Sequence[str], blocks: Sequence[Sequence[int]]) -> set[int]:
    """Lines without a rating that call themselves teams, each above others."""
    return {
        at
        for block in blocks
        for at in block[:-1]
        if is_team(lines[at]) and not _NUMBER.search(lines[at]) and "," not in lines[at]
    }


def _set_apart(lines: Sequence[str], blocks: Sequence[Sequence[int]]) -> set[int]:
    """First lines of blocks that all differ from the lines below in one way."""
    several = [block for block in blocks if len(block) > _FEWEST_PLAYERS]
    others = [block for block in blocks if len(block) == _FEWEST_PLAYERS]
    if len(several) < _FEWEST_TEAMS:
        return set()
    for sets_apart in (_lacks_numbers, _is_loud, _is_called_club, _is_counted):
        apart = [block for block in several if _may_be_heading(lines[block[0]]) and sets_apart(lines, block)]
        if len(apart) == len(several):
            return {block[0] for block in [*apart, *others] if sets_apart(lines, block)}
    return set()


def _may_be_heading(line: str) -> bool:
    text = line.strip()
    is_short = len(text.split()) <= _MOST_WORDS and not text.endswith(_SENTENCE_ENDS)
    return is_short and "," not in text and "@" not in text and not _NUMBER.search(text)


def _below(lines: Sequence[str], block: Sequence[int], fits: Callable[[str], bool]) -> int:
    return sum(fits(lines[at]) for at in block[1:])


def _lacks_numbers(lines: Sequence[str], block: Sequence[int]) -> bool:
    """No number in the first line, ratings in most others, and a number or a bullet before them or none."""
    have = _below(lines, block, lambda line: _NUMBER.search(line) is not None)
    return have * 3 >= (len(block) - 1) * 2


def _is_loud(lines: Sequence[str], block: Sequence[int]) -> bool:
    """Capitals above words that are not."""
    first = lines[block[0]]
    return first.isupper() and not EAST_ASIAN.search(first) and not _below(lines, block, str.isupper)


def _is_called_club(lines: Sequence[str], block: Sequence[int]) -> bool:
    return _says_club(lines[block[0]]) and not _below(lines, block, _says_club)


def _is_counted(lines: Sequence[str], block: Sequence[int]) -> bool:
    """A number of a team: “Bern 1”, “Evesham B”, above lines without one."""
    return _has_number_of_team(lines[block[0]]) and not _below(
        lines, block, lambda line: _DIGIT.search(line) is not None or _has_number_of_team(line)
    )


def _has_number_of_team(line: str) -> bool:
    return _NUMBER_OF_TEAM.fullmatch(line.strip()[:_LONGEST]) is not None


def _says_club(text: str) -> bool:
    return any((tier_of(word) or ("", 0))[0] == CLUB for word in re.findall(r"\w+", text)[:_MOST_WORDS])
