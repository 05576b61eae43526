"""Lines that say how many players there are, or what they have on average."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.player_lists.headings import is_head, plain
from gipf_engine.player_lists.words import (
    TOTAL_OF,
    TOTALS,
)

_FEWEST_COUNTED = 2
_RULER = re.compile(r"[\s\-–—_=+*|:.·~#]*")
_PERSONS = (
    r"人|名|位|명|نفر|players|spieler|spelers|joueurs|jugadores|iscritti|fő|osób|чел|kişi|명|người|orang|peserta"
    r"|pelaajaa|mängijat|igrača|igrač|zawodników|hráčů|hráči|hráčov|játékos|jucători|oyuncu|играч(?:а|и)?"
)
COUNTED = re.compile(rf"[\d.,]+\s*(?:{_PERSONS})?\.?", re.IGNORECASE)
_PEOPLE = re.compile(
    rf"(?<![\d.,:/-])(\d{{1,4}})\s?(?:{_PERSONS}|учасник\w*|участник\w*|teilnehmer\w*|participants?|participantes"
    r"|persons?|people|deltagere|deltagare|uczestnik\w*|учесник\w*|نفر|لاعب\w*|شرکت.?کننده)(?!\w)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"(?:[^\W\d_]{1,4}\.?|[€$£¥₺₽₹₩])?\s?\d[\d.,'’\u00a0 ]{0,14}(?:[€$£¥₺₽₹₩%]|[^\W\d_]{1,20}\.?)?")
"""What else a total sums up: “CHF 160”, “6 broodjes”, “13,500円”."""
_MOST_WORDS_OF_A_TOTAL = 4
_SIGN_OF_TOTAL = re.compile(r"\s*[Ø∅⌀ΣσΦ∑]\s*[:=]?\s*(?:[\d.,]+|\w{0,12})\s*$")
_ENDS_WITH_NUMBER = re.compile(r"(?:^|\s|:)\d{1,4}\W*\w{0,12}\W*$")
_NAME_AND_RATING = re.compile(r"[A-ZÀ-ÞŐŰŠŽČ][^\W\d_]+ ([A-ZÀ-ÞŐŰŠŽČ][a-zà-ÿőűšžč]+)[ ,(]+\d{3,4}\)?")


def people_counted(text: str) -> list[int]:
    """The numbers of players that a total or a sentence names."""
    return [int(number) for number in _PEOPLE.findall(text) if int(number) > _FEWEST_COUNTED]


def is_ruler(cells: Sequence[str]) -> bool:
    """Whether a line only draws something, or is empty."""
    return all(_RULER.fullmatch(cell) for cell in cells)


def is_total(cells: Sequence[str]) -> bool:
    """Whether a line says how many there are, or what they have on average."""
    filled = [cell for cell in cells if cell]
    totals = [place for place, cell in enumerate(filled[:3]) if _says_total(cell)]
    others = (cell for place, cell in enumerate(filled) if place not in totals)
    return bool(totals) and not any(has_letters(cell) and not _AMOUNT.fullmatch(cell) for cell in others)


def _says_total(cell: str) -> bool:
    if _SIGN_OF_TOTAL.match(cell):
        return True
    words = [plain(word) for word in COUNTED.sub("", cell).split()]
    if words and words[0] in TOTALS and _is_name_with_rating(cell):  # Antal is a first name, Tót a surname
        return False
    if words and words[0] in TOTALS and len(words) <= _MOST_WORDS_OF_A_TOTAL and _ENDS_WITH_NUMBER.search(cell):
        return True
    if "".join(words) in TOTALS or (len(words) > 1 and words[0] in TOTALS and words[1] in TOTAL_OF):
        return True
    counts = [word for word in words if word in TOTALS]
    return bool(counts) and all(word in TOTALS or not word or _PEOPLE.search(f"9 {word}") for word in words)


def _is_name_with_rating(cell: str) -> bool:
    """Whether words that begin as a total does are a name and a rating: “Antal Béla 1820”."""
    found = _NAME_AND_RATING.fullmatch(cell.strip())
    if found is None:
        return False
    second = plain(found[1])
    return second not in TOTALS | TOTAL_OF and not is_head(found[1]) and not _PEOPLE.search(f"9 {found[1]}")


def has_letters(cell: str) -> bool:
    return sum(letter.isalpha() for letter in cell) > 2
