"""What can stand as the name of a person, a club, an event: plain words, in any script.

Names are printed on pages and written to spreadsheets, calendars and field formats. A text that some
reader of those would take for markup or a formula is refused on input, with a sentence that says so.
"""

from __future__ import annotations

import re
import unicodedata

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

LONGEST = 80

IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Unicode's Default_Ignorable_Code_Point, as ranges of a character class: what is drawn as nothing. Python lacks it."""
BLANK = "\u2800\ufffc\U00016fe4\U0001d159"
"""Drawn as a blank, though Unicode calls them symbols and marks: the empty Braille cell and its like."""
_UNSEEN = re.compile(f"[{IGNORABLE}{BLANK}]")

# Two kinds of invisible characters belong in names, each in its own place; every other one only deceives.
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_RUN_OF_JOINERS = re.compile(f"[{_JOINERS}]+")
_RUN_OF_SELECTORS = re.compile(f"[{_SELECTORS}]+")
_KEPT = re.compile(f"[{_JOINERS}{_SELECTORS}]")
_SCRIPT_WITH_JOINERS = re.compile(
    "ARABIC|SYRIAC|MANDAIC|MONGOLIAN|NKO|PHAGS-PA|ADLAM|HANIFI|DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU"
    "|KANNADA|MALAYALAM|SINHALA|KHMER|MYANMAR|TIBETAN|BALINESE|JAVANESE|SUNDANESE|CHAKMA|MEETEI"
)
"""How Unicode's names of letters begin in scripts whose letters a joiner shapes."""
MOST_MARKS = 4
"""Combining marks on one character: Vietnamese has two, pointed Hebrew and Arabic three, Tibetan four."""
_STACK = re.compile(f"m{{{MOST_MARKS + 1}}}")
_OPENERS = "'’‘ʼ\"“„«("


class NotAName(ValueError):
    """The text cannot stand as a name; `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def clean_name(text: str, *, longest: int = LONGEST) -> str:
    """`text` as it is kept: composed (NFC), white space single, ends trimmed.

    A zero-width joiner stays where it shapes letters (Persian, Indic), a variation selector behind an ideograph or a
    symbol; elsewhere both are dropped. Raises NotAName where the text is empty, longer than `longest` characters,
    holds `<`, `>` or other invisible characters, has no letter or digit, or begins like a spreadsheet formula.
    """
    name = " ".join(unicodedata.normalize("NFC", _without_stray_joiners(text)).split())
    if not name:
        raise NotAName(Message(_("A name is needed.")))
    if len(name) > longest:
        raise NotAName(Message(_("The name is longer than %(longest)s characters."), {"longest": longest}))
    if any(_is_invisible(character) for character in name) or "<" in name or ">" in name:
        raise NotAName(Message(_("The name contains characters not allowed in names, such as < or >.")))
    if has_stacked_marks(name):
        raise NotAName(Message(_("One letter of the name has too many marks.")))
    if not (_is_word(name[0]) or name[0] in _OPENERS) or not any(_is_word(character) for character in name):
        raise NotAName(Message(_("A name must start with a letter or a digit.")))
    return name


def _without_stray_joiners(text: str) -> str:
    """`text` with joiners and variation selectors only where they make a difference, one at a time."""

    def selector(run: re.Match[str]) -> str:
        return run[0][0] if _takes_selector(text[run.start() - 1 : run.start()]) else ""

    def joiner(run: re.Match[str]) -> str:
        between = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
        return run[0][0] if all(map(_is_shaped, between)) else ""

    text = _RUN_OF_SELECTORS.sub(selector, text)
    return _RUN_OF_JOINERS.sub(joiner, text)


def _takes_selector(character: str) -> bool:
    return unicodedata.name(character or " ", "").startswith("CJK") or unicodedata.category(character or " ") == "So"


def _is_shaped(character: str) -> bool:
    return _SCRIPT_WITH_JOINERS.match(unicodedata.name(character or " ", "")) is not None


def _is_invisible(character: str) -> bool:
    hidden = unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} or _UNSEEN.match(character) is not None
    return hidden and not _KEPT.match(character)


def has_something_seen(text: str) -> bool:
    """Whether anything of `text` is drawn: a letter, a digit, a sign, a picture; marks alone are drawn on nothing."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in _UNSEEN.sub("", text))


def has_stacked_marks(text: str) -> bool:
    """Whether more marks stand on one character than any script puts there, so that they reach over other lines."""
    kinds = "".join("m" if _is_mark(each) else "." for each in _UNSEEN.sub("", unicodedata.normalize("NFD", text)))
    return _STACK.search(kinds) is not None


def is_seen(text: str) -> bool:
    """Whether every character of `text` is drawn."""
    return _UNSEEN.search(text) is None


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me") and _UNSEEN.match(character) is None


def _is_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


# Persian words come typed with Arabic letters as well; a search finds both. No database takes a NUL.
# Unicode takes no stroke off a letter, and keyboards have other apostrophes than names.
_SAME_LETTERS = str.maketrans(
    {"ي": "ی", "ى": "ی", "ك": "ک", "ـ": None, "\x00": None}
    | {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("'’‘ʼʻ`´′ʹ＇", None)
)
_CJK = "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
"""Scripts that put no spaces into a name, or put them where they like: Han, kana, and Hangul taken apart."""
_SPACE_WITHIN_CJK = re.compile(f"(?<=[{_CJK}])[\\s・]+(?=[{_CJK}])")


def normalize_name(name: str) -> str:
    """`name` as searches compare it: no case, accents, strokes or apostrophes, nothing unseen ("muller", "oneill").

    Spaces between Chinese, Japanese and Korean characters count for nothing: 山田 太郎 is 山田太郎.
    """
    apart = _UNSEEN.sub("", unicodedata.normalize("NFKD", name.casefold().translate(_SAME_LETTERS)))
    plain = "".join(character for character in apart.translate(_SAME_LETTERS) if not unicodedata.combining(character))
    return " ".join(_SPACE_WITHIN_CJK.sub("", plain).split())


def search_words(text: str) -> list[str]:
    """The words that were typed, each as searches compare it: a name is found in whatever order they stand."""
    return [word for typed in text.split() for word in normalize_name(typed).split()]


def name_key(name: str) -> str:
    """By what names are the same: a name without the order of its parts: "Ada Byron" and "Byron, Ada" are alike."""
    return sorted_words(normalize_name(name))


def sorted_words(folded: str) -> str:
    """The words of a folded name in the order of the alphabet, without commas."""
    return " ".join(sorted(folded.replace(",", " ").split()))
