"""What a column holds by its head: as lists write the known ones, shortened, joined or with more words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from gipf_engine.player_lists.head_words import vocabulary
from gipf_engine.player_lists.known_heads import HEADS, Tier
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    RATING,
    SURNAME,
)

_NO_WORD = re.compile(r"[^\w№°º#]|_")
_BRACKETS = re.compile(r"[(\[（【][^)\]）】]*[)\]）】]")
_CODE_IN_BRACKETS = re.compile(r"\((?!FIDE)[A-Z]{2,4}\)")
_NO_BRACKETS = str.maketrans(dict.fromkeys("()[]（）【】", " "))
_PARTS = re.compile(r"[/|()\[\]（）【】\n,;،、·:：–—]| - ")
_LATIN_MARKS = re.compile(r"[\u0300-\u036f]")
_SAME = str.maketrans(
    dict.fromkeys("\u200c\u200d\u200e\u200f\u0640\ufeff")
    | dict.fromkeys(map(chr, range(0x64B, 0x653)))
    | {"ي": "ی", "ى": "ی", "ك": "ک", "أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ł": "l", "ı": "i", "ø": "o"}
)
_LONGEST = 60
_LONGEST_LOOSELY = 120
_LATIN_WORD = re.compile(r"[^\W\d_]+")
_EAST_ASIAN_HEADING = re.compile("[\u3040-\u30ff\u3400-\u9fff]{3,8}")
_COMPOUNDS = frozenset({NAME, RATING, COUNTRY, CLUB, BIRTH, NOT_USED})
"""What the last or first part of an East Asian head says."""
_QUESTION = re.compile(
    r"([^?？؟;]{2,160})(?:[?？؟;]|ください|下さい|お願いします|세요|십시오|바랍니다)[。.]?\s*"
    r"(?:[(\[（].{0,80}[)\]）])?\s*\*?\s*"
)
_NUMBER_OF_QUESTION = re.compile(r"\s*(?:Q|q)?\d{1,2}\s?[.)、．]\s?(?=\D)")
_FEWEST_WORDS_OF_A_QUESTION = 3
_MOST_WORDS = 4
_ABBREVIATED = re.compile(r"[^\W\d_]+\.?|#|№")
_FEWEST_LETTERS = 3
"""Of an abbreviated head: “Nr.” and “N. K.” could be the beginning of much."""
_ARTICLES = re.compile(r"\b(?:the|of|der|die|das|des|del|de|la|le|les|du|do|da|dos|het)\b")
_OTHER_RATINGS = frozenset(
    {"change", "diff", "difference", "gain", "new", "performance", "limit", "group", "prize", "date", "games"}
    | {"high", "highest", "best", "peak", "max", "tpr", "perf"}
)
"""Words beside “rating” of numbers that are none."""
_NUMBERS_JOINED = ("nummer", "nr", "番号", "番號", "编号", "編號", "번호")
"""How words end that say whose number it is: “Lidnr.”, “Mitgliedsnummer”, 会員番号."""


_MIXED = re.compile(r"(?=\w*[а-я])(?=\w*[a-z])\w+")
"""Words of Cyrillic letters among which a Latin one that looks alike was typed."""
_CYRILLIC_OF_LATIN = str.maketrans("aeopcxykmthb", "аеорсхукмтнв")


def plain(text: str) -> str:
    """A text as heads are compared: without case, accents, signs and spaces, of alike letters one."""
    if text.isascii():  # nothing to fold, and most of thousands of words that are read when a process starts
        return text.casefold() if text.isalnum() else _NO_WORD.sub("", text.casefold())
    composed = unicodedata.normalize("NFKC", text).casefold()
    if not composed.isascii():
        composed = _MIXED.sub(lambda word: word[0].translate(_CYRILLIC_OF_LATIN), composed)
    folded = unicodedata.normalize("NFKD", composed.translate(_SAME))
    bare = unicodedata.normalize("NFC", _LATIN_MARKS.sub("", folded)).translate(_SAME)
    return _NO_WORD.sub("", bare)


_TIER_OF: Mapping[str, Tier] = {
    plain(head): tier
    for tier, languages in reversed(list(HEADS.items()))
    for heads in languages.values()
    for head in heads.split("|")
}

_WITHOUT_ARTICLES: Mapping[str, Tier] = {
    plain(_ARTICLES.sub(" ", head)): tier
    for tier, languages in reversed(list(HEADS.items()))
    for heads in languages.values()
    for head in heads.split("|")
    if " " in head
}


def _by_words() -> Mapping[tuple[int, str], list[tuple[list[str], Tier]]]:
    """Known heads as words, by how many there are and their first letter."""
    found: dict[tuple[int, str], list[tuple[list[str], Tier]]] = {}
    for tier, languages in HEADS.items():
        for head in "|".join(languages.values()).split("|"):
            words = list(filter(None, map(plain, head.split())))
            found.setdefault((len(words), words[0][:1]), []).append((words, tier))
    return found


_WORDS_OF = _by_words()


@lru_cache(maxsize=4096)
def tier_of(head: str) -> Tier | None:
    """What a column of this head holds, and in which tier; None where no language has such a head."""
    if (numbered := _NUMBER_OF_QUESTION.match(head)) and head[numbered.end() :].strip():
        return tier_of(head[numbered.end() :].strip(" :："))
    if _is_question(head):
        return vocabulary(plain).tier_of_question(head)
    if not head or len(head) > _LONGEST:
        return None
    tries = [plain(head), plain(_BRACKETS.sub(" ", head))]
    tries += [each.rstrip("0123456789") for each in tries]
    for each in tries:
        if each in _TIER_OF:
            return _with_brackets(head, _TIER_OF[each])
    found = _tier_of_parts(head) or _tier_of_compound(plain(head)) or _tier_of_abbreviation(head)
    return found or _tier_without_articles(head) or vocabulary(plain).tier_of(head) or _tier_of_words(head)


def _is_question(text: str) -> bool:
    """Whether a text is the question of a form: "What is your name?", “¿Qué Elo tienes? (si tienes)”."""
    found = _QUESTION.fullmatch(text.strip())
    if found is None:
        return False
    is_east_asian = EAST_ASIAN.search(found[1]) is not None
    return text.lstrip().startswith("¿") or is_east_asian or len(found[1].split()) >= _FEWEST_WORDS_OF_A_QUESTION


def _with_brackets(head: str, found: Tier) -> Tier:
    """A rating whose kind is in brackets: “Rating (national)”, or a part of a name: “Naam (voornaam)”."""
    if found[0] == NAME and (inside := _BRACKETS.search(head)):
        within = tier_of(inside[0].strip("()[]（）【】 "))
        if within is not None and within[0] == NOT_USED:  # 氏名（ふりがな）
            return NAME, found[1] + 1
        return within if within is not None and within[0] in (SURNAME, FIRST_NAME) else found
    if found[0] != RATING or plain(_BRACKETS.sub(" ", head)) == plain(head):
        return found
    exact = vocabulary(plain).tier_of(head.translate(_NO_BRACKETS))
    if exact is None and _CODE_IN_BRACKETS.search(head):  # “ELO (CH)”
        return RATING, max(found[1], 2)
    return exact if exact is not None and exact[0] == RATING else found


@lru_cache(maxsize=1024)
def tier_in_heads(head: str) -> Tier | None:
    """What a column holds by a text that surely is a head: its words may be joined, cut off, or unknown but one."""
    found = tier_of(head)
    if found is not None or not any(letter.isalpha() for letter in head):
        return found
    return vocabulary(plain).tier_of(head[:_LONGEST_LOOSELY], loosely=True)


def _tier_of_parts(head: str) -> Tier | None:
    """A head in two languages, or of two things: "Name / Nom", "Nachname, Vorname", "Name\\nVorname"."""
    parts = [part for part in _PARTS.split(head) if plain(part)]
    tiers = [_TIER_OF.get(plain(part)) or vocabulary(plain).tier_of(part) for part in parts]
    known = [tier for tier in tiers if tier is not None]
    if len(known) < 2 or len(known) * 2 < len(tiers):
        return None
    meanings = {meaning for meaning, _tier in known}
    if len(meanings & {SURNAME, NAME, FIRST_NAME}) > 1:
        return NAME, 0
    return next((tier for tier in known if tier[0] != NOT_USED), known[0])


def _tier_of_compound(head: str) -> Tier | None:
    """An East Asian head of two words, by the last one or else the first: 所属大学, 参加者氏名."""
    if not _EAST_ASIAN_HEADING.fullmatch(head):
        return None
    if any(vocabulary(plain).is_of(head[:length], {"kin"}) for length in range(2, len(head) - 1)):  # 保護者氏名
        return NOT_USED, 0
    lengths = range(len(head) - 1, 1, -1)
    parts = [*(head[-length:] for length in lengths), *(head[:length] for length in lengths)]
    known = [_TIER_OF[part] for part in parts if part in _TIER_OF]
    return next(((meaning, tier + 1) for meaning, tier in known[:1] if meaning in _COMPOUNDS), None)


def _tier_of_words(head: str) -> Tier | None:
    """A rating that some list calls its own: “Rating CBX”, “Elo 11/26”."""
    words = [plain(word) for word in _LATIN_WORD.findall(head)]
    known = [_TIER_OF[word] for word in words if word in _TIER_OF]
    ratings = [tier for meaning, tier in known if meaning == RATING]
    if not ratings or len(words) > _MOST_WORDS or not _OTHER_RATINGS.isdisjoint(words):
        return None
    if any(meaning not in (RATING, FIDE) for meaning, _tier in known):
        return None
    return RATING, 1 if (FIDE, 0) in known else max(*ratings, 2)


def _tier_of_abbreviation(head: str) -> Tier | None:
    """A head whose words are cut off by points, if only one thing begins so: “Rok ur.”, “Дата рожд.”, “D.Tarihi”."""
    words = _ABBREVIATED.findall(head)
    if not any(word.endswith(".") for word in words):
        return None
    if sum(len(plain(word)) for word in words) < _FEWEST_LETTERS:
        return None
    begins = [(plain(word), word.endswith(".")) for word in words]
    tiers = {
        tier
        for known, tier in _WORDS_OF.get((len(begins), begins[0][0][:1]), ())
        if all(
            full.startswith(word) if is_cut else full == word
            for full, (word, is_cut) in zip(known, begins, strict=True)
        )
    }
    meanings = {meaning for meaning, _tier in tiers}
    if len(meanings) != 1 or (len(words) == 1 and RATING in meanings):  # “Clas.” is a place as well
        return None
    return min(tiers, key=lambda tier: tier[1])


def _tier_without_articles(head: str) -> Tier | None:
    """A head that has an article more or less than the known one: “Name of the player”."""
    return _WITHOUT_ARTICLES.get(plain(_ARTICLES.sub(" ", head.casefold()))) if " " in head else None


def names_ratings(word: str) -> bool:
    """Whether a word is one of ratings, or a federation that gives them: “Elo”, “ECF”."""
    return vocabulary(plain).is_of(plain(word), {"rating", "fide", "national"})


def names_codes(head: str) -> bool:
    """Whether a head is that of numbers by which people are known, as members of a club: “Mgl.-Nr.”, “ID”."""
    words = [plain(word) for word in _LATIN_WORD.findall(head)]
    kinds = vocabulary(plain)
    are_numbers = any(kinds.is_of(word, {"number", "code"}) or word.endswith(_NUMBERS_JOINED) for word in words)
    return are_numbers and not any(map(names_ratings, words))


def names_other_numbers(head: str) -> bool:
    """Whether a word of a head is one of numbers that are no ratings: “TPR”, “Best”."""
    return not _OTHER_RATINGS.isdisjoint(plain(word) for word in _LATIN_WORD.findall(head))


def is_head(text: str) -> bool:
    """Whether a cell is the head of a column in some language."""
    return tier_of(text) is not None


@lru_cache(maxsize=1)
def _spelled_words() -> frozenset[str]:
    """The words of heads with their accents."""
    heads = (head for languages in HEADS.values() for listed in languages.values() for head in listed.split("|"))
    return frozenset(word.casefold() for head in heads for word in head.split()) | vocabulary(plain).spelled


def is_head_as_spelled(text: str) -> bool:
    """Whether a cell is a head whose accents are right: in a wrong encoding they are others."""
    words = _LATIN_WORD.findall(text)
    strange = [word for word in words if not word.isascii() and word[0] < "\u0250"]
    if any(unicodedata.category(letter)[0] in "SC" for letter in text) or not is_head(text):
        return False
    return all(word.casefold() in _spelled_words() for word in strange)


def is_other_head(text: str) -> bool:
    """Whether a cell is the head of a column that holds no names."""
    tier = tier_of(text)
    return tier is not None and tier[0] not in (NAME, SURNAME, FIRST_NAME)
